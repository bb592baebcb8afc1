import type { Job, Room } from './plan.js'

type Fate = 'killed' | 'timeout' | 'crash' | 'survived' | 'uncovered'

export interface Outcome {
  readonly job: Job
  readonly fate: Fate
  /** the test that noticed it */
  readonly by?: string
}

export interface Score {
  /** file or folder */
  readonly place: string
  readonly mutants: number
  readonly tested: number
  /** share of the mutants that a test notices, estimated from those that were tested */
  readonly score: number
  /** half the width of the 95 % confidence interval; 0 when all were tested */
  readonly plusMinus: number
}

/** Scores of a room and of each of its parts. Kinds of mutants are sampled apart and weighted by their number. */
export function scores(room: Room, jobs: readonly Job[], outcomes: readonly Outcome[]): Score[] {
  const placeOf = ({ mutant }: Job): string =>
    room.by === 'file' ? mutant.fileName : mutant.fileName.split('/').slice(0, 3).join('/')
  const places = [...new Set(jobs.map(placeOf))].sort()
  return [
    ...places.map((place) =>
      scoreOf(
        place,
        jobs.filter((job) => placeOf(job) === place),
        outcomes.filter(({ job }) => placeOf(job) === place),
      ),
    ),
    scoreOf(room.sources, jobs, outcomes),
  ]
}

function scoreOf(place: string, jobs: readonly Job[], outcomes: readonly Outcome[]): Score {
  let score = 0
  let variance = 0
  for (const kind of ['running', 'static', 'uncovered'] as const) {
    const all = jobs.filter((job) => job.kind === kind).length
    const seen = outcomes.filter(({ job }) => job.kind === kind)
    if (all === 0 || seen.length === 0) continue
    const weight = all / jobs.length
    const share = seen.filter(({ fate }) => fate !== 'survived' && fate !== 'uncovered').length / seen.length
    score += weight * share
    // sampled without putting back: nothing is uncertain once all were seen
    variance += (weight ** 2 * share * (1 - share) * (1 - seen.length / all)) / seen.length
  }
  return {
    place,
    mutants: jobs.length,
    tested: outcomes.length,
    score,
    plusMinus: 1.96 * Math.sqrt(variance),
  }
}

export function table(room: Room, rows: readonly Score[]): string {
  const width = Math.max(...rows.map(({ place }) => place.length))
  const line = ({ place, mutants, tested, score, plusMinus }: Score): string =>
    `${place.padEnd(width)}  ${String(mutants).padStart(6)}  ${String(tested).padStart(6)}` +
    `  ${percent(score)} ± ${percent(plusMinus)}`
  return [`${room.by.padEnd(width)}  mutants  tested    score`, ...rows.map(line)].join('\n')
}

const percent = (share: number): string => `${(share * 100).toFixed(1).padStart(5)} %`
