import { fileURLToPath } from 'node:url'
import { spawn } from 'node:child_process'
import { lackOf } from '#test/needs/things.js'
import { isolated } from '#test/offline/support/namespace.js'

/**
 * The whole suite, or the files that are named, in a network namespace without a route. Build first: npm run build.
 *
 *     npx tsx lab/offline/main.ts [test/console …]
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const lack = lackOf('a network of its own')
if (lack !== undefined) {
  process.stderr.write(`nothing was tried: ${lack.text}\n`)
  process.exit(1)
}
const vitest = [process.execPath, `${root}node_modules/vitest/vitest.mjs`, 'run', ...process.argv.slice(2)]
const [command = '', ...args] = isolated(vitest)
const child = spawn(command, args, { cwd: root, stdio: 'inherit' })
child.on('close', (code) => process.exit(code ?? 1))
