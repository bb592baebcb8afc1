import type { Command } from 'commander'
import { type ExitCode, interruptible } from '#app/command-line/exit-code.js'
import type { ServeOptions } from './serve.js'

export function addServeCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('serve')
    .description('the service on the robot: console, web page, store and recordings; moves nothing by itself')
    .option(
      '--config <file>',
      'its configuration (graft config check); without one a virtual robot on loopback',
    )
    .option('--world <name>', 'a world, instead of world.name: home, tabletop, or a folder (docs/worlds.md)')
    .option('--task <name>', 'a task of that world, instead of world.task')
    .option('--state <dir>', 'its state folder, instead of store.dir in the configuration')
    .addHelpText('after', HELP)
    .action(async (options: ServeOptions) => finish(await serveInterruptibly(options)))
}

/** The first signal stops the robot and ends the service cleanly, the second one ends it at once. */
const serveInterruptibly = (options: ServeOptions): Promise<ExitCode> =>
  interruptible(async (signal) => {
    const { serve } = await import('./serve.js')
    return serve(options, signal)
  })

const HELP = `
It comes up SAFE and stays so until somebody at the console starts a run, arms, and confirms:

  graft serve                       a virtual robot; its state in .graft in this folder
  graft serve --world tabletop      the arm at the table; the virtual robot of any world
  graft serve --config graft.yaml   another world, a robot of your own (docs/config.md)
  graft console                     in another terminal of the same folder: run, arm, confirm, watch
  graft console watch               the live tree; the web page shows the same: http://127.0.0.1:8087

docs/service.md explains how systemd starts it on a robot, docs/CONSOLE.md how to talk to it.

Exit codes: 0 stopped, and the robot stands · 2 the configuration, the state folder or an address cannot be used ·
3 the program of the virtual robot is missing or differs · 130 ended at once by a second Ctrl-C`
