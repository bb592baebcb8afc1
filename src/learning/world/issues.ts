import type { NodePath } from '#bt/document.js'
import type { TraceEvent } from '#bt/trace.js'
import { isWithin } from '../actor/units.js'
import { lageaCode } from '../critic/codes.js'
import { NOWHERE } from '../critic/field-report.js'
import type { Impact, Issue } from '../critic/report.js'

export interface GoalSeen {
  /** `the mug is on the table` */
  readonly text: string
  readonly holds: boolean | 'unknown'
}

/** An issue before it has a number. */
export interface DraftIssue {
  readonly impact: Impact
  readonly nodePath: NodePath | null
  readonly explanation: string
  readonly suggestedFix: string
  readonly severity: number
  readonly traceSeq: readonly number[]
  readonly grounded: Issue['grounded']
}

/** Numbers the issues: ids are unique in a report, and edits name them as their cause. */
export const withIds = (drafts: readonly DraftIssue[]): readonly Issue[] =>
  drafts.map(({ traceSeq, ...draft }, i) => ({
    ...draft,
    id: `${draft.impact}@${i + 1}`,
    code: lageaCode(draft.impact),
    ...NOWHERE,
    evidence: { frames: [], traceSeq },
  }))

/** A goal that is not reached, or of which nobody knows. */
export function goalIssues(goals: readonly GoalSeen[]): readonly DraftIssue[] {
  const open = goals.filter(({ holds }) => holds !== true)
  const severity = goals.length === 0 ? 0 : 0.4 + (0.4 * open.length) / goals.length
  return open.map(({ text, holds }) => ({
    impact: holds === 'unknown' ? 'perception' : 'coverage',
    nodePath: null,
    explanation: holds === 'unknown' ? `not seen: whether ${text}` : `not reached: ${text}`,
    suggestedFix: holds === 'unknown' ? 'look there at the end' : 'add the missing steps',
    severity,
    traceSeq: [],
    grounded: holds === 'unknown' ? 'unverified' : 'confirmed',
  }))
}

/**
 * Steps that failed, and neither succeeded later nor were made up for by the rest of their branch: refused by the twin,
 * or permitted and failed all the same.
 */
export function chanceFailures(trace: readonly TraceEvent[]): readonly DraftIssue[] {
  const last = new Map<NodePath, TraceEvent>()
  for (const event of trace) {
    if (event.to === 'SUCCESS')
      for (const path of [...last.keys()].filter((path) => isWithin(path, event.path))) last.delete(path)
    if (event.to === 'FAILURE' && event.reason !== undefined) last.set(event.path, event)
  }
  return [...last.values()].map(({ path, node, reason = '', seq }) => {
    const refused = reason.startsWith('twin_reject')
    return {
      impact: refused ? 'plan-structure' : 'grasp',
      nodePath: path,
      explanation: `${node} failed: ${reason.replace(/^\w+: /, '')}`,
      suggestedFix: refused ? 'insert the step that it needs before it' : 'try it again',
      severity: refused ? 0.7 : 0.5,
      traceSeq: [seq],
      grounded: 'confirmed',
    }
  })
}

/** Where the world was not as believed. */
export const surpriseIssues = (surprises: readonly string[]): readonly DraftIssue[] =>
  surprises.map((text) => ({
    impact: 'perception',
    nodePath: null,
    explanation: text,
    suggestedFix: 'look before relying on it',
    severity: 0.3,
    traceSeq: [],
    grounded: 'confirmed',
  }))
