import type { Command } from 'commander'
import { formatDiagnostic } from '#base/diagnostic.js'
import { EXIT, type ExitCode } from '#app/command-line/exit-code.js'
import type { FaultOptions } from './cli/choose.js'
import { wholeNumber } from '#app/command-line/options.js'

export function addFaultsCommand(program: Command, finish: (code: ExitCode) => void): void {
  program
    .command('faults')
    .description('make things go wrong on the virtual robot, and see that each ends as it should')
    .option('--class <id>', 'only this class; may be given several times', collect, [])
    .option('--group <name>', 'only the classes of this group')
    .option('--seeds <n>', 'runs of each class: seeds 1 to n', wholeNumber(1, 100_000), 3)
    .option(
      '--jobs <n>',
      'worker processes; with more than one, runs end in any order',
      wholeNumber(1, 256),
      1,
    )
    .option('--list', 'list the classes, run nothing', false)
    .option('--json', 'one JSON object per run, and a summary, on stdout', false)
    .addHelpText('after', HELP)
    .action(async (options: FaultOptions) => {
      // bench, models and firmware take a moment to load: only who runs them pays for it
      const { choose } = await import('./cli/choose.js')
      const chosen = choose(options)
      if (!chosen.ok) {
        process.stderr.write(`${formatDiagnostic(chosen.error)}\n`)
        return finish(EXIT.usage)
      }
      const { listFaults, showFaults } = await import('./cli/show.js')
      if (options.list) return listFaults(chosen.value, options.json, process.stdout)
      const { createProgress } = await import('#lab/bench/progress.js')
      const all = chosen.value.length * options.seeds
      const progress = createProgress(all, 0, process.stderr, () => performance.now())
      const right = await showFaults(chosen.value, options, process.stdout, progress)
      finish(right ? EXIT.ok : EXIT.no)
    })
}

const collect = (id: string, before: readonly string[]): readonly string[] => [...before, id]

const HELP = `
Every class of faults is run on the virtual robot with the real firmware, in virtual time: a cable is pulled, a block
falls, the camera goes black, the disk is full; those of the tabletop on its arm, in MuJoCo. Moment and size follow from
the seed. A run is right when it ends as the class declares, when the safety witness counted nothing unsafe, and when
the fault really took place.

Groups: link, robot, camera, model, storage, process, time, operator, tabletop. What each class is: docs/FAULTS.md

  graft faults                              every class, three seeds each; about two minutes
  graft faults --class link-unplug --seeds 25
  graft faults --seeds 25 --jobs 2          in two processes, with progress on stderr
  graft faults --group camera --seeds 1 --json   a line a run, for machines:
      {"type":"fault","class":…,"seed":…,"declared":…,"end":…,"unsafe":0}, then {"type":"summary",…}
      (declared: the right ends, with | between them)

Exit codes: 0 every run is right · 1 one is not · 2 no such class or group`
