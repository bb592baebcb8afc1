import type { Critic, FinalInput, InitialInput, IntermediateInput } from './critic.js'
import { outcomeOf, unjudged, type CriticReport } from './report.js'

/** What a critic is asked, as data. */
export type CriticQuestion<E> =
  | ({ readonly mode: 'initial' } & InitialInput)
  | ({ readonly mode: 'intermediate' } & IntermediateInput<E>)
  | ({ readonly mode: 'final' } & FinalInput<E>)

/** A critic as one function of the question. */
export const criticFrom = <E>(ask: (question: CriticQuestion<E>) => Promise<CriticReport>): Critic<E> => ({
  initial: (input) => ask({ mode: 'initial', ...input }),
  intermediate: (input) => ask({ mode: 'intermediate', ...input }),
  final: (input) => ask({ mode: 'final', ...input }),
})

/**
 * The report of a critic that cannot judge: it calls a human (AMB-03).
 * @param model id of the model that should have judged
 */
export function unavailableReport<E>(question: CriticQuestion<E>, model: string, why: string): CriticReport {
  const { mode, episode, frame } = question
  const moment = { mode, episode, step: mode === 'intermediate' ? question.step : 0 }
  return unjudged(moment, {
    outcome: mode === 'final' ? outcomeOf(question.endReason) : 'unknown',
    model,
    frames: frame === null ? [] : [frame.id],
    unavailable: why,
  })
}
