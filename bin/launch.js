// Launches a command-line program of this project; in a fresh checkout it compiles the program first.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`graft needs Node 20.19 or newer; this is ${process.version}\n`)
  process.exit(2)
}

// Nothing depends on standard error. Standard output is watched by the program (src/app/command-line/lost-output.ts).
process.stderr.on('error', () => undefined)

/** @param {'graft' | 'graft-lab'} name */
export async function launch(name) {
  const program = fileURLToPath(new URL('../dist/cli/cli.js', import.meta.url))
  if (!existsSync(program)) build()
  const { main } = await import(program)
  process.exitCode = await main(process.argv.slice(2), name)
}

function build() {
  const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))
  if (!existsSync(compiler)) {
    process.stderr.write(
      'graft is not built and the compiler is not installed: run `npm ci` in its folder first\n',
    )
    process.exit(2)
  }
  process.stderr.write('building graft (first start)…\n')
  for (const name of ['tsconfig.build.json', 'tsconfig.lab.json']) {
    const config = fileURLToPath(new URL(`../${name}`, import.meta.url))
    const result = spawnSync(process.execPath, [compiler, '-p', config], { stdio: ['ignore', 2, 2] })
    if (result.status !== 0) process.exit(2)
  }
}
