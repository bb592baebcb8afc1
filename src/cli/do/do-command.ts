import type { Command } from 'commander'
import { interruptible, type ExitCode } from '#app/command-line/exit-code.js'
import { addRunOptions, named, type RunOptions } from '#app/command-line/options.js'
import type { DoOptions } from './with-chat.js'

export function addDoCommand(program: Command, finish: (code: ExitCode) => void): void {
  const command = program
    .command('do')
    .argument('<order>', 'what is to be done, in plain words')
    .description('do what is said: understand it, plan it, show the plan, and execute it once agreed')
    .option('--speaker <name>', 'who says it, where the world has people: me is that person', named)
    .option('--yes', 'do not ask for agreement; doubts are asked about all the same', false)
    .option('--plan', 'show what was understood and the plan; move nothing', false)
    .option(
      '--chat <where>',
      'a chat model reads it, too: the address of its server, or a folder with a GGUF file',
    )
    .option('--chat-model <name>', 'name of the model at that server (default: the only one that it has)')
    .option('--config <file>', 'configuration whose section chat says the rest: hosts, key, limits')
  addRunOptions(command)
    .addHelpText('after', HELP)
    .action(async (order: string, options: RunOptions & Partial<DoOptions>) => {
      finish(
        await interruptible(
          async (signal) => {
            const { executeDo } = await import('./execute-do.js')
            return executeDo(order, { world: 'home', yes: false, plan: false, ...options }, signal)
          },
          STOPPING,
          AT_ONCE,
        ),
      )
    })
}

const STOPPING = '\nstopping the robot (Ctrl-C again to quit at once)…\n'
const AT_ONCE = '\nquit at once: nobody has waited until the robot stands, so look at it\n'

const HELP = `
Examples:
  graft do "bring the milk to the kitchen table"             asks before anything moves
  graft do --speaker anna "bring me my book, then close the fridge"
  graft do --world tabletop --plan "put the cubes in the drawer without opening the window"
  graft do --chat http://127.0.0.1:8080 "clear the table"     llama-server, Ollama, vLLM: docs/language-models.md

Exit codes: 0 done, or so already · 2 not understood, no plan, or not agreed · 4 no robot, or the link to it was lost ·
5 an emergency stop ended it · 6 it was tried and is not so · 130 interrupted`
