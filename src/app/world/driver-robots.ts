import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { ms, type Ms } from '#base/units.js'
import { startDriverProcess } from '#adapters/drivers/driver-process.js'
import { connectDriver } from '#adapters/drivers/driver-socket.js'
import { DriverSession } from '#drivers/driver-session.js'
import { LinePeer, type DriverStream } from '#drivers/line-peer.js'
import { DriverLine } from '#robots/driver/driver-line.js'
import type { DriverSpec } from '#worlds/robot/load-robot.js'
import { monotonicClock } from '../connections/serial-connection.js'
import type { DriverRecording } from '../run-folder/episode-transcripts.js'
import { recorded, type WorldRobots } from './world-robots.js'

type RealDriver = Exclude<DriverSpec, { readonly kind: 'simulated' }>

export interface DriverRobotOptions {
  /** a line that a process prints to standard error */
  readonly onLog: (line: string) => void
  readonly record?: DriverRecording
}

/**
 * A robot behind a driver of its own, in real time: a process that is started for each episode, or one that listens on
 * a socket of this computer.
 * @param folder of the world: a process is started there
 */
export const driverRobots =
  (spec: RealDriver, folder: string, options: DriverRobotOptions): WorldRobots =>
  (episode, journal) => {
    const { onLog, record } = options
    const clock = monotonicClock()
    // first, because the disk may refuse them: nobody would end a driver that was started before
    const [kept, heard] = [journal?.(false), record?.(episode)]
    const stream = openStream(spec, folder, onLog)
    if (!stream.ok) return err({ kind: 'no-answer', text: stream.error.message })
    const peer = recorded(new LinePeer(stream.value), clock, heard)
    const session = new DriverSession({ clock, peer, session: randomUUID(), ...kept })
    const line = new DriverLine(session)
    let next = clock.now()
    return ok({
      line,
      time: {
        clock,
        virtual: false,
        pace: async (period: Ms) => {
          next = ms(Math.max(next + period, clock.now() - period))
          await sleep(Math.max(0, next - clock.now()))
        },
        close: () => session.close(),
      },
      camera: NO_CAMERA,
      timeLimit: (skill) => ms(line.timeoutOf(skill) ?? DEFAULT_LIMIT_MS),
    })
  }

/** for a skill of which neither driver nor robot file says how long it may take, ms */
const DEFAULT_LIMIT_MS = 60_000

const NO_CAMERA = { capture: () => Promise.reject(new Error('no camera is connected to this run')) }

function openStream(
  spec: RealDriver,
  folder: string,
  onLog: (line: string) => void,
): Result<DriverStream, Diagnostic> {
  switch (spec.kind) {
    case 'process': {
      const [command, ...args] = spec.command
      return ok(startDriverProcess({ command, args, cwd: folder, onLog }))
    }
    case 'socket':
      return connectDriver({ path: spec.path })
    case 'tcp': {
      const at = spec.address.lastIndexOf(':')
      return connectDriver({ host: spec.address.slice(0, at), port: Number(spec.address.slice(at + 1)) })
    }
  }
}
