import { plural } from '#app/command-line/words.js'
import type { Progress } from '#lab/bench/progress.js'
import { closeBench } from '../bench/learning/vision.js'
import type { FaultClass } from '../fault-class.js'
import { endsOf, isRight, runFaults, violationsOf, type FaultRun } from '../run-faults.js'
import type { FaultOptions } from './choose.js'

export interface Output {
  write(text: string): unknown
}

/**
 * Runs the classes and shows them: a row as soon as all runs of a class have ended.
 * @param progress told of each run that has ended
 * @returns whether every run was right
 */
export async function showFaults(
  classes: readonly FaultClass[],
  { seeds, json, jobs }: Pick<FaultOptions, 'seeds' | 'json' | 'jobs'>,
  out: Output,
  progress?: Progress,
): Promise<boolean> {
  const runs: FaultRun[] = []
  if (!json) out.write(heading(classes.length, seeds))
  try {
    await runFaults(classes, { seeds, jobs }, (run) => {
      runs.push(run)
      const ofClass = runs.filter(({ fault }) => fault === run.fault)
      const text = json ? `${JSON.stringify(lineOf(run))}\n` : ofClass.length === seeds ? rowOf(ofClass) : ''
      if (text !== '') {
        progress?.done()
        out.write(text)
      }
      progress?.step(`${run.fault.id} ${run.seed}`)
    })
  } finally {
    progress?.done()
    await closeBench()
  }
  out.write(json ? `${JSON.stringify(summaryOf(classes, seeds, runs))}\n` : footing(runs))
  return runs.length === classes.length * seeds && runs.every(isRight)
}

export function listFaults(classes: readonly FaultClass[], json: boolean, out: Output): void {
  for (const { id, group, title, declared, cause } of classes) {
    const line = { type: 'class', class: id, group, title, declared: declared.join('|'), cause }
    out.write(json ? `${JSON.stringify(line)}\n` : `${id.padEnd(WIDTH)}${title} → ${declared.join(' or ')}\n`)
  }
}

const lineOf = ({ fault, seed, outcome }: FaultRun) => ({
  type: 'fault',
  class: fault.id,
  seed,
  declared: fault.declared.join('|'),
  end: outcome.end,
  unsafe: outcome.violations.length,
  detail: outcome.detail,
})

const summaryOf = (classes: readonly FaultClass[], seeds: number, runs: readonly FaultRun[]) => ({
  type: 'summary',
  classes: classes.length,
  seeds,
  runs: runs.length,
  asDeclared: runs.filter(isRight).length,
  unsafe: violationsOf(runs).length,
  ends: Object.fromEntries(endsOf(runs)),
  seconds: round(runs),
})

const WIDTH = 26

const heading = (classes: number, seeds: number): string =>
  `${plural(classes, 'class', 'classes')} of faults, ${plural(seeds, 'run')} each, on the virtual robot\n\n`

/** One class on one line, and what is not right below it. */
function rowOf(runs: readonly FaultRun[]): string {
  const [first] = runs
  if (first === undefined) return ''
  const wrong = runs.filter((run) => !isRight(run))
  const ends = endsOf(runs).map(([end, count]) => (runs.length === 1 ? end : `${count} ${end}`))
  const mark = wrong.length === 0 ? '✓' : '✗'
  const unsafe = violationsOf(runs).length
  const head =
    `${mark} ${first.fault.id.padEnd(WIDTH)}${ends.join(', ').padEnd(34)}unsafe ` +
    `${unsafe}  ${round(runs).toFixed(1).padStart(6)} s\n`
  return head + wrong.map(complaint).join('')
}

function complaint({ fault, seed, outcome }: FaultRun): string {
  const why = [
    `    seed ${seed}: ended ${outcome.end}, declared ${fault.declared.join(' or ')}: ${outcome.detail}`,
    ...outcome.violations.map(({ kind, t, text }) => `    unsafe at ${t} ms: ${kind}: ${text}`),
  ]
  return `${why.join('\n')}\n`
}

function footing(runs: readonly FaultRun[]): string {
  const wrong = runs.filter((run) => !isRight(run)).length
  const ends = endsOf(runs).map(([end, count]) => `${count} ${end}`)
  const decision = wrong === 0 ? 'all as declared' : `${wrong} not as declared`
  return (
    `\n${plural(runs.length, 'run')}, ${decision}, ${violationsOf(runs).length} ` +
    `unsafe, ${round(runs)} s\n${ends.join(', ')}\n`
  )
}

/** seconds, to a tenth */
const round = (runs: readonly FaultRun[]): number =>
  Math.round(runs.reduce((sum, { took }) => sum + took, 0) / 100) / 10
