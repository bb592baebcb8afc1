import { Command, CommanderError } from 'commander'
import { addBenchCommand } from './bench/bench-command.js'
import { addBtCommand } from './bt/bt-command.js'
import { EXIT, type ExitCode } from './exit-code.js'
import { addFaultsCommand } from './commands/faults.js'
import { addFieldsCommand } from './commands/fields.js'
import { addKeysCommand } from './keys/keys-command.js'
import { addModelsCommand } from './models/models-command.js'
import { addReportCommand } from './commands/report.js'
import { addServeCommand } from './serve/serve-command.js'
import { addRunCommand } from './commands/run.js'
import { addTapCommand } from './commands/tap.js'
import { addRecordCommand } from './record/cli/record-command.js'
import { addReplayCommand } from './replay/replay-command.js'
import { addConsoleCommand } from './console/console-command.js'
import { addDoctorCommand } from './doctor/doctor-command.js'
import { addInstallCommand } from './install/install-command.js'
import { addSafeStopCommand } from './safe-stop/safe-stop-command.js'
import { addConfigCommand } from './site/config-command.js'
import { addStoreCommand } from './store/store-command.js'
import { addDataCommand } from './data/data-command.js'
import { addTwinCommand } from './twin/twin-command.js'
import { guardOutputs } from './terminal/guard.js'
import { version } from './version.js'

/**
 * The graft command line. Results go to stdout, everything about them to stderr.
 * @param argv arguments without node and script
 */
export async function main(argv: readonly string[]): Promise<ExitCode> {
  guardOutputs()
  let code: ExitCode = EXIT.ok
  const finish = (exit: ExitCode): void => {
    code = exit
  }
  const program = new Command('graft')
    .description('Runs behaviour-tree policies on a robot and makes them better by words.')
    .version(version())
    .showHelpAfterError('(graft <command> --help shows what a command takes)')
    .exitOverride()
  for (const [heading, commands] of COMMANDS) {
    program.commandsGroup(heading)
    for (const add of commands) add(program, finish)
  }
  program.addHelpText('after', HELP)
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    process.stderr.write(`graft has a bug, please report it with this text:\n${describe(error)}\n`)
    return EXIT.bug
  }
}

type AddCommand = (program: Command, finish: (code: ExitCode) => void) => void

const COMMANDS: readonly (readonly [heading: string, commands: readonly AddCommand[]])[] = [
  ['Learn:', [addRunCommand, addReportCommand, addFieldsCommand, addModelsCommand]],
  [
    'In the field:',
    [
      addServeCommand,
      addConsoleCommand,
      addKeysCommand,
      addConfigCommand,
      addDoctorCommand,
      addInstallCommand,
      addSafeStopCommand,
      addStoreCommand,
    ],
  ],
  ['Look into what happened:', [addReplayCommand, addRecordCommand, addTapCommand]],
  ['Trees and their twin:', [addBtCommand, addTwinCommand]],
  ['Measure:', [addBenchCommand, addDataCommand, addFaultsCommand]],
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
  graft tap F1-s1-1a2b3c4d                  what was on the serial line of a run with --wire, and was all of it permitted?
  graft twin check my-tree.xml              would the plan work? every branch, nothing moves
  graft serve                               the service with a virtual robot; graft console in another terminal
  graft replay F1-s1-1a2b3c4d --episode 2   run an episode again: is it identical? --at 12.3s looks into it
  graft doctor                              is this computer fit for the robot?
  graft faults --group link                 break things on purpose: how does each fault end?
  graft console status                      what does the robot's service do? graft console alone is for driving it
  graft bt check my-tree.xml                is the behaviour tree right? every problem with line and column

Exit codes: 0 done · 1 bug · 2 bad command line or input · 3 models missing or changed · 4 link lost ·
            5 emergency stop · 6 the tree of bt run failed · 7 nobody answers on the console · 130 interrupted`
