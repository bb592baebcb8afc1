import type { AlarmRecord, EndReason, RefusalRecord, ScoreSheet, Update } from './episode.js'
import type { HistoryEntry } from './actor/input.js'
import type { CriticReport } from './critic/report.js'
import type { NodePath } from '#bt/document.js'

/**
 * The steps of Algorithm 1 as logged, one per line of `events.jsonl`. The letters of an episode match `A? I A? (X T M
 * A?)* F A? R U A? H` (VRL-15): the first alarm is the twin's, the last one the loop's own.
 */
export type StepEvent =
  /** INITIAL report on the first picture */
  | { readonly kind: 'I'; readonly report: CriticReport }
  /** a human was called */
  | { readonly kind: 'A'; readonly alarm: AlarmRecord }
  /** a unit of the tree ended */
  | {
      readonly kind: 'X'
      readonly unit: NodePath
      readonly label: string
      readonly status: 'SUCCESS' | 'FAILURE'
    }
  /** the trace up to here: sequence numbers of the first and last event since the previous unit */
  | { readonly kind: 'T'; readonly fromSeq: number; readonly toSeq: number }
  | { readonly kind: 'M'; readonly report: CriticReport }
  | { readonly kind: 'F'; readonly report: CriticReport; readonly endReason: EndReason }
  | { readonly kind: 'R'; readonly score: ScoreSheet; readonly refusals: readonly RefusalRecord[] }
  | { readonly kind: 'U'; readonly update: Update }
  | { readonly kind: 'H'; readonly entry: HistoryEntry }

export type StepKind = StepEvent['kind']

/** A logged step: numbered within the run, with virtual milliseconds since the episode's first tick. */
export type LoggedStep = StepEvent & { readonly n: number; readonly episode: number; readonly t: number }

const EPISODE_GRAMMAR = /^A?IA?(XTMA?)*FA?RUA?H$/

/** Whether the steps of one episode follow the order of Algorithm 1. */
export const followsAlgorithm1 = (kinds: readonly StepKind[]): boolean => EPISODE_GRAMMAR.test(kinds.join(''))
