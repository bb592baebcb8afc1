import type { NodePath, TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import type { TreeOutlook, TwinView } from '#learning/world/twin-view.js'
import { planOf } from '#robots/plan/plan-of.js'
import { formatStep } from '#twin/domain/domain.js'
import { checkPlan } from '#twin/plan/check-plan.js'
import { PLAN_LIMITS } from '#twin/plan/limits.js'
import type { PlanReport } from '#twin/plan/report.js'
import { hazardAt, hazardsOf, type NominalStep } from '#worlds/search/hazards.js'
import { pointsOf, searchPlan, type SecondsOf } from '#worlds/search/search-plan.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'

/** The twin of a world, as the actor asks it; from the start of the task as it is known now. */
export const twinView = (
  domain: TaskDomain,
  library: NodeLibrary,
  secondsOf: SecondsOf,
  failed?: FailedStep,
): TwinView => ({
  check: (doc, withFixes) => outlookOf(domain, checkFrom(domain, library, doc, withFixes ? 1 : 0), secondsOf),
  plan: () => searchPlan(domain, domain.initial, secondsOf),
  hazards: (doc) => {
    const nominal = nominalSteps(domain, checkFrom(domain, library, doc, 0))
    const at = nominal.find(({ step }) => step.path === failed?.path)
    const seen =
      at === undefined || failed === undefined ? [] : hazardAt(domain, at, failed.state, 'it failed')
    return [...seen, ...hazardsOf(domain, nominal)].map(({ step, text, symptoms, remedy }) => ({
      path: step.path as NodePath,
      text,
      symptoms,
      remedy,
    }))
  },
})

/** The step by which the newest episode ended early, and what was believed then. */
export interface FailedStep {
  readonly path: NodePath
  readonly state: Fluents
}

/** The steps of the path that a check shows, with the states between them. */
function nominalSteps({ initial }: TaskDomain, report: PlanReport<Fluents>): readonly NominalStep[] {
  const steps: NominalStep[] = []
  for (const entry of report.example) {
    if (entry.kind !== 'did') continue
    steps.push({ step: entry.step, before: steps.at(-1)?.after ?? initial, after: entry.end })
  }
  return steps
}

/** The steps of a tree that the twin refuses, in words, each with the steps it would insert before it. */
export const refusalsIn = (domain: TaskDomain, library: NodeLibrary, doc: TreeDoc): readonly string[] =>
  checkFrom(domain, library, doc, REPORTED)
    .failures.slice(0, REPORTED)
    .map(({ text, fix, step }) => {
      const steps = (fix ?? []).map(formatStep).join(', then ')
      return `${text}${steps === '' ? '' : ` (${steps} before ${step.skill} would fix it)`}`
    })

/** how many refusals are reported at once */
const REPORTED = 2

const checkFrom = (
  domain: TaskDomain,
  library: NodeLibrary,
  doc: TreeDoc,
  fixes: number,
): PlanReport<Fluents> => checkPlan(planOf(doc, library), domain.initial, domain, { ...PLAN_LIMITS, fixes })

function outlookOf(domain: TaskDomain, report: PlanReport<Fluents>, secondsOf: SecondsOf): TreeOutlook {
  const done = report.example.flatMap((entry) => (entry.kind === 'did' ? [entry] : []))
  const end = done.at(-1)?.end ?? domain.initial
  const moved = done.filter(({ commands }) => commands.length > 0).map(({ step }) => step)
  return {
    refused: report.failures.map(({ step, text, fix }) => ({
      path: step.path as NodePath,
      text,
      fix: fix ?? [],
    })),
    reached: report.steps.filter(({ refused, worlds }) => refused < worlds).length,
    missed: report.warnings.flatMap((warning) =>
      warning.kind === 'remark' && warning.code === 'goal-missed' ? [warning.text] : [],
    ),
    points: pointsOf(domain, end, moved, secondsOf),
    completion: () => searchPlan(domain, end, secondsOf)?.steps ?? null,
  }
}
