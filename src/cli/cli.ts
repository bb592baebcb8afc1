import { Command, CommanderError } from 'commander'
import { EXIT, EXIT_MEANINGS, type ExitCode } from '#app/command-line/exit-code.js'
import { outputNow, watchOutputs } from '#app/command-line/lost-output.js'
import { guardOutputs } from '#app/command-line/terminal-guard.js'
import { version } from '#documents/read-text-file.js'
import { type Commands, hasLaboratory, LABORATORY } from './laboratory.js'

/**
 * The graft command line. Results go to stdout, diagnostics to stderr.
 * @param argv arguments after node and the script
 * @param name `graft-lab` offers only the commands of the laboratory
 */
export async function main(argv: readonly string[], name: ProgramName = 'graft'): Promise<ExitCode> {
  guardOutputs()
  // what nobody catches is a bug as well: Node.js prints it, and would end with 1, which means no
  process.off('uncaughtExceptionMonitor', endAsBug).once('uncaughtExceptionMonitor', endAsBug)
  process.off('exit', endUnsettled).once('exit', endUnsettled)
  watchOutputs()
  const code = await perform(argv, name)
  // what was printed is not all that there was to print; any other failure is the better answer
  const isFine = code === EXIT.ok || code === EXIT.interrupted
  return isFine ? WITH_OUTPUT[await outputNow()](code) : code
}

const WITH_OUTPUT = {
  there: (code: ExitCode): ExitCode => code,
  lost: (): ExitCode => EXIT.outputLost,
  closed: (): ExitCode => EXIT.interrupted,
}

const endAsBug = (): void => void process.once('exit', () => void (process.exitCode = EXIT.bug))

/** What nothing can settle any more ends the process with Node's own code, which is none of graft's. */
function endUnsettled(): void {
  if (process.exitCode !== UNSETTLED) return
  process.exitCode = EXIT.bug
  const command = process.argv.slice(2).join(' ')
  process.stderr.write(`graft has a bug, please report it: it waited for what can never come (${command})\n`)
}

