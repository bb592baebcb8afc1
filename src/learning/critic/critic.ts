import type { TreeDoc } from '#bt/document.js'
import type { TraceEvent } from '#bt/trace.js'
import type { Frame } from '../ports.js'
import type { AttemptDigest } from './attempts.js'
import type { CriticReport } from './report.js'

/**
 * The critic C of Algorithm 1. Each mode has the inputs of the paper (VRL-08): INITIAL(I0), INTERMEDIATE(I_t, T_t),
 * FINAL(I_f, T). A call never throws and never rejects: a critic that cannot judge reports so (AMB-03).
 * @typeParam E what the sensors of a world report, for grounding
 */
export interface Critic<E> {
  /** starts an episode: the memory M is cleared (VRL-16) */
  initial(input: InitialInput): Promise<CriticReport>
  intermediate(input: IntermediateInput<E>): Promise<CriticReport>
  final(input: FinalInput<E>): Promise<CriticReport>
}

export interface InitialInput {
  readonly episode: number
  /** null = no picture from the camera */
  readonly frame: Frame | null
}

export interface IntermediateInput<E> extends InitialInput {
  /** number of the subtree boundary, from 1 */
  readonly step: number
  readonly doc: TreeDoc
  /** the trace so far */
  readonly trace: readonly TraceEvent[]
  /** the part of it that belongs to this step: several may end in one turn; absent where all of it does */
  readonly part?: TracePart
  readonly evidence: E
}

/** Numbers of trace events, both included. */
export interface TracePart {
  readonly from: number
  readonly to: number
}

export interface FinalInput<E> extends Omit<IntermediateInput<E>, 'step' | 'part'> {
  /** why the episode ended; the outcome follows from it, not from the model (AMB-26) */
  readonly endReason: string
  readonly attempts?: AttemptDigest
}
