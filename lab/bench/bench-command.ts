import type { Command } from 'commander'
import type { ExitCode } from '#app/command-line/exit-code.js'
import { addActorBench } from './actor/actor-bench.js'
import { addCriticBench } from './critic/critic-bench.js'
import { addDetectorBench } from './detector/detector-command.js'
import { addEncountersBench } from './encounters/encounters-command.js'
import { addKidnappedBench } from './kidnapped/kidnapped-command.js'
import { addMemoryBench } from './memory/memory-bench-command.js'
import { addPoseBench } from './pose/pose-command.js'
import { addRepairBench } from './repair/repair-command.js'
import { addSearchBench } from './search/search-command.js'
import { addServiceBench } from './service/service-command.js'
import { addUnderstandBench } from '#lab/understand/understand-command.js'
import { addTaskBoardBench } from './task-board/task-board-command.js'
import { addVrlBench } from './vrl/vrl-command.js'
import { addWorldBench } from './world/world-command.js'

/** `graft bench`: measurements that take minutes and print a table. */
export function addBenchCommand(program: Command, finish: (code: ExitCode) => void): void {
  const bench = program
    .command('bench')
    .description('how good are critic, actor and what comes of both?')
    .addHelpText('after', HELP)
  addVrlBench(bench, finish)
  addRepairBench(bench, finish)
  addCriticBench(bench, finish)
  addActorBench(bench, finish)
  addWorldBench(bench, finish)
  addSearchBench(bench, finish)
  addMemoryBench(bench, finish)
  addServiceBench(bench, finish)
  addUnderstandBench(bench, finish)
  addDetectorBench(bench, finish)
  addTaskBoardBench(bench, finish)
  addPoseBench(bench, finish)
  addEncountersBench(bench, finish)
  addKidnappedBench(bench, finish)
}

const HELP = `
Exit codes: 0 measured · 2 the command line or an input was refused · 3 a model is missing or differs · 130 interrupted`
