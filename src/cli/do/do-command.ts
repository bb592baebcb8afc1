import { Command } from 'commander'
import { interruptible, type ExitCode } from '#app/command-line/exit-code.js'
import { named, typedOptions, type RunOptions } from '#app/command-line/options.js'
import { addOrderOptions, defaultRunOptions } from '#app/command-line/order-options.js'
import { addStateOptions } from '#app/run-folder/state-folder.js'
import type { DoOptions } from './with-chat.js'

export function addDoCommand(program: Command, finish: (code: ExitCode) => void): void {
  const command = program
    .command('do')
    .argument('[order...]', 'what is to be done, in plain words')
    .description('carry out an order in words: understand it, show the plan, and execute it once you agree')
    .option(
      '--world <name>',
      'where: home, tabletop, field, service, task-board, or a folder (docs/worlds.md)',
      named,
      'home',
    )
    .option('--speaker <name>', 'who gives the order, in a world with people: me is that person', named)
    .option('--yes', 'do not ask for agreement; still ask about doubts', false)
    .option('--plan', 'show what was understood and the plan; move nothing', false)
    .option('--resume', 'resume the order that was cut off, from the current state', false)
    .option('--forget', 'drop the order that was cut off; with a new order: drop it first', false)
    .option(
      '--no-memory',
      'neither follow lessons of earlier orders nor learn from this one (docs/memory.md)',
    )
    .option(
      '--chat <where>',
      'let a chat model read it, too: the address of its server, or a folder with a GGUF file',
    )
    .option('--chat-model <name>', 'name of the model at that server (default: the only one that it has)')
    .option('--config <file>', 'configuration whose section chat has the rest: hosts, key, limits')
  addStateOption(addOrderOptions(command))
    .addHelpText('after', HELP)
    .action(async (words: readonly string[], { resume, ...options }: TypedOptions) => {
      const all = { ...defaultRunOptions(), ...options, goOn: resume, given: typedOptions(command) }
      finish(await guarded(words.join(' '), all))
    })
}

/** `--resume` of `graft run` names a run: here there is only one order to go on with. */
type TypedOptions = Omit<DoOptions & Partial<RunOptions>, 'resume' | 'goOn'> & { readonly resume: boolean }

/** The first Ctrl-C stops the robot; the second ends the process at once. */
const guarded = (order: string, options: RunOptions & DoOptions): Promise<ExitCode> =>
  interruptible(
    async (signal) => {
      const { executeDo } = await import('./execute-do.js')
      return executeDo(order, options, signal)
    },
    STOPPING,
    AT_ONCE,
  )

/** Where the memory is kept: as for `graft memory`. */
function addStateOption(command: Command): Command {
  for (const option of addStateOptions(new Command()).options)
    if (option.attributeName() === 'state') command.addOption(option)
  return command
}

const STOPPING = '\nstopping, and the robot if it moves (Ctrl-C again to quit at once)…\n'
const AT_ONCE = '\nquit at once: nobody has waited until the robot stands, so look at it\n'

const HELP = `
With --plan --json it prints one JSON object: kind (plan, holds, question or refused), the reading with its goals and
what must never be, the plan with what it leaves open, or the choices, the answer to a question about facts, the lessons
that it follows, and exit, the exit code.

Examples:
  graft do "bring the milk to the kitchen table"             asks before anything moves
  graft do --speaker anna "bring me my book"
  graft do --world tabletop --plan "put the red cube on the blue cube"
  graft do --plan --json "put the book in the cabinet"       for scripts; nothing moves
  graft do --resume                                           resumes an order that was cut off, for whatever reason
  graft do --chat http://127.0.0.1:8080 "clear the table"     llama-server, Ollama, vLLM: docs/language-models.md

Exit codes: 0 done, already true, answered, or a plan without doubts was shown ·
2 refused: not understood, or no plan found · 4 no robot, or the link to it was lost ·
5 an emergency stop ended it · 6 tried, but not achieved ·
9 a person has to answer: doubt, several readings, something missing, or no agreement · 130 interrupted

With --plan the plan of a single reading is shown even when the code is 9. With --json the codes are the same.`
