import type { EditOp } from '#bt/edit.js'
import { nodeAt } from '#bt/paths.js'
import { TWIN, type Experience } from '../actor/input.js'
import { outermostDecorator } from '../actor/place.js'
import {
  append,
  insertBefore,
  isRetried,
  leafOf,
  leavesOf,
  moreAttempts,
  retried,
  retry,
  shortName,
  sequenceOf,
  type Draft,
} from './draft.js'
import { compareOutlooks, type TreeOutlook, type TwinView } from './twin-view.js'

/**
 * Inserts the missing steps before refused ones, or removes those, as long as the twin expects more of the tree. What
 * depends on something that the tree itself will see stays as it is until that has been seen.
 */
export function repairRefusals(draft: Draft, twin: TwinView): void {
  while (!draft.full) {
    const now = twin.check(draft.doc, true)
    const [first] = now.refused
    if (first === undefined || first.waits) return
    const leaf = nodeAt(draft.doc, first.path)
    const step = leaf === undefined ? 'a step' : shortName(leaf)
    const added = first.fix.map((each) => shortName(leafOf(each))).join(', ')
    const candidates = [
      { ops: insertBefore(draft.doc, first.path, first.fix), note: `${added} added before ${step}` },
      {
        ops: [{ op: 'remove', at: outermostDecorator(draft.doc, first.path) }] as const,
        note: `${step} left out: it is not allowed there`,
      },
    ]
    const better = candidates.find(({ ops }) => isBetter(draft, ops, now, twin))
    if (better === undefined || !draft.apply(better.ops, TWIN, better.note)) return
  }
}

/** Adds what reaches the goals that the tree would miss. */
export function completeGoals(draft: Draft, twin: TwinView): void {
  const outlook = twin.check(draft.doc, false)
  if (outlook.refused.length > 0) return
  const found = outlook.completion()
  if (found === null || found.steps.length === 0) return
  const ops = append(draft.doc, found.steps)
  if (found.waitsFor.length > 0) return lookAtEnd(draft, twin, ops, found.waitsFor)
  if (!isBetter(draft, ops, outlook, twin)) return
  const added = found.steps.map((step) => shortName(leafOf(step))).join(', ')
  const goals = outlook.missed.map((text) => text.replace(/^the plan does not achieve: /, '')).join('; ')
  draft.apply(ops, TWIN, `${added} added ${goals === '' ? 'for more points' : `so that ${goals}`}`)
}

/** Lets a tree that passes end with a look at what the missed goals depend on: it earns nothing yet, but tells how. */
function lookAtEnd(draft: Draft, twin: TwinView, ops: readonly EditOp[], facts: readonly string[]): void {
  const doc = draft.after(ops)
  if (doc === undefined || twin.check(doc, false).refused.length > 0) return
  draft.apply(ops, TWIN, `a look added at the end: nobody knows yet ${facts.join(', ')}`)
}

/** points by which a plan must be better than a tree that reaches the goals to take its place */
const WORTH_A_NEW_PLAN = 10

/**
 * A tree that small edits do not help enough is replaced by a plan that search has found. One that ends with a look at
 * what nobody knows replaces no tree that sees it as well.
 */
export function replaceByPlan(draft: Draft, twin: TwinView): void {
  const now = twin.check(draft.doc, false)
  const plan = twin.plan()
  if (plan === null) return
  const succeeds = now.refused.length === 0 && now.missed.length === 0
  if (succeeds && plan.points < now.points + WORTH_A_NEW_PLAN) return
  const looks = plan.waitsFor.length > 0
  if (looks && (succeeds || plan.waitsFor.every((fact) => now.sees.includes(fact)))) return
  const ops = [sequenceOf(plan.steps.map((step) => retried(leafOf(step), twin.attempts(step.skill))))]
  // the search follows the first outcome of each step, the check all of them
  if (!looks && !isBetter(draft, ops, now, twin)) return
  const reason = looks ? `to find out ${plan.waitsFor.join(', ')}` : 'since no small edit helps'
  draft.apply(ops, TWIN, succeeds ? 'a new plan that earns more' : `a new plan, ${reason}`)
}

/** steps that are looked at in one edit: each costs a check of the whole tree, 50 ms where that has 2,000 steps */
const MAX_IDLE_CHECKS = 200

/** Removes steps that the goals do not need, from the end; of a very long tree the last ones, others the next time. */
export function removeIdleSteps(draft: Draft, twin: TwinView): void {
  let now = twin.check(draft.doc, false)
  if (now.refused.length > 0) return
  for (const path of [...leavesOf(draft.doc)].reverse().slice(0, MAX_IDLE_CHECKS)) {
    if (draft.full) return
    const node = nodeAt(draft.doc, path)
    const ops = [{ op: 'remove', at: outermostDecorator(draft.doc, path) }] as const
    const doc = draft.after(ops)
    if (doc === undefined || node?.kind !== 'action') continue
    const then = twin.check(doc, false)
    if (then.refused.length > 0 || then.missed.length > now.missed.length || then.points <= now.points)
      continue
    draft.apply(ops, TWIN, `${shortName(node)} left out: it is not needed`)
    now = then
  }
}

/**
 * Repeats steps that failed although the twin had permitted them: what failed by chance may succeed the next time. The
 * more often a skill has failed so far, the more often its steps are tried.
 */
export function retryFailures(
  draft: Draft,
  twin: Pick<TwinView, 'attempts'>,
  { trace, report }: Pick<Experience, 'trace' | 'report'>,
): void {
  for (const { path, node, reason } of trace.failures) {
    if (!/^(exec_fail|eo_fail):/.test(reason) || nodeAt(draft.doc, path)?.kind !== 'action') continue
    const attempts = twin.attempts(node)
    const cause = report?.issues.find(({ nodePath }) => nodePath === path)?.id ?? 'trace'
    if (!isRetried(draft.doc, path)) {
      const note = `${node} failed: tried up to ${attempts} times from now on`
      draft.apply([{ op: 'wrap', at: path, with: retry(attempts) }], cause, note)
      continue
    }
    const more = moreAttempts(draft.doc, path, attempts)
    if (more !== undefined) draft.apply([more], cause, `${node} keeps failing: tried up to ${attempts} times`)
  }
}

function isBetter(
  draft: Draft,
  ops: Parameters<Draft['after']>[0],
  now: TreeOutlook,
  twin: TwinView,
): boolean {
  const doc = draft.after(ops)
  return doc !== undefined && compareOutlooks(twin.check(doc, false), now) < 0
}
