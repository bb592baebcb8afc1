import { spawn, type ChildProcess } from 'node:child_process'
import { LastWords } from './last-words.js'

export interface CameraProcess {
  readonly pid: number | undefined
  /** Ends it at once; there is nothing that it could lose. */
  kill(): void
  /** when it has ended and its pipes are closed: why, in words */
  readonly ended: Promise<string>
}

/**
 * Starts the process that reads the camera. It has a process group of its own, so that Ctrl-C does not blind the critic
 * before the episode has ended; and it cannot outlive us: when we are gone, its next picture meets a closed pipe.
 */
export function startCamera(
  program: string,
  args: readonly string[],
  onBytes: (bytes: Uint8Array) => void,
): CameraProcess {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' },
  })
  const words = new LastWords()
  child.stdout.on('data', onBytes)
  child.stderr.on('data', (bytes: Buffer) => words.hear(bytes))
  return {
    pid: child.pid,
    kill: () => void child.kill('SIGKILL'),
    ended: endOf(child, words, program),
  }
}

const endOf = (child: ChildProcess, words: LastWords, program: string): Promise<string> =>
  new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve(
        error.code === 'ENOENT'
          ? `${program} is not installed: apt install ffmpeg`
          : `${program}: ${error.message}`,
      ),
    )
    child.once('close', (code, signal) => {
      const how = signal === null ? `ended with code ${code}` : `was ended by ${signal}`
      const said = words.last
      resolve(said === '' ? `${program} ${how}` : said)
    })
  })