async function perform(argv: readonly string[], name: ProgramName): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok
  try {
    const program = await programOf(name, (exit) => void (code = exit), argv)
    await program.parseAsync([...argv], { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    process.stderr.write(`graft has a bug, please report it with this text:\n${describe(error)}\n`)
    return EXIT.bug
  }
}

/** @param argv loads only the command that it names; without it, all */
export async function programOf(
  name: ProgramName,
  finish: (code: ExitCode) => void,
  argv: readonly string[] = [],
): Promise<Command> {
  const program = new Command(name)
    .description(
      name === 'graft'
        ? 'Runs behaviour-tree policies on a robot and improves them by verbal reinforcement learning.'
        : 'Measures graft: benchmarks, fault injection, episode data sets.',
    )
    .version(version())
    .exitOverride()
    .addHelpText('after', name === 'graft' ? examples(hasLaboratory()) : '')
  for (const [heading, commands] of wanted(argv, name === 'graft' ? GROUPS : [['Measure:', LABORATORY]])) {
    program.commandsGroup(heading)
    for (const load of Object.values(commands)) (await load())(program, finish)
  }
  pointToHelp(program, name)
  return program
}

/** After a mistake each command names its own help. */
function pointToHelp(command: Command, path: string): void {
  command.showHelpAfterError(`(see ${path} --help)`)
  for (const each of command.commands) pointToHelp(each, `${path} ${each.name()}`)
}

type ProgramName = 'graft' | 'graft-lab'

type Groups = readonly (readonly [heading: string, commands: Commands])[]

/** Loads only the command named, since loading all takes longer than many of them run; help loads all. */
function wanted(argv: readonly string[], groups: Groups): Groups {
  const [name = ''] = argv
  if (name === '--version' || name === '-V') return []
  const named = groups.find(([, commands]) => Object.hasOwn(commands, name))
  const load = named?.[1][name]
  return named === undefined || load === undefined ? groups : [[named[0], { [name]: load }]]
}

const GROUPS: Groups = [
  [
    'Learn:',
    {
      run: async () => (await import('./commands/run.js')).addRunCommand,
      do: async () => (await import('./do/do-command.js')).addDoCommand,
      memory: async () => (await import('./memory/memory-command.js')).addMemoryCommand,
      report: async () => (await import('./commands/report.js')).addReportCommand,
      note: async () => (await import('./commands/note.js')).addNoteCommand,
      fields: async () => (await import('./commands/fields.js')).addFieldsCommand,
      models: async () => (await import('./models/models-command.js')).addModelsCommand,
    },
  ],
  [
    'Operate:',
    {
      serve: async () => (await import('#service/serve-command.js')).addServeCommand,
      console: async () => (await import('#console-cli/console-command.js')).addConsoleCommand,
      keys: async () => (await import('./keys/keys-command.js')).addKeysCommand,
      config: async () => (await import('./config/config-command.js')).addConfigCommand,
      doctor: async () => (await import('./doctor/doctor-command.js')).addDoctorCommand,
      install: async () => (await import('./install/install-command.js')).addInstallCommand,
      'safe-stop': async () => (await import('./safe-stop/safe-stop-command.js')).addSafeStopCommand,
      store: async () => (await import('./store/store-command.js')).addStoreCommand,
    },
  ],
  [
    'Inspect:',
    {
      replay: async () => (await import('./replay/replay-command.js')).addReplayCommand,
      record: async () => (await import('./record/record-command.js')).addRecordCommand,
      tap: async () => (await import('./commands/tap.js')).addSnifferCommand,
    },
  ],
  [
    'Trees and digital twin:',
    {
      bt: async () => (await import('#bt-cli/bt-command.js')).addBtCommand,
      world: async () => (await import('./world/world-command.js')).addWorldCommand,
      new: async () => (await import('./new/new-command.js')).addNewCommand,
      ros2: async () => (await import('./ros2/ros2-command.js')).addRos2Command,
      twin: async () => (await import('./twin/twin-command.js')).addTwinCommand,
    },
  ],
  ['Measure:', LABORATORY],
]

/** the code of Node.js for a program that waits for what never comes */
const UNSETTLED = 13

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

/** What can be tried, and what an exit code means. @param laboratory whether its commands are there to be tried */
export const examples = (laboratory: boolean): string =>
  HELP.split('\n')
    .filter((line) => laboratory || !Object.hasOwn(LABORATORY, /^ {2}graft (\w+)/.exec(line)?.[1] ?? ''))
    .join('\n')

const HELP = `
Examples:
  graft run                                 run ten episodes on field F1 of the virtual robot, then write a report
  graft run --field F3 --seed 7 --json      the same on another field, with JSON output
  graft run --fields my-field.yaml          use your own field
  graft run --resume F1-s1-1a2b3c4d         resume an interrupted run
  graft fields check my-field.yaml          check a field file; problems come with line and column
  graft models verify                       check that the models are the shipped ones
  graft models add my-model.gguf            add your own model, for run --actor-model or --critic-model
  graft bench vrl                           compare critics and actors over ten episodes
  graft tap F1-s1-1a2b3c4d                  show and check the serial traffic of a run with --wire
  graft twin check my-tree.xml              check every branch of a plan; nothing moves
  graft run --world home --task tidy        learn a task in the simulated home instead (docs/worlds.md)
  graft new world kitchen                   make a world of your own that works, to change it (docs/worlds.md)
  graft world check home                    check a world, its robot, its task and its tree
  graft serve                               serve a virtual robot; then run graft console in another terminal
  graft replay F1-s1-1a2b3c4d --episode 2   run an episode again and compare it; --at 12.3s shows its state at that time
  graft doctor                              check that this computer is ready for the robot
  graft faults --group link                 inject faults and show how each one ends
  graft console status                      show what the robot's service is doing; without a command it is interactive
  graft bt check my-tree.xml                check a behaviour tree; problems come with line and column

Exit codes, the same for every command (docs/exit-codes.md):
${(Object.keys(EXIT) as (keyof typeof EXIT)[])
  .map((name) => `  ${String(EXIT[name]).padStart(3)}  ${EXIT_MEANINGS[name]}`)
  .join('\n')}`
