import type { Command } from 'commander'
import { addCheck } from './commands/check.js'
import { addExplain } from './commands/explain.js'
import { addNodes } from './commands/nodes.js'
import { addRun } from './commands/run.js'
import type { Finish } from './commands/shared.js'
import { addTrace } from './commands/trace.js'
import { addWatch } from './commands/watch.js'

/** `graft bt …`: the behaviour-tree engine's tools, which need neither robot nor models. */
export function addBtCommand(program: Command, finish: Finish): void {
  const bt = program
    .command('bt')
    .description('behaviour trees: check them, run them, look at them; no robot and no models needed')
    .addHelpText('after', HELP)
  addCheck(bt, finish)
  addExplain(bt, finish)
  addNodes(bt, finish)
  addRun(bt, finish)
  addWatch(bt, finish)
  addTrace(bt, finish)
}

const HELP = `
Examples:
  graft bt check mission.xml                      every problem, with line, column and what to do
  graft bt run mission.xml --mock success         watch it run, with simulated skills

The manual: docs/bt/README.md`
