import type { Ms } from '#base/units.js'
import type { Edit } from '#bt/edit.js'
import type { StepJudgement } from '#worlds/run/judgement.js'
import type { ActorTry } from './actor/input.js'
import type { AlarmReason, CriticReport } from './critic/report.js'

/** The full record of one episode: one line of `episodes.jsonl`, written atomically. */
export interface EpisodeRecord {
  readonly episode: number
  readonly field: string
  readonly seed: number
  readonly treeHash: string
  /** hash of the tree this one was edited from; null for the initial tree */
  readonly parentHash: string | null
  readonly endReason: EndReason
  /** of `access-lost`: why nobody could stop it, in words; absent in records of earlier versions */
  readonly endCause?: string
  /** virtual seconds from the first tick to the end */
  readonly seconds: number
  /** INITIAL, then INTERMEDIATE in order, then FINAL (VRL-08) */
  readonly reports: readonly CriticReport[]
  readonly alarms: readonly AlarmRecord[]
  readonly facts: EpisodeOutcome
  readonly score: ScoreSheet
  readonly update: Update
  /** refusals of the gate in this episode, for the report */
  readonly refusals: readonly RefusalRecord[]
  /** where the world differed from the belief (MOD-14); absent if it never did */
  readonly drifts?: readonly DriftRecord[]
  /** operators' notes about the scene (PRAG-06); absent if there are none */
  readonly notes?: readonly string[]
  /** what the run has learned of a world described by data besides the tree; a resumed run begins with it */
  readonly memory?: unknown
  /** in a world described by data: its steps, in order; absent in records of earlier versions */
  readonly tried?: readonly TriedStep[]
  /** events on the link to the controller; absent if there were none */
  readonly link?: LinkTrouble
  /** real robots only: a virtual one's clock stops while anything else computes */
  readonly loop?: LoopHealth
  /** SHA-256 of the trace in a run folder; absent in the service's store, and in records of earlier versions */
  readonly traceHash?: string
  /** the same of what changed from moment to moment */
  readonly momentsHash?: string
}

/** A step that the tree of an episode asked for: refused by the twin, or tried by the driver. */
export interface TriedStep {
  readonly path: string
  readonly skill: string
  readonly args: Readonly<Record<string, string>>
  /** when it began, ms of the episode's clock */
  readonly t: number
  readonly seconds: number
  /** as in the trace: `twin_reject`, `exec_fail`, `eo_fail`, or `done` */
  readonly result: 'done' | 'twin_reject' | 'exec_fail' | 'eo_fail'
  /** why it was refused, or failed */
  readonly text?: string
  /** the check that refused it */
  readonly check?: string
  /** by what was seen before and after it; absent where it was refused, and in records of earlier versions */
  readonly judged?: StepJudgement
  /** what was believed before it, as far as that is other than after the step before it; of the first one all facts */
  readonly before: BelievedValues
  /** what was believed after it, as far as that is other than before it */
  readonly after: BelievedValues
}

type BelievedValues = Readonly<Record<string, string | number | boolean>>

/** Each event once, with repeats counted; times in milliseconds of the episode's clock. */
export interface LinkTrouble {
  readonly notes: readonly LinkNote[]
  /** number of notes dropped beyond the limit */
  readonly leftOut: number
}

/** One event on the link, for people. `debug`: for the log only */
export interface LinkNote {
  readonly t: number
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly text: string
}

/** Timing of the reflex loop: a cycle is due every 20 ms; one that starts more than two periods later is an overrun. */
export interface LoopHealth {
  readonly turns: number
  readonly overruns: number
  /** longest time from the start of one cycle to the start of the next, ms */
  readonly worstMs: number
  /** start latency of the cycles, ms; absent in records of earlier versions */
  readonly lateMs?: Readonly<Record<'p50' | 'p99' | 'p999' | 'max', number>>
  /** absent in records of earlier versions */
  readonly heartbeat?: HeartbeatGaps
}

/** Gaps between heartbeats on the wire, ms: one is due every 40 ms, and the controller times out after 200. */
export interface HeartbeatGaps {
  readonly count: number
  readonly worstMs: number
  readonly over120: number
  readonly over200: number
}

/** AMB-04. */
export const END_REASONS = [
  'tree-success',
  'tree-failure',
  'home-reached',
  'time-limit',
  'operator-stop',
  /** nobody could have stopped the robot any more: all keys were gone, or the console did not answer */
  'access-lost',
  'estop',
  'link-lost',
] as const

export type EndReason = (typeof END_REASONS)[number]

