import { writeFileSync } from 'node:fs'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { DataDomain } from '#worlds/assemble.js'
import { readDomain } from '#worlds/files/read-domain.js'
import type { Progress } from '../progress.js'
import { csvOf, figuresOf, shortestOf, tableOf, type SearchFigures, type SearchRow } from './figures.js'
import { breadthFirst, isSound, PLANNERS, type PlannerName, type Said } from './planners.js'
import { drawProblems, type Problem } from './problems.js'

export interface SearchBench {
  readonly count: number
  readonly seed: number
  readonly worlds: readonly string[]
  readonly planners: readonly PlannerName[]
  /** states that breadth-first search may look at */
  readonly breadth: number
  readonly csv?: string
  /** milliseconds by the clock, and of the processor */
  readonly now: () => number
  readonly cpu: () => number
  readonly progress: (all: number) => Progress
  readonly signal: AbortSignal
}

/** `graft-lab bench search`: every planner on the same problems, drawn at random from a seed. */
export async function runSearchBench(
  bench: SearchBench,
): Promise<Result<{ readonly page: string; readonly json: unknown }, readonly Diagnostic[]>> {
  const worlds: DataDomain[] = []
  for (const name of bench.worlds) {
    const read = await readDomain(name)
    if (!read.ok) return read
    worlds.push(read.value)
  }
  const problems = drawProblems(worlds, bench)
  const progress = bench.progress(problems.length)
  const rows: SearchRow[] = []
  for (const problem of problems) {
    if (bench.signal.aborted) break
    rows.push(...rowsOf(problem, bench))
    progress.step(problem.name)
    // lets Ctrl-C through
    await new Promise<void>((resolve) => void setImmediate(resolve))
  }
  progress.done()
  const unwritten = bench.csv === undefined ? undefined : written(bench.csv, csvOf(rows))
  if (unwritten !== undefined) return err([unwritten])
  const best = shortestOf(rows)
  const figures = bench.planners.map((planner): readonly [string, SearchFigures] => [
    planner,
    figuresOf(
      rows.filter((row) => row.planner === planner),
      best,
    ),
  ])
  return ok({ page: pageOf(bench, rows), json: Object.fromEntries(figures) })
}

/** All planners on one problem; breadth-first search comes first, since it judges the others. */
export function rowsOf(
  problem: Problem,
  { planners, breadth, now, cpu }: Pick<SearchBench, 'planners' | 'breadth' | 'now' | 'cpu'>,
): readonly SearchRow[] {
  const judge = timed(() => breadthFirst(problem.domain, breadth), { now, cpu })
  const known = judge.said.steps?.length ?? (judge.said.proved ? 'none' : undefined)
  return planners.map((planner) => {
    const { said, ...times } =
      planner === 'breadth-first' ? judge : timed(() => PLANNERS[planner](problem), { now, cpu })
    const sound = said.steps !== undefined && isSound(problem, said.steps)
    const { name, world } = problem
    return { problem: name, world, planner, said, sound, known, ...times }
  })
}

type Timed = Pick<SearchRow, 'said' | 'milliseconds' | 'cpuMilliseconds'>

function timed(run: () => Said, { now, cpu }: Pick<SearchBench, 'now' | 'cpu'>): Timed {
  const began = { now: now(), cpu: cpu() }
  const said = run()
  return { said, milliseconds: now() - began.now, cpuMilliseconds: cpu() - began.cpu }
}

function pageOf({ seed, breadth, planners }: SearchBench, rows: readonly SearchRow[]): string {
  const drawn = `${rows.length / planners.length} problems drawn with seed ${seed}.`
  const judge = `Breadth-first search looks at ${breadth} states at most,`
  const what = `${drawn} ${judge} and judges what is missed where it ends before; intervals: Wilson, 95 %.`
  return `${what}\n\n${tableOf(rows, planners)}`
}

function written(file: string, text: string): Diagnostic | undefined {
  try {
    writeFileSync(file, text)
    return undefined
  } catch (cause) {
    return {
      code: 'bench.not-written',
      severity: 'error',
      message: `${file} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`,
      hint: 'name a file in a folder that exists',
    }
  }
}
