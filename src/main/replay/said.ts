import type { LoggedStep } from '../../learning/events.js'
import type { Critic } from '../../mind/critic/critic.js'
import type { CriticMode, CriticReport } from '../../mind/critic/report.js'

/**
 * A critic that says again what it said in this episode. Taken from the steps, not from `episodes.jsonl` as the recorded
 * critic of the benches: there the FINAL report has been weighed against the score already.
 */
export function criticOf(steps: readonly LoggedStep[]): Critic {
  const said = new Map<string, CriticReport>()
  for (const step of steps)
    if ('report' in step) said.set(`${step.report.mode} ${step.report.step}`, step.report)
  const again = (mode: CriticMode, step: number, episode: number): Promise<CriticReport> =>
    Promise.resolve(said.get(`${mode} ${step}`) ?? unheard(mode, step, episode))
  return {
    initial: ({ episode }) => again('initial', 0, episode),
    intermediate: ({ episode, step }) => again('intermediate', step, episode),
    final: ({ episode }) => again('final', 0, episode),
  }
}

const unheard = (mode: CriticMode, step: number, episode: number): CriticReport => ({
  mode,
  episode,
  step,
  outcome: 'unknown',
  issues: [],
  s: 0,
  c: 0,
  summary: 'The record has no report of this moment.',
  raw: '',
  model: 'recorded',
  frames: [],
  unavailable: 'the record has no report of this moment',
})
