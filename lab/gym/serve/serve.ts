import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { formatDiagnostic } from '#base/diagnostic.js'
import { Pool, type PoolOptions } from '../pool/pool.js'
import { taskNamed } from '../tasks/table.js'
import { linesOf } from './lines.js'
import { hello, reply } from './session.js'

/** Serves environments over a pipe: a line of JSON for each request and each reply (docs/gym.md). */
export async function serveGym(
  options: PoolOptions,
  { input, output }: { readonly input: AsyncIterable<Buffer>; readonly output: NodeJS.WritableStream },
): Promise<ExitCode> {
  const task = taskNamed(options.task)
  const pool = await Pool.open(options)
  if (!task.ok || !pool.ok) {
    const error = task.ok ? (pool.ok ? undefined : pool.error) : task.error
    if (error !== undefined) process.stderr.write(`${formatDiagnostic(error)}\n`)
    return EXIT.usage
  }
  try {
    await send(output, hello(task.value, options.envs, options.workers))
    for await (const line of linesOf(input, MOST_BYTES)) {
      const { message, last } = await reply(pool.value, line)
      await send(output, message)
      if (last) break
    }
  } finally {
    await pool.value.close()
  }
  return EXIT.ok
}

/** Of a request: 1,024 actions as JSON are a tenth of it. */
const MOST_BYTES = 1 << 20

/** Waits for a reader that is slower than the physics. */
function send(output: NodeJS.WritableStream, message: object): Promise<void> {
  return new Promise((resolve) => {
    output.write(`${JSON.stringify(message)}\n`, () => resolve())
  })
}
