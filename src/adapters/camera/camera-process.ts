import { spawn, type ChildProcess } from 'node:child_process'
import { StderrTail } from './stderr-tail.js'

export interface CameraProcess {
  /** Kills the process at once; it has no state to lose. */
  kill(): void
  /** resolves with the reason, as text, once the process has exited and its pipes are closed */
  readonly ended: Promise<string>
}

/**
 * Starts the process that reads the camera. It runs in its own process group, so that Ctrl-C does not blind the critic
 * before the episode ends. It cannot outlive this process: its next picture would go into a closed pipe.
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
  const stderr = new StderrTail()
  child.stdout.on('data', onBytes)
  child.stderr.on('data', (bytes: Buffer) => stderr.add(bytes))
  return {
    kill: () => void child.kill('SIGKILL'),
    ended: endOf(child, stderr, program),
  }
}

const endOf = (child: ChildProcess, stderr: StderrTail, program: string): Promise<string> =>
  new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve(
        error.code === 'ENOENT'
          ? `${program} is not installed: apt install ffmpeg`
          : `${program}: ${error.message}`,
      ),
    )
    child.once('close', (code, signal) => {
      const how = signal === null ? `ended with code ${code}` : `was killed by ${signal}`
      const lastLine = stderr.last
      resolve(lastLine === '' ? `${program} ${how}` : lastLine)
    })
  })
