import type { Critic } from '#learning/critic/critic.js'
import type { CriticMode, CriticReport } from '#learning/critic/report.js'

/**
 * A critic that replays these reports by episode, mode and step; the later of two for one moment wins. A moment
 * without a report is reported as not judged (AMB-03).
 */
export function sayingAgain(reports: Iterable<CriticReport>): Critic {
  const said = new Map<string, CriticReport>()
  for (const report of reports) said.set(name(report.episode, report.mode, report.step), report)
  const say = (episode: number, mode: CriticMode, step: number): Promise<CriticReport> =>
    Promise.resolve(said.get(name(episode, mode, step)) ?? unheard(episode, mode, step))
  return {
    initial: ({ episode }) => say(episode, 'initial', 0),
    intermediate: ({ episode, step }) => say(episode, 'intermediate', step),
    final: ({ episode }) => say(episode, 'final', 0),
  }
}

const name = (episode: number, mode: CriticMode, step: number): string => `${episode} ${mode} ${step}`

const unheard = (episode: number, mode: CriticMode, step: number): CriticReport => ({
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
