import { spawn, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import type { Plant } from '#simulation/field/plant.js'
import type { BenchPlant } from './bench-plant.js'
import { RemotePlant } from './qemu-plant.js'

/** A firmware of its own process on a pseudo-terminal, with a plant on its second line. */
export interface Board<P extends Plant = BenchPlant> {
  /** device file of the robot's line */
  readonly path: string
  readonly remote: RemotePlant<P>
  readonly process: ChildProcess
  /** since when the process lives, `performance.now()` */
  readonly startedAt: number
}

/**
 * Starts an image of `qemu-system-arm -M netduinoplus2`.
 * @param socket path for the plant's line, unused so far
 * @param seed boot id, not 0
 */
export async function startQemu<P extends Plant>(
  image: string,
  socket: string,
  seed: number,
  plant: P,
): Promise<Board<P>> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(socket, resolve))
  const startedAt = performance.now()
  // the emulator must not outlive a test run that is killed
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'qemu-system-arm', ...ARGUMENTS(image, socket)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [remote, path] = await Promise.all([
    plantOn(server, seed, plant),
    firstMatch(child.stdout, /redirected to (\S+) /),
  ])
  await remote.known
  server.close()
  rmSync(socket, { force: true })
  return { path, remote, process: child, startedAt }
}

/** Starts firmware-protocol/host/pty.c. */
export async function startHost<P extends Plant>(program: string, seed: number, plant: P): Promise<Board<P>> {
  const startedAt = performance.now()
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.on('error', () => undefined)
  const remote = new RemotePlant(plant, seed, child.stdout, (bytes) => child.stdin.write(bytes))
  const path = await firstMatch(child.stderr, /^(\S+)\n/)
  await remote.known
  return { path, remote, process: child, startedAt }
}

const ARGUMENTS = (image: string, socket: string): string[] => [
  ...['-M', 'netduinoplus2', '-kernel', image, '-display', 'none', '-monitor', 'none'],
  ...['-serial', 'pty', '-chardev', `socket,id=plant,path=${socket}`, '-serial', 'chardev:plant'],
]

const plantOn = <P extends Plant>(server: Server, seed: number, plant: P): Promise<RemotePlant<P>> =>
  new Promise((resolve) => {
    server.once('connection', (socket) => {
      socket.on('error', () => undefined)
      resolve(new RemotePlant(plant, seed, socket, (bytes) => socket.write(bytes)))
    })
  })

const firstMatch = (stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    stream.on('data', (bytes: Buffer) => {
      said += bytes.toString()
      const found = pattern.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    stream.on('end', () => reject(new Error(`the board ended before it named its terminal: ${said}`)))
  })
