import type { Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'
import type { NodePath, TreeDoc } from '#bt/document.js'
import type { Edit } from '#bt/edit.js'
import type { CriticReport, Issue } from '../critic/report.js'

/** Everything an actor learns about an episode: symbols only, no pictures, no sensor streams (VRL-05). */
export interface Experience {
  /** the tree that ran, or the champion when the runtime rolled back to it */
  readonly tree: TreeDoc
  /** the FINAL report; null without a critic or when it failed (AMB-03) */
  readonly report: CriticReport | null
  readonly score: Score
  readonly trace: TraceDigest
  /** H, oldest first (VRL-17, AMB-06) */
  readonly history: readonly HistoryEntry[]
  readonly champion: Champion | null
  /** operators' notes on this and earlier episodes, verbatim, oldest first (PRAG-06) */
  readonly notes?: readonly string[]
  /** effects of earlier edits of this run (`effectsOf`), each with its cause and the episode it followed */
  readonly earlierEffects?: ReadonlyMap<string, { readonly because: string; readonly episode: number }>
  /** maximum number of edits in the patch; without it the actor's own limit applies */
  readonly editBudget?: number
}

/** Table I as evaluated by rules; same shape as `ScoreSheet` of `src/learning`, which this module may not import. */
export interface Score {
  readonly lines: readonly { readonly label: string; readonly count: number; readonly points: number }[]
  readonly total: number
}

export interface HistoryEntry {
  readonly episode: number
  readonly treeHash: string
  readonly score: number
  /** decision made AFTER that episode */
  readonly decision: 'edited' | 'no-edit' | 'rolled-back'
  readonly patch: readonly Edit[]
  /** issues of that episode's FINAL report */
  readonly issues: readonly Issue[]
}

export interface Champion {
  readonly treeHash: string
  readonly meanScore: number
  /** number of episodes in that mean */
  readonly runs: number
}

/** The trace in a few lines (AMB-08). */
export interface TraceDigest {
  /** virtual seconds from the first to the last event */
  readonly seconds: number
  readonly units: readonly UnitRun[]
  /** leaves that ended in FAILURE, in order of their last failure */
  readonly failures: readonly LeafFailure[]
}

/** One direct child of the root's first control node (AMB-05). */
export interface UnitRun {
  readonly path: NodePath
  readonly node: string
  readonly attempts: number
  readonly result: 'success' | 'failure' | 'unfinished'
  readonly seconds: number
}

export interface LeafFailure {
  readonly path: NodePath
  readonly node: string
  readonly attempts: number
  readonly reason: string
}

export interface ActorOutput {
  /** empty: no edit */
  readonly patch: readonly Edit[]
  /** the tree after the patch; the input's tree when there is none */
  readonly tree: TreeDoc
  readonly tries: readonly ActorTry[]
  /** geometric mean of the token probabilities of the accepted reply, in [0, 1]; 0 when every attempt was refused */
  readonly confidence: number
  /** human-readable, one sentence */
  readonly why: string
}

export interface ActorTry {
  readonly reply: string
  readonly refusedBecause: string | null
  readonly confidence: number
}

/** an edit's cause, like `trace` and `score` */
export const TWIN = 'twin'

/** Proposes the next tree. Never throws because of what a model wrote; throws only when aborted. */
export interface Actor<I extends Experience> {
  readonly id: string
  propose(input: I, signal?: AbortSignal): Promise<ActorOutput>
}

/** Rehearses the tree in the twin without moving anything; the error's text is fed back to the model. */
export type Rehearse = (doc: TreeDoc) => Result<unknown, { readonly text: string }>
/** Diagnostics of a document; only those of severity `error` reject it. */
export type Validate = (doc: TreeDoc) => readonly Diagnostic[]
