import type { PlanFailure, PlanReport, TrailEntry } from '#twin/plan/report.js'

/** A report with its worlds in words, so that it can be shown without knowing what kind of world they are. */
export function described<S>(report: PlanReport<S>, say: (state: S) => string): PlanReport<string> {
  const entry = (each: TrailEntry<S>): TrailEntry<string> =>
    each.kind === 'did' ? { ...each, end: say(each.end) } : each
  const failure = (each: PlanFailure<S>): PlanFailure<string> => ({
    ...each,
    state: say(each.state),
    path: each.path.map(entry),
  })
  return {
    ...report,
    failures: report.failures.map(failure),
    warnings: report.warnings.map((each) => (each.kind === 'refused' ? failure(each) : each)),
    steps: report.steps.map((each) => ({ ...each, end: each.end === null ? null : say(each.end) })),
    example: report.example.map(entry),
  }
}
