import { Command, CommanderError } from 'commander'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { guardOutputs } from '#app/command-line/terminal-guard.js'
import { version } from '#documents/read-text-file.js'
import { type Commands, LABORATORY } from './laboratory.js'

/**
 * The graft command line. Results go to stdout, diagnostics to stderr.
 * @param argv arguments after node and the script
 * @param name `graft-lab` offers only the commands of the laboratory
 */
export async function main(
  argv: readonly string[],
  name: 'graft' | 'graft-lab' = 'graft',
): Promise<ExitCode> {
  guardOutputs()
  let code: ExitCode = EXIT.ok
  const finish = (exit: ExitCode): void => {
    code = exit
  }
  const program = new Command(name)
    .description(
      name === 'graft'
        ? 'Runs behaviour-tree policies on a robot and makes them better by words.'
        : 'Measures graft: benches, the catalogue of faults, sets of episodes.',
    )
    .version(version())
    .showHelpAfterError(`(${name} <command> --help shows what a command takes)`)
    .exitOverride()
    .addHelpText('after', name === 'graft' ? HELP : '')
  try {
    for (const [heading, commands] of wanted(argv, name === 'graft' ? GROUPS : [['Measure:', LABORATORY]])) {
      program.commandsGroup(heading)
      for (const load of Object.values(commands)) (await load())(program, finish)
    }
    await program.parseAsync([...argv], { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    process.stderr.write(`graft has a bug, please report it with this text:\n${describe(error)}\n`)
    return EXIT.bug
  }
}

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
      report: async () => (await import('./commands/report.js')).addReportCommand,
      note: async () => (await import('./commands/note.js')).addNoteCommand,
      fields: async () => (await import('./commands/fields.js')).addFieldsCommand,
      models: async () => (await import('./models/models-command.js')).addModelsCommand,
    },
  ],
  [
    'In the field:',
    {
      serve: async () => (await import('#service/serve-command.js')).addServeCommand,
      console: async () => (await import('./console/console-command.js')).addConsoleCommand,
      keys: async () => (await import('./keys/keys-command.js')).addKeysCommand,
      config: async () => (await import('./config/config-command.js')).addConfigCommand,
      doctor: async () => (await import('./doctor/doctor-command.js')).addDoctorCommand,
      install: async () => (await import('./install/install-command.js')).addInstallCommand,
      'safe-stop': async () => (await import('./safe-stop/safe-stop-command.js')).addSafeStopCommand,
      store: async () => (await import('./store/store-command.js')).addStoreCommand,
    },
  ],
  [
    'Look into what happened:',
    {
      replay: async () => (await import('./replay/replay-command.js')).addReplayCommand,
      record: async () => (await import('./record/record-command.js')).addRecordCommand,
      tap: async () => (await import('./commands/tap.js')).addSnifferCommand,
    },
  ],
  [
    'Trees and their twin:',
    {
      bt: async () => (await import('./bt/bt-command.js')).addBtCommand,
      twin: async () => (await import('./twin/twin-command.js')).addTwinCommand,
    },
  ],
  ['Measure:', LABORATORY],
]

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)

const HELP = `
Try:
  graft run                                 ten episodes on field F1 of the virtual robot, then a report
  graft run --field F3 --seed 7 --json      the same on another field, for machines
  graft run --fields my-field.yaml          a field of yours
  graft run --resume F1-s1-1a2b3c4d         go on where a run was interrupted
  graft fields check my-field.yaml          is the file right? every problem with line and column
  graft models verify                       are the models the ones that were shipped?
  graft models add my-model.gguf            a model of yours, for run --actor-model or --critic-model
  graft bench vrl                           what ten episodes teach: critics and actors in one table
  graft tap F1-s1-1a2b3c4d                  what was on the serial line of a run with --wire, and was all of it \
permitted?
  graft twin check my-tree.xml              would the plan work? every branch, nothing moves
  graft serve                               the service with a virtual robot; graft console in another terminal
  graft replay F1-s1-1a2b3c4d --episode 2   run an episode again: is it identical? --at 12.3s looks into it
  graft doctor                              is this computer fit for the robot?
  graft faults --group link                 break things on purpose: how does each fault end?
  graft console status                      what does the robot's service do? graft console alone is for driving it
  graft bt check my-tree.xml                is the behaviour tree right? every problem with line and column

Exit codes: 0 done · 1 bug · 2 bad command line or input · 3 models missing or changed · 4 link lost ·
            5 emergency stop · 6 the tree of bt run failed · 7 nobody answers on the console · 130 interrupted`
