import type { Command } from 'commander'
import { addCheck } from './commands/check.js'
import { addDiff, addEdit, addFmt } from './commands/edits.js'
import { addDraw } from './commands/draw.js'
import { addLog } from './commands/log.js'
import { addNodes } from './commands/nodes.js'
import { addRun } from './commands/run.js'
import type { Finish } from './commands/shared.js'
import { addTrace } from './commands/trace.js'
import { addWatch } from './commands/watch.js'
import { endWithTheReader, processIo, type Io } from '#terminal/io.js'

/**
 * `graft bt …`: the behaviour-tree engine's tools, which need neither robot nor models.
 * @param io the process's own streams, except in tests
 */
export function addBtCommand(program: Command, finish: Finish, io: Io = processIo()): void {
  const bt = program
    .command('bt')
    .description('check, run, watch and edit behaviour trees; needs no robot and no models')
    .addHelpText('after', HELP)
  if (io.out === process.stdout) bt.hook('preAction', endWithTheReader)
  for (const add of [addCheck, addExplain, addNodes, addRun, addWatch, addLog]) add(bt, finish, io)
  for (const add of [addFmt, addDiff, addEdit, addDraw, addTrace]) add(bt, finish, io)
}

const HELP = `
Examples:
  graft bt check mission.xml                      list all problems, with line, column and fix
  graft bt run mission.xml --mock success         run it with simulated skills and watch it

The manual: docs/bt/README.md`

export function addExplain(bt: Command, finish: Finish, io: Io): void {
  bt.command('explain')
    .description('explain a problem code, with an example; without a code, list all codes')
    .argument('[code]', 'such as bt.unknown-node')
    .option('--json', 'one JSON object per line', false)
    .addHelpText(
      'after',
      `
Examples:
  graft bt explain bt.unknown-node
  graft bt explain --json                         all codes, as JSON`,
    )
    .action(async (code: string | undefined, options: { readonly json: boolean }) => {
      const { explain } = await import('./explain/explain.js')
      finish(explain(code, options, io))
    })
}
