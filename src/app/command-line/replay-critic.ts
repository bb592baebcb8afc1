import type { Critic } from '#learning/critic/critic.js'
import type { LoggedStep } from '#learning/events.js'
import { emptyReport, type CriticMode, type CriticReport } from '#learning/critic/report.js'

/**
 * A critic that replays these reports by episode, mode and step; the later of two for one moment wins. A moment
 * without a report is reported as not judged (AMB-03).
 */
export function replayCritic(reports: Iterable<CriticReport>): Critic<unknown> {
  const recorded = new Map<string, CriticReport>()
  for (const report of reports) recorded.set(keyOf(report.episode, report.mode, report.step), report)
  const replay = (episode: number, mode: CriticMode, step: number): Promise<CriticReport> =>
    Promise.resolve(recorded.get(keyOf(episode, mode, step)) ?? missingReport({ episode, mode, step }))
  return {
    initial: ({ episode }) => replay(episode, 'initial', 0),
    intermediate: ({ episode, step }) => replay(episode, 'intermediate', step),
    final: ({ episode }) => replay(episode, 'final', 0),
  }
}

/**
 * A critic that repeats its reports from this episode. Takes them from the steps, not from `episodes.jsonl` as the
 * recorded critic of the benches does: there the FINAL report is already weighed against the score.
 */
export const recordedCritic = (steps: readonly LoggedStep[]): Critic<unknown> =>
  replayCritic(steps.flatMap((step) => ('report' in step ? [step.report] : [])))

const keyOf = (episode: number, mode: CriticMode, step: number): string => `${episode} ${mode} ${step}`

const missingReport = (moment: Pick<CriticReport, 'mode' | 'episode' | 'step'>): CriticReport =>
  emptyReport(moment, {
    summary: 'The record has no report of this moment.',
    model: 'recorded',
    unavailable: 'the record has no report of this moment',
  })
