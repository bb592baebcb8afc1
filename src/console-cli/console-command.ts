import { FIELD_EXAMPLES } from '#app/command-line/field-examples.js'
import type { Command } from 'commander'
import { endWithTheReader, processIo, type Io } from '#terminal/io.js'
import type { ExitCode } from '#app/command-line/exit-code.js'
import { named, wholeNumber } from '#app/command-line/options.js'
import type { ConsoleOptions } from './open-console.js'

/** `graft console`: operates a robot's service from a terminal. */
export function addConsoleCommand(
  program: Command,
  finish: (code: ExitCode) => void,
  io: Io = processIo(),
): void {
  const command = program
    .command('console')
    .description("operate a robot's service: status, run, arm, stop, teleop; interactive without a command")
    .argument('[words...]', 'one command with its parameters: status, run --field F2, alarm ack ID "seen"')
    .option('--endpoint <url>', 'address of the service (default: from the key file)')
    .option('--key <file>', "your key (default: $GRAFT_KEY, else the service's own on this machine)")
    .option('--name <name>', 'your name in the log (default: the name of the key)', named)
    .option('--json', 'answers as JSON, one per line; watch: every event', false)
    .option('--yes', 'arm: confirm without asking; only for scripts that know everybody is clear', false)
    .option('--timeout <seconds>', 'how long to wait for an answer', wholeNumber(1, 600), 5)
    .allowUnknownOption()
    .addHelpText('after', HELP)
    .action(async (words: readonly string[], options: ConsoleOptions) => {
      const { openConsole } = await import('./open-console.js')
      finish(await openConsole(words, options, io))
    })
  if (io.out === process.stdout) command.hook('preAction', endWithTheReader)
}

const HELP = `
Without a command it is interactive: a prompt with the robot's state, completion with Tab, history, alarms as they
occur. help lists all commands, help run shows the parameters of one.

In addition to the commands of the protocol (docs/CONSOLE.md):
  watch      the running tree, camera, score, alarms and log, live; plain lines in a pipe, all events with --json
  teleop     drive manually: w a s d or arrows, q e turn, space stops; releasing the key stops within the window.
             In a world, step by step: the keys of its robot.yaml, or a line such as : Pick item=red_cube
  help       every command, and who may send it

Examples:
  graft console status
  graft console run --field F2 --episodes 3 && graft console arm
  graft console arm --yes                                  in a script: arm and confirm
  graft console do bring the milk to the kitchen table     shows the plan; do confirm ID carries it out
  graft console stop                                       estop latches until reset
  ${FIELD_EXAMPLES.acknowledge}
  ${FIELD_EXAMPLES.sceneReset}
  graft console tree diff 1a2b3c4d 5e6f7a8b
  graft console episode show 3 --run F2-s1-1a2b3c4d
  graft console tree stage --field F2 --xml @better.xml --cause "shorter way"
  graft console watch --json | grep '"kind":"refusal"'
  graft console --endpoint tcp://robot.local:5870 --key me.graft-key

A tour: docs/console-tour.md

Exit codes: 0 done · 2 refused, or a bad command line · 7 no answer · 9 not confirmed · 130 interrupted`
