import type { NodePath } from '#bt/document.js'
import { nodeAt } from '#bt/paths.js'
import { parentPath } from '../actor/address.js'
import type { Experience } from '../actor/input.js'
import { outermostDecorator } from '../actor/place.js'
import { TWIN } from '../actor/repairs/twin-repair.js'
import { append, insertBefore, leafOf, leavesOf, sequenceOf, type Draft } from './draft.js'
import { compareOutlooks, type TreeOutlook, type TwinView } from './twin-view.js'

/** Inserts the missing steps before refused ones, or removes those, as long as the twin expects more of the tree. */
export function repairRefusals(draft: Draft, twin: TwinView): void {
  while (!draft.full) {
    const now = twin.check(draft.doc, true)
    const [first] = now.refused
    if (first === undefined) return
    const candidates = [
      insertBefore(draft.doc, first.path, first.fix),
      [{ op: 'remove', at: outermostDecorator(draft.doc, first.path) }] as const,
    ]
    const better = candidates.find((ops) => isBetter(draft, ops, now, twin))
    if (better === undefined || !draft.apply(better, TWIN, first.text)) return
  }
}

/** Adds what reaches the goals that the tree would miss. */
export function completeGoals(draft: Draft, twin: TwinView): void {
  const outlook = twin.check(draft.doc, false)
  if (outlook.refused.length > 0 || outlook.missed.length === 0) return
  const steps = outlook.completion()
  if (steps === null || steps.length === 0) return
  draft.apply(append(draft.doc, steps), TWIN, `missed so far: ${outlook.missed.join('; ')}`)
}

/** A tree that small edits do not help is replaced by a plan that search has found. */
export function replaceByPlan(draft: Draft, twin: TwinView): void {
  const { refused, missed } = twin.check(draft.doc, false)
  if (refused.length === 0 && missed.length === 0) return
  const steps = twin.plan()
  if (steps === null) return
  draft.apply([sequenceOf(steps.map(leafOf))], TWIN, 'no small edit helps: a new plan from the start')
}

/** Removes steps that the goals do not need. */
export function removeIdleSteps(draft: Draft, twin: TwinView): void {
  let now = twin.check(draft.doc, false)
  if (now.refused.length > 0) return
  for (const path of [...leavesOf(draft.doc)].reverse()) {
    const node = nodeAt(draft.doc, path)
    const ops = [{ op: 'remove', at: outermostDecorator(draft.doc, path) }] as const
    const doc = draft.after(ops)
    if (doc === undefined || node?.kind !== 'action') continue
    const then = twin.check(doc, false)
    if (then.refused.length > 0 || then.missed.length > now.missed.length || then.cost >= now.cost) continue
    draft.apply(ops, TWIN, `${node.id} is not needed`)
    now = then
  }
}

/** most attempts at one step: a skill that fails once in ten then fails once in a thousand */
const ATTEMPTS = '3'

/** Repeats steps that failed although the twin had permitted them: what failed by chance may succeed the next time. */
export function retryFailures(draft: Draft, { trace, report }: Pick<Experience, 'trace' | 'report'>): void {
  for (const { path, node, reason } of trace.failures) {
    if (!/^(exec_fail|eo_fail):/.test(reason) || nodeAt(draft.doc, path)?.kind !== 'action') continue
    if (isRetried(draft, path)) continue
    const cause = report?.issues.find(({ nodePath }) => nodePath === path)?.id ?? 'trace'
    const retry = {
      id: 'RetryUntilSuccessful',
      kind: 'decorator',
      attrs: { num_attempts: ATTEMPTS },
    } as const
    draft.apply([{ op: 'wrap', at: path, with: retry }], cause, `${node} may fail by chance`)
  }
}

const isRetried = ({ doc }: Draft, path: NodePath): boolean =>
  path !== '/' && nodeAt(doc, parentPath(path))?.id === 'RetryUntilSuccessful'

function isBetter(
  draft: Draft,
  ops: Parameters<Draft['after']>[0],
  now: TreeOutlook,
  twin: TwinView,
): boolean {
  const doc = draft.after(ops)
  return doc !== undefined && compareOutlooks(twin.check(doc, false), now) < 0
}
