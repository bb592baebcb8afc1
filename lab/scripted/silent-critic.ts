import type { Evidence } from '#learning/field/critic/evidence.js'
import type { Critic } from '#learning/critic/critic.js'
import { emptyReport, type CriticMode, type CriticReport } from '#learning/critic/report.js'

/** What a silent critic's reports say about themselves; with `unavailable` they are no judgement (AMB-03). */
type Signature = Pick<CriticReport, 'c' | 'summary' | 'model' | 'unavailable'>

/** Looks at no picture and finds nothing, ever. It stands in where nobody is to look, and signs as what it is. */
export function silentCritic(signature: Signature): Critic<Evidence> {
  const report = (mode: CriticMode, episode: number, step: number): Promise<CriticReport> =>
    Promise.resolve(emptyReport({ mode, episode, step }, signature))
  return {
    initial: ({ episode }) => report('initial', episode, 0),
    intermediate: ({ episode, step }) => report('intermediate', episode, step),
    final: ({ episode }) => report('final', episode, 0),
  }
}
