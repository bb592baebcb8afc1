import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stage } from './stage.js'

/**
 * Writes graft-VERSION.tgz, which any folder installs with plain `npm i ./graft-VERSION.tgz` (ADR 0036).
 *
 *     npm run pack            # builds first; without a network
 *     npm run pack -- FOLDER
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const target = resolve(process.argv[2] ?? '.')
if (!existsSync(join(root, 'dist/cli/cli.js'))) {
  process.stderr.write('build first: npm run build\n')
  process.exit(2)
}
if (statSync(target, { throwIfNoEntry: false })?.isDirectory() !== true) {
  process.stderr.write(`${target} is no folder: name one that exists\n`)
  process.exit(2)
}
const folder = mkdtempSync(join(tmpdir(), 'graft-pack-'))
try {
  stage(root, folder)
  // npm gives every file the same date, so the same checkout packs into the same bytes
  const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', target]
  const name = execFileSync('npm', args, { cwd: folder, encoding: 'utf8' }).trim()
  process.stdout.write(`${join(target, name)}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
