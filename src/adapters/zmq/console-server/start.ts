import { spawn, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Starts the console's program, which then waits for its orders. Loading it takes as long as loading the rest of the
 * service, so the service does this first.
 *
 * The build is plain JavaScript; run from source (tests, tools), it needs a TypeScript loader. It gets only the
 * environment variables that it needs.
 */
export function startProgram(): ChildProcess {
  const built = import.meta.url.endsWith('.js')
  const file = fileURLToPath(new URL(`program.${built ? 'js' : 'ts'}`, import.meta.url))
  const loader = (): string => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const { PATH, HOME, TMPDIR, NODE_ENV } = process.env
  const started = spawn(
    process.execPath,
    [HEAP, ...(built ? ['--disallow-code-generation-from-strings'] : ['--import', loader()]), file],
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
