import { spawn, type ChildProcess } from 'node:child_process'
import { programOf } from '#adapters/side-process/launch.js'

/**
 * Starts the console's program, which then waits for its orders. Loading it takes as long as loading the rest of the
 * service, so the service does this first. It gets only the environment variables that it needs.
 */
export function startProgram(): ChildProcess {
  const { file, loader } = programOf('program', import.meta.url)
  const { PATH, HOME, TMPDIR, NODE_ENV } = process.env
  const started = spawn(
    process.execPath,
    [HEAP, ...(loader.length === 0 ? ['--disallow-code-generation-from-strings'] : loader), file],
    {
      env: { UV_THREADPOOL_SIZE: '1', ...given({ PATH, HOME, TMPDIR, NODE_ENV }) },
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    },
  )
  // a process that failed to start has no PID, and no other error handler is attached yet
  return started.on('error', () => undefined)
}

const given = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )

const HEAP = '--max-old-space-size=96'
