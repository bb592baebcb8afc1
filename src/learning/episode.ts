import type { Ms } from '#base/units.js'
import type { Edit } from '#bt/edit.js'
import type { ActorTry } from './actor/input.js'
import type { AlarmReason, CriticReport } from './critic/report.js'

/** Everything that is kept of one episode; one line of `episodes.jsonl`, whole or not at all. */
export interface EpisodeRecord {
  readonly episode: number
  readonly field: string
  readonly seed: number
  readonly treeHash: string
  /** hash of the tree that this one was edited from; null for the initial tree */
  readonly parentHash: string | null
  readonly endReason: EndReason
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
  /** where the world was not as believed (MOD-14); absent when it always was */
  readonly drifts?: readonly DriftRecord[]
  /** what operators noted of the scene (PRAG-06); absent when they noted nothing */
  readonly notes?: readonly string[]
  /** what the link to the controller went through; absent when nothing did */
  readonly link?: LinkTrouble
  /** of a real robot only: on a virtual one time stands while something else works */
  readonly loop?: LoopHealth
}

/** Each event once, repeats counted; times are milliseconds of the episode's clock. */
export interface LinkTrouble {
  readonly notes: readonly LinkNote[]
  /** notes beyond those that are kept */
  readonly leftOut: number
}

/** One thing that happened on the link, for people. `debug`: for the log only */
export interface LinkNote {
  readonly t: number
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly text: string
}

/** How punctual the reflex loop was: a turn is due every 20 ms, and one that comes later than two periods overran. */
export interface LoopHealth {
  readonly turns: number
  readonly overruns: number
  /** longest time from the begin of one turn to the begin of the next, milliseconds */
  readonly worstMs: number
  /** how late turns began, ms; absent in records of earlier versions */
  readonly lateMs?: Readonly<Record<'p50' | 'p99' | 'p999' | 'max', number>>
  /** absent in records of earlier versions */
  readonly heartbeat?: HeartbeatGaps
}

/** From one heartbeat on the wire to the next, ms: one is due every 40 ms, and the controller waits for 200. */
export interface HeartbeatGaps {
  readonly count: number
  readonly worstMs: number
  readonly over120: number
  readonly over200: number
}

/** AMB-04. */
export type EndReason =
  | 'tree-success'
  | 'tree-failure'
  | 'home-reached'
  | 'time-limit'
  | 'operator-stop'
  /** nobody who may stop the robot could get in any more: all keys were gone */
  | 'access-lost'
  | 'estop'
  | 'link-lost'

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

/** What the actor made of the episode (U of Algorithm 1). */
export interface Update {
  readonly decision: 'edited' | 'no-edit' | 'rolled-back'
  /** tree that the next episode runs */
  readonly nextHash: string
  readonly patch: readonly Edit[]
  /** the actor's tries, also the refused ones, in order */
  readonly tries: readonly ActorTry[]
  /** one sentence for people */
  readonly why: string
}

export interface RefusalRecord {
  readonly t: Ms
  readonly nodePath: string
  readonly command: string
  readonly checkId: string
  readonly text: string
  /** the rule, and what was believed and since when; absent in records of earlier versions */
  readonly because?: string
}

/** The world was not as the twin foresaw it, and what became of the rest of the tree. */
export interface DriftRecord {
  readonly t: Ms
  readonly kind: 'block-lost' | 'block-gained' | 'displaced'
  /** what has changed, for people and prompts (PRAG-03) */
  readonly text: string
  /** what was still to come, checked from the belief of that moment: the pair that no longer chains, if any */
  readonly recheck: {
    readonly verdict: 'passes' | 'fails' | 'passes-in-part'
    readonly text: string | null
  }
}

/** Ends that say nothing of the tree: somebody or something broke the episode off. */
export const INTERRUPTED: ReadonlySet<EndReason> = new Set([
  'link-lost',
  'estop',
  'operator-stop',
  'access-lost',
])

/** Nobody who may stop the robot can get in. */
export const ACCESS_LOST = 'access-lost' satisfies EndReason

/** How many episodes stand when a run goes on: one that was broken off at its end is run again. */
export function standing(records: readonly Pick<EpisodeRecord, 'endReason'>[]): number {
  return records.findLastIndex(({ endReason }) => !INTERRUPTED.has(endReason)) + 1
}

/**
 * What the referee says of a finished episode: the only input of the score (VRL-18). In simulation it is ground
 * truth, on a robot it comes from sensors and an operator. It never reaches critic or actor (AMB-40).
 */
export interface EpisodeOutcome {
  readonly source: 'ground-truth' | 'sensors'
  /** seconds from the first motion command to the end; 0 when nothing moved */
  readonly operatingSeconds: number
  /** blue up, at least partly inside a valid unload zone (AMB-15) */
  readonly correct: number
  /** orange up inside a valid unload zone, or any block inside an unload zone that does not count (AMB-14, AMB-18) */
  readonly incorrect: number
  /** outside any zone */
  readonly outside: number
  /** unload actions that released four blocks, all correct (AMB-17) */
  readonly fullBatches: number
  readonly robotHome: boolean
  readonly leftHome: boolean
  readonly blocksUnloaded: number
  readonly shelfAtTarget: boolean
}
