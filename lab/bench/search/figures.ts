import { markdownTable } from '../answer.js'
import { wilson } from '../vrl/figures/interval.js'
import type { PlannerName, Said } from './planners.js'

/** One planner on one problem. */
export interface SearchRow {
  readonly problem: string
  readonly world: string
  readonly planner: PlannerName
  readonly said: Said
  /** its steps are a plan, by a judge who knows no planner */
  readonly sound: boolean
  readonly milliseconds: number
  /** of the processor: what it takes where nothing else runs */
  readonly cpuMilliseconds: number
  /** what breadth-first search said of the problem: the length of its plan, `none`, or nothing within its limit */
  readonly known: number | 'none' | undefined
}

export interface SearchFigures {
  readonly problems: number
  readonly solved: number
  /** plans that are none */
  readonly unsound: number
  /** no plan found where breadth-first search has one, or one said to be impossible */
  readonly missed: number
  /** of how many problems breadth-first search has a plan */
  readonly judged: number
  /** plans and impossibilities that are said to be proved */
  readonly proved: number
  /** said to be proved, and wrong */
  readonly wrong: number
  /** of the plans whose shortest length is known, those that have it */
  readonly shortest: number
  readonly comparable: number
  /** steps more than needed, on average over those that are longer */
  readonly longer: number
  /** by the clock, with whatever else ran */
  readonly wall95: number
  /** of the processor, ms */
  readonly p50: number
  readonly p95: number
  readonly most: number
  readonly states95: number
}

export function figuresOf(rows: readonly SearchRow[], best: ReadonlyMap<string, number>): SearchFigures {
  const has = ({ said }: SearchRow): boolean => said.steps !== undefined
  const over = rows.flatMap((row) => {
    const shortest = best.get(row.problem)
    return row.said.steps === undefined || shortest === undefined ? [] : [row.said.steps.length - shortest]
  })
  const longer = over.filter((steps) => steps > 0)
  const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b)
  const times = sorted(rows.map(({ cpuMilliseconds }) => cpuMilliseconds))
  const states = sorted(rows.map(({ said }) => said.states))
  return {
    problems: rows.length,
    solved: rows.filter(has).length,
    unsound: rows.filter((row) => has(row) && !row.sound).length,
    missed: rows.filter((row) => !has(row) && typeof row.known === 'number').length,
    judged: rows.filter(({ known }) => typeof known === 'number').length,
    proved: rows.filter(({ said }) => said.proved).length,
    wrong: rows.filter((row) => row.said.proved && isWrong(row)).length,
    shortest: over.length - longer.length,
    comparable: over.length,
    longer: longer.length === 0 ? 0 : longer.reduce((sum, steps) => sum + steps, 0) / longer.length,
    wall95: quantile(sorted(rows.map(({ milliseconds }) => milliseconds)), 0.95),
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    most: times.at(-1) ?? 0,
    states95: quantile(states, 0.95),
  }
}

/** Whether what is said to be proved is not so: a shorter plan is known, or a plan where there should be none. */
function isWrong({ said, known }: SearchRow): boolean {
  if (said.steps === undefined) return typeof known === 'number'
  return known === 'none' || (typeof known === 'number' && known < said.steps.length)
}

/** By problem, the length of a shortest plan, where breadth-first search or a proof says so. */
export function shortestOf(rows: readonly SearchRow[]): ReadonlyMap<string, number> {
  const best = new Map<string, number>()
  for (const { problem, said, known } of rows)
    if (typeof known === 'number') best.set(problem, known)
    else if (said.proved && said.steps !== undefined && !best.has(problem))
      best.set(problem, said.steps.length)
  return best
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0

const HEAD = [
  'worlds',
  'planner',
  'problems',
  'solved',
  'unsound',
  'missed',
  'proved',
  'wrong',
  'shortest',
  'longer by',
  'CPU p50 ms',
  'p95',
  'most',
  'clock p95',
  'p95 states',
]

/** The table: all worlds together, then those of worlds/ and those that were drawn. */
export function tableOf(rows: readonly SearchRow[], planners: readonly PlannerName[]): string {
  const best = shortestOf(rows)
  const groups = ['all', ...new Set(rows.map(({ world }) => world))]
  return markdownTable(
    HEAD,
    groups.flatMap((group) =>
      planners.map((planner) => {
        const own = rows.filter((row) => row.planner === planner && (group === 'all' || row.world === group))
        return [group, planner, ...cellsOf(figuresOf(own, best))]
      }),
    ),
  )
}

function cellsOf(of: SearchFigures): readonly string[] {
  return [
    String(of.problems),
    String(of.solved),
    String(of.unsound),
    `${of.missed} of ${of.judged} ${intervalOf(of.missed, of.judged)}`,
    String(of.proved),
    String(of.wrong),
    `${of.shortest} of ${of.comparable} ${intervalOf(of.shortest, of.comparable)}`,
    of.longer.toFixed(1),
    of.p50.toFixed(0),
    of.p95.toFixed(0),
    of.most.toFixed(0),
    of.wall95.toFixed(0),
    of.states95.toFixed(0),
  ]
}

/** Of a share, its interval of 95 % in per cent. */
function intervalOf(some: number, all: number): string {
  if (all === 0) return ''
  const [low, high] = wilson(some, all)
  return `(${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)} %)`
}

/** One line for each planner on each problem. */
export function csvOf(rows: readonly SearchRow[]): string {
  const lines = rows.map(({ problem, world, planner, said, sound, known, ...times }) =>
    [
      problem,
      world,
      planner,
      said.steps?.length ?? '',
      said.proved,
      said.steps === undefined ? '' : sound,
      said.states,
      times.cpuMilliseconds.toFixed(1),
      times.milliseconds.toFixed(1),
      known ?? '',
    ].join(','),
  )
  return ['problem,world,planner,steps,proved,sound,states,cpu_ms,clock_ms,breadth_first', ...lines, ''].join(
    '\n',
  )
}
