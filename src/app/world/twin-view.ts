import type { NodePath, TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import type { TreeOutlook, TwinView } from '#learning/world/twin-view.js'
import { planOf } from '#robots/plan/plan-of.js'
import { formatStep } from '#twin/domain/domain.js'
import { checkPlan } from '#twin/plan/check-plan.js'
import { PLAN_LIMITS } from '#twin/plan/limits.js'
import type { PlanReport } from '#twin/plan/report.js'
import { pointsOf, searchPlan, type SecondsOf } from '#worlds/search/search-plan.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents } from '#worlds/value.js'

/** The twin of a world, as the actor asks it; from the start of the task as it is known now. */
export const twinView = (domain: TaskDomain, library: NodeLibrary, secondsOf: SecondsOf): TwinView => ({
  check: (doc, withFixes) => outlookOf(domain, checkFrom(domain, library, doc, withFixes ? 1 : 0), secondsOf),
  plan: () => searchPlan(domain, domain.initial, secondsOf),
})

/** The steps of a tree that the twin refuses, in words, each with the steps it would insert before it. */
export const refusalsIn = (domain: TaskDomain, library: NodeLibrary, doc: TreeDoc): readonly string[] =>
  checkFrom(domain, library, doc, REPORTED)
    .failures.slice(0, REPORTED)
    .map(({ text, fix, step }) => {
      const steps = (fix ?? []).map(formatStep).join(', then ')
      return `${text}${steps === '' ? '' : ` (${steps} before ${step.skill} would mend it)`}`
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
