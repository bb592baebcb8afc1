import { join } from 'node:path'
import { Option, type Command } from 'commander'
import { EXIT, exitOfRefusal, type ExitCode } from '#app/command-line/exit-code.js'
import { runAsOwnerOf } from '#app/run-folder/state-folder.js'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import type { Finish } from '#bt-cli/commands/shared.js'
import { processIo, type Io } from '#terminal/io.js'
import { LANGUAGES, type Language } from './languages.js'
import type { Kind } from './scaffold.js'

interface NewOptions {
  readonly out: string
  readonly language: Language
  readonly json: boolean
}

/**
 * `graft new …`: a robot or a world of one's own that works from the start.
 * @param io the process's own streams, except in tests
 */
export function addNewCommand(program: Command, finish: Finish, io: Io = processIo()): void {
  const made = program.command('new').description('create your own world or robot from a working example')
  for (const kind of ['world', 'robot'] as const)
    made
      .command(kind)
      .description(DESCRIPTIONS[kind])
      .argument('<name>', 'of the new folder: letters, digits, - and _')
      .option('--out <dir>', 'where the folder is made', '.')
      .addOption(new Option('--language <language>', 'of the driver').choices(LANGUAGES).default('python'))
      .option('--json', 'one JSON object: the folder, its files and the next commands', false)
      .addHelpText('after', HELP[kind])
      .action(async (name: string, options: NewOptions) => finish(await create(kind, name, options, io)))
}

async function create(
  kind: Kind,
  name: string,
  { out, language, json }: NewOptions,
  io: Io,
): Promise<ExitCode> {
  const [{ objectionToName }, { flavourOf }, { scaffold }, { writeNewFolder }, { shippedWorlds }] =
    await Promise.all([
      import('./folder-name.js'),
      import('./languages.js'),
      import('./scaffold.js'),
      import('./write-folder.js'),
      import('#app/world/files/find-world.js'),
    ])
  const refuse = (problem: Diagnostic): ExitCode => {
    io.err.write(`${formatDiagnostic(problem)}\n`)
    return exitOfRefusal(problem)
  }
  const objection = objectionToName(name, kind, shippedWorlds())
  if (objection !== undefined) return refuse(objection)
  const flavour = flavourOf(
    language,
    'typescript' in process.features && process.features.typescript !== false,
  )
  if (!flavour.ok) return refuse(flavour.error)
  const folder = join(out, name)
  const entries = scaffold(kind, name, flavour.value)
  const as = runAsOwnerOf(out)
  if (!as.ok) return refuse(as.error)
  const failed = writeNewFolder(folder, entries)
  if (failed !== undefined) return refuse(failed)
  const files = entries.map(({ path }) => path)
  const shown = /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", "'\\''")}'`
  const next = [`graft world check ${shown}`, `graft run --world ${shown} --episodes 5`]
  io.out.write(
    json
      ? `${JSON.stringify({ type: 'new', kind, name, folder, files, next })}\n`
      : `${folder}\n${files.map((path) => `  ${path}\n`).join('')}next:\n${next.map((line) => `  ${line}\n`).join('')}`,
  )
  return EXIT.ok
}

const DESCRIPTIONS: Readonly<Record<Kind, string>> = {
  world: 'a world with objects, a task, a first tree, a mock robot, and a test of it all',
  robot: 'a mock robot with two skills, the smallest world for it, and a test of both',
}

const WHAT = `
Existing files are never changed. The driver is a mock (real: false in robot.yaml), so both printed commands run at
once, without a robot and without arming. Then change one file at a time: README.md in the new folder explains them.

Languages: python needs Python 3.9 and no package · javascript runs in the Node.js of graft · typescript is the same
file for a Node.js that runs TypeScript, 22.18 or newer

Exit codes: 0 made · 2 refused, nothing was written · 8 a full or failing disk, nothing was left`

const HELP: Readonly<Record<Kind, string>> = {
  world: `
Examples:
  graft new world kitchen                         the folder kitchen, with a driver in Python
  graft world check kitchen                       prove it: the task can be reached, skills and facts fit, stop works
  graft run --world kitchen --episodes 5          the first tree forgets something; see it learn
  graft new world kitchen --language javascript --out robots
${WHAT}`,
  robot: `
Examples:
  graft new robot arm                             the folder arm: a driver with two skills in Python
  graft world check arm                           prove it: skills and facts fit, stop works
  graft run --world arm --episodes 5              see it learn the task of its small world
  graft new robot arm --language javascript --out robots
${WHAT}`,
}