export interface AlarmRecord {
  readonly t: Ms
  readonly mode: CriticReport['mode']
  readonly step: number
  readonly reasons: readonly AlarmReason[]
  readonly s: number
  readonly c: number
  readonly text: string
}

/** Table I, line by line; `total` is the sum of the lines' points. */
export interface ScoreSheet {
  readonly lines: readonly { readonly label: string; readonly count: number; readonly points: number }[]
  readonly total: number
}

/** The actor's conclusion from the episode (U of Algorithm 1). */
export interface Update {
  readonly decision: 'edited' | 'no-edit' | 'rolled-back'
  /** hash of the tree that the next episode runs */
  readonly nextHash: string
  readonly patch: readonly Edit[]
  /** the actor's attempts in order, including refused ones */
  readonly tries: readonly ActorTry[]
  /** human-readable, one sentence */
  readonly why: string
}

export interface RefusalRecord {
  readonly t: Ms
  readonly nodePath: string
  readonly command: string
  readonly checkId: string
  readonly text: string
  /** the rule, and what was believed since when; absent in records of earlier versions */
  readonly because?: string
}

/** A deviation of the world from the twin's prediction, and its effect on the rest of the tree. */
export interface DriftRecord {
  readonly t: Ms
  /** `block-lost`, `displaced`, `fact-changed` */
  readonly kind: string
  /** what has changed, for people and prompts (PRAG-03) */
  readonly text: string
  /** check of the remaining steps from the belief at that moment: the pair that no longer chains, if any */
  readonly recheck: {
    readonly verdict: 'passes' | 'fails' | 'passes-in-part'
    readonly text: string | null
  }
}

/** End reasons that say nothing about the tree: someone or something interrupted the episode. */
export const INTERRUPTED: ReadonlySet<EndReason> = new Set([
  'link-lost',
  'estop',
  'operator-stop',
  'access-lost',
])

/**
 * The episodes that ended on their own: only they say anything about their trees, so only they count for the best
 * score, the alarm of no progress, convergence and rollback.
 */
export const uninterrupted = <R extends Pick<EpisodeRecord, 'endReason'>>(
  records: readonly R[],
): readonly R[] => records.filter(({ endReason }) => !INTERRUPTED.has(endReason))

/** The first with the best score among those that ended on their own; undefined while there is none. */
export function bestEpisode<R extends Pick<EpisodeRecord, 'endReason'>>(
  records: readonly R[],
  scoreOf: (record: R) => number,
): R | undefined {
  const [first, ...later] = uninterrupted(records)
  return first && later.reduce((best, each) => (scoreOf(each) > scoreOf(best) ? each : best), first)
}

/** The same of the scores and the ends of episodes 1, 2, 3 …, which lists of runs hold. */
export const bestOf = (
  scores: readonly number[],
  endReasons: readonly EndReason[],
): { readonly episode: number; readonly score: number } | undefined =>
  bestEpisode(
    endReasons.map((endReason, i) => ({ endReason, episode: i + 1, score: scores[i] ?? -Infinity })),
    ({ score }) => score,
  )

/** Why an episode or a run ended with `access-lost`, wherever people read it. */
export const NOBODY_COULD = 'nobody could stop the robot'

/** How an episode ended, as the predicate of a sentence on it. */
export const END_WORDS: Readonly<Record<EndReason, string>> = {
  'tree-success': 'ended with success',
  'tree-failure': 'ended because the tree failed',
  'home-reached': 'came home',
  'time-limit': 'stopped at the time limit',
  'operator-stop': 'was stopped by the operator',
  'access-lost': `was stopped because ${NOBODY_COULD}`,
  estop: 'ended in an emergency stop',
  'link-lost': 'ended because the link was lost',
}

/** Nobody could have stopped the robot any more. */
export const ACCESS_LOST = 'access-lost' satisfies EndReason

/** Number of episodes kept when a run resumes: interrupted episodes at the end are run again. */
export function standing(records: readonly Pick<EpisodeRecord, 'endReason'>[]): number {
  return records.findLastIndex(({ endReason }) => !INTERRUPTED.has(endReason)) + 1
}

/**
 * The referee's account of a finished episode: the only input of the score (VRL-18). In simulation it is ground truth,
 * on a robot it comes from sensors and an operator. It never reaches critic or actor (AMB-40).
 */
export interface EpisodeOutcome {
  readonly source: 'ground-truth' | 'sensors'
  /** seconds from the first motion command to the end; 0 when nothing moved */
  readonly operatingSeconds: number
}
