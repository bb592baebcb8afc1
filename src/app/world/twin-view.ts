import type { NodePath, TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import type { TreeOutlook, TwinView } from '#learning/world/twin-view.js'
import { planOf } from '#robots/plan/plan-of.js'
import { formatStep, type PlannedStep } from '#twin/domain/domain.js'
import { checkPlan } from '#twin/plan/check-plan.js'
import { PLAN_LIMITS } from '#twin/plan/limits.js'
import type { PlanReport } from '#twin/plan/report.js'
import { attemptsFor } from '#worlds/run/chance.js'
import { hazardAt, hazardsOf, type NominalStep } from '#worlds/search/hazards.js'
import { pointsOf, searchPlan, type SecondsOf } from '#worlds/search/search-plan.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { observedBy, isRefusedAsUnknown, stepsToKnow, unseen } from '#worlds/search/until-look.js'
import { UNKNOWN, type Fluents, type Value } from '#worlds/value.js'

/** What is known of the skills of a robot. */
export interface KnownSkills {
  readonly secondsOf: SecondsOf
  /** the chance that a step fails in one of the declared ways, 0 to 1 */
  readonly failureOf: (skill: string) => number
}

/** The twin of a world, as the actor asks it; from the start of the task as it is known now. */
export const twinView = (
  domain: TaskDomain,
  library: NodeLibrary,
  { secondsOf, failureOf }: KnownSkills,
  failed?: FailedStep,
): TwinView => ({
  attempts: (skill) => attemptsFor(failureOf(skill)),
  check: (doc, withFixes) =>
    outlookOf(domain, checkFrom(domain, library, doc, withFixes ? 1 : 0), { secondsOf, withFixes }),
  plan: () => searchPlan(domain, domain.initial, secondsOf),
  hazards: (doc) => {
    const nominal = nominalSteps(domain, checkFrom(domain, library, doc, 0))
    const at = nominal.find(({ step }) => step.path === failed?.path)
    const seen =
      at === undefined || failed === undefined
        ? []
        : hazardAt(domain, at, asFarAsKnown(failed.state, at.before), 'it failed')
    return [...seen, ...hazardsOf(domain, nominal)].map(({ step, text, symptoms, remedy }) => ({
      path: step.path as NodePath,
      text,
      symptoms,
      remedy,
    }))
  },
})

/** Without what has only been seen since: that a fact is known now is no failure. */
const asFarAsKnown = (state: Fluents, before: Fluents): Fluents =>
  new Map([...state].map(([fact, value]) => [fact, before.get(fact) === UNKNOWN ? UNKNOWN : value]))

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

function outlookOf(
  domain: TaskDomain,
  report: PlanReport<Fluents>,
  { secondsOf, withFixes }: { readonly secondsOf: SecondsOf; readonly withFixes: boolean },
): TreeOutlook {
  const done = report.example.flatMap((entry) => (entry.kind === 'did' ? [entry] : []))
  const end = done.at(-1)?.end ?? domain.initial
  const moved = done.filter(({ commands }) => commands.length > 0).map(({ step }) => step)
  return {
    refused: report.failures.map((failure, i) => ({
      path: failure.step.path as NodePath,
      text: failure.text,
      fix: failure.fix ?? (withFixes && i === 0 ? lookBefore(domain, failure) : []),
      waits: isOpen(domain, failure),
    })),
    sees: [
      ...new Set(
        [report.example, ...report.failures.map(({ path }) => path)].flatMap((path) => [
          ...seenOn(domain, path).keys(),
        ]),
      ),
    ],
    reached: report.steps.filter(({ refused, worlds }) => refused < worlds).length,
    missed: report.warnings.flatMap((warning) =>
      warning.kind === 'remark' && warning.code === 'goal-missed' ? [warning.text] : [],
    ),
    points: pointsOf(domain, end, moved, secondsOf),
    completion: () => searchPlan(domain, end, secondsOf),
  }
}

type Failure = PlanReport<Fluents>['failures'][number]

/** Steps that observe what a refused step depends on and nobody knows. */
const lookBefore = (domain: TaskDomain, { checkId, step, state }: Failure): readonly PlannedStep[] =>
  checkId === 'unknown' ? (stepsToKnow(domain, state, step) ?? []) : []

/** Whether it depends on what the tree will have seen by then whether the step is refused. */
const isOpen = (domain: TaskDomain, { step, state, path }: Failure): boolean =>
  isRefusedAsUnknown(domain, unseen(state, seenOn(domain, path)), step) &&
  !isRefusedAsUnknown(domain, state, step)

/** What the steps on a path observe, with the values that this path takes. */
function seenOn(domain: TaskDomain, path: Failure['path']): ReadonlyMap<string, Value | undefined> {
  const seen = new Map<string, Value | undefined>()
  let before = domain.initial
  for (const entry of path) {
    if (entry.kind !== 'did') continue
    for (const fact of observedBy(domain, before, entry.step)) seen.set(fact, entry.end.get(fact))
    before = entry.end
  }
  return seen
}
