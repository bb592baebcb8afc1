import type { TraceEvent } from '#bt/trace.js'
import type { Frame } from '../ports.js'
import type { Critic, FinalInput, TracePart } from '../critic/critic.js'
import { emptyReport, type CriticMode, type CriticReport, type Issue } from '../critic/report.js'
import {
  chanceFailures,
  goalIssues,
  surpriseIssues,
  withIds,
  type DraftIssue,
  type GoalSeen,
} from './issues.js'

/** What the sensors of a world say, as far as its task and its twin have words for it. */
export interface WorldEvidence {
  /** the goals of the task on what is believed now */
  readonly goals: readonly GoalSeen[]
  /** where the world differed from the belief so far */
  readonly surprises: readonly SeenSurprise[]
}

interface SeenSurprise {
  readonly text: string
  /** number of the trace event that followed it */
  readonly seq: number
}

/**
 * A critic for any world: it compares what was expected with what is seen, reads the trace, and names what is missing
 * from the goals. It looks at no picture; perception is the driver's, through the facts that it observes.
 */
export const worldCritic: Critic<WorldEvidence> = {
  // nothing has been observed yet: the twin's check of the tree speaks for the start
  initial: ({ episode, frame }) =>
    Promise.resolve(reportOf('initial', { episode, step: 0, issues: [], frame })),
  // a finding belongs to the step at which it is seen: an earlier one has told its own, a later one will
  intermediate: ({ episode, step, trace, part = WHOLE, evidence, frame }) => {
    const ofStep = ({ seq }: { readonly seq: number }): boolean => seq >= part.from && seq <= part.to
    const issues = withIds([
      ...chanceFailures(trace.filter(ofStep)),
      ...surpriseIssues(evidence.surprises.filter(ofStep).map(({ text }) => text)),
    ])
    return Promise.resolve(reportOf('intermediate', { episode, step, frame, issues }))
  },
  final: (input) => Promise.resolve(finalReport(input)),
}

const WHOLE: TracePart = { from: 0, to: Infinity }

function finalReport({
  episode,
  trace,
  evidence,
  endReason,
  frame,
}: FinalInput<WorldEvidence>): CriticReport {
  const issues = withIds([
    ...goalIssues(evidence.goals),
    ...chanceFailures(trace),
    ...surpriseIssues(evidence.surprises.map(({ text }) => text)),
    ...timeIssue(endReason, trace),
  ])
  const known = evidence.goals.filter(({ holds }) => holds !== 'unknown').length
  const c = evidence.goals.length === 0 ? 1 : 0.5 + (0.5 * known) / evidence.goals.length
  const outcome = endReason === 'tree-success' ? 'success' : 'failure'
  return { ...reportOf('final', { episode, step: 0, issues, frame }), outcome, c }
}

const timeIssue = (endReason: string, trace: readonly TraceEvent[]): readonly DraftIssue[] =>
  endReason === 'time-limit'
    ? [
        {
          impact: 'timing',
          nodePath: null,
          explanation: 'the time limit ended the episode',
          suggestedFix: 'leave out steps that the goals do not need, and limit what repeats',
          severity: 0.6,
          traceSeq: trace.slice(-1).map(({ seq }) => seq),
          grounded: 'confirmed',
        },
      ]
    : []

interface Judged {
  readonly episode: number
  readonly step: number
  readonly issues: readonly Issue[]
  /** shown beside the report, not looked at */
  readonly frame: Frame | null
}

function reportOf(mode: CriticMode, { episode, step, issues, frame }: Judged): CriticReport {
  const summary =
    issues.length === 0
      ? 'Nothing was found wrong.'
      : `${issues.map(({ explanation }) => explanation).join('; ')}.`
  const s = Math.max(0, ...issues.map(({ severity }) => severity))
  const frames = frame === null ? [] : [frame.id]
  return emptyReport({ mode, episode, step }, { issues, s, c: 1, summary, model: 'facts', frames })
}
