import type { Command } from 'commander'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import { named } from '#app/command-line/options.js'
import { addStateOptions } from '#app/run-folder/state-folder.js'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'
import type { Answer, MemoryOptions } from './places.js'

type Answered = Result<Answer, readonly Diagnostic[]>

/** `graft memory`: what the robot has learned from its orders, to look at and to correct. */
export function addMemoryCommand(program: Command, finish: (code: ExitCode) => void): void {
  const memory = program
    .command('memory')
    .description('what the robot has learned from its orders: inspect, correct and transfer it')
    .addHelpText('after', HELP)
  const show = (answered: Answered): void => {
    if (answered.ok) {
      for (const line of answered.value.lines) process.stdout.write(`${line}\n`)
      for (const line of answered.value.remarks) process.stderr.write(`${line}\n`)
      return
    }
    for (const problem of answered.error) process.stderr.write(`${formatDiagnostic(problem)}\n`)
    finish(EXIT.usage)
  }
  addReading(memory, show)
  addChanging(memory, show)
}

function addReading(memory: Command, show: (answered: Answered) => void): void {
  const reading = async () => import('./read-lessons.js')
  withWorld(addStateOptions(memory.command('list')))
    .description('list the lessons, one per line: id, text, evidence')
    .action(async (options: MemoryOptions) => show(await (await reading()).listLessons(options)))
  withWorld(addStateOptions(memory.command('show').argument('<id>', 'id of a lesson, or its beginning')))
    .description('show one lesson whole, as a file of lessons has it')
    .action(async (id: string, options: MemoryOptions) =>
      show(await (await reading()).showLesson(id, options)),
    )
  withWorld(addStateOptions(memory.command('export').argument('<file>', 'file to write; - for stdout')))
    .description('write lessons to a file, for people or for another robot')
    .action(async (file: string, options: MemoryOptions) =>
      show(await (await reading()).exportLessons(file, options)),
    )
}

function addChanging(memory: Command, show: (answered: Answered) => void): void {
  const changing = async () => import('./change-lessons.js')
  withWorld(addStateOptions(memory.command('edit').argument('<id>', 'id of a lesson, or its beginning')))
    .description(
      'edit one lesson in $VISUAL or $EDITOR; mistakes are shown at their line, and nothing is stored',
    )
    .option('--from <file>', 'take the edited lesson from a file instead')
    .action(async (id: string, options: MemoryOptions & { readonly from?: string }) =>
      show(await (await changing()).editLesson(id, options)),
    )
  withWorld(
    addStateOptions(memory.command('forget').argument('[ids...]', 'ids of lessons, or their beginnings')),
  )
    .description('remove lessons for good')
    .option('--all', 'all of them (with --world: all of that world)', false)
    .action(async (ids: string[], options: MemoryOptions & { readonly all: boolean }) =>
      show(await (await changing()).forgetLessons(ids, options)),
    )
  addStateOptions(
    memory
      .command('import')
      .argument('<file>', 'file of lessons')
      .requiredOption('--world <world>', WORLD, named),
  )
    .description('import lessons; those of another robot wait in quarantine until the twin agrees')
    .option('--robot <name>', 'the robot that they are for (default: that of the world)', named)
    .action(
      async (file: string, options: MemoryOptions & { readonly world: string; readonly robot?: string }) =>
        show(await (await changing()).importFile(file, options)),
    )
}

const WORLD = 'the world of the lessons: one that ships with graft, or a folder'
const withWorld = (command: Command): Command => command.option('--world <world>', WORLD, named)

const HELP = `
A lesson is a rule that the digital twin can check: when CONDITION, prefer | avoid | first | believe. It is learned
from a step that failed and from what worked afterwards, names types only after several objects have shown it, and is
counted each time it holds or does not. A lesson advises the planner; it never overrides a check or a permit.

Examples:
  graft memory list --world tabletop        what was learned there, and how well it holds
  graft memory show 68b0                    one lesson whole; the beginning of its id suffices
  graft memory edit 68b0                    correct its rule or what it is about; it is checked before it is stored
  graft memory forget 68b0                  remove it
  graft memory export lessons.yaml          write all to a file
  graft memory import lessons.yaml --world tabletop --robot arm-2

list, show and export only read, and can be used while the service runs; the others need the store for themselves.
Exit codes: 0 done · 2 no such lesson, a file with mistakes, or a store that cannot be used`
