import type { Job } from './plan.js'

export type Fate = 'killed' | 'timeout' | 'crash' | 'survived' | 'uncovered'

export interface Outcome {
  readonly job: Job
  readonly fate: Fate
  /** the test that noticed it */
  readonly by?: string
}

export interface Score {
  readonly folder: string
  readonly mutants: number
  readonly tested: number
  /** share of the mutants that a test notices, estimated from those that were tested */
  readonly score: number
  /** half the width of the 95 % confidence interval; 0 when all were tested */
  readonly plusMinus: number
}

/** Scores of `src/bt` and of each folder below it. Kinds of mutants are sampled apart and weighted by their number. */
export function scores(jobs: readonly Job[], outcomes: readonly Outcome[]): Score[] {
  const folders = [...new Set(jobs.map(folderOf))].sort()
  return [
    ...folders.map((folder) =>
      scoreOf(
        folder,
        jobs.filter(in_(folder)),
        outcomes.filter(({ job }) => in_(folder)(job)),
      ),
    ),
    scoreOf('src/bt', jobs, outcomes),
  ]
}

const folderOf = ({ mutant }: Job): string => mutant.fileName.split('/').slice(0, 3).join('/')
const in_ = (folder: string) => (job: Job) => folderOf(job) === folder

function scoreOf(folder: string, jobs: readonly Job[], outcomes: readonly Outcome[]): Score {
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
    folder,
    mutants: jobs.length,
    tested: outcomes.length,
    score,
    plusMinus: 1.96 * Math.sqrt(variance),
  }
}

export function table(rows: readonly Score[]): string {
  const width = Math.max(...rows.map(({ folder }) => folder.length))
  const line = ({ folder, mutants, tested, score, plusMinus }: Score): string =>
    `${folder.padEnd(width)}  ${String(mutants).padStart(6)}  ${String(tested).padStart(6)}  ${percent(score)} ± ${percent(plusMinus)}`
  return [`${'folder'.padEnd(width)}  mutants  tested    score`, ...rows.map(line)].join('\n')
}

const percent = (share: number): string => `${(share * 100).toFixed(1).padStart(5)} %`
