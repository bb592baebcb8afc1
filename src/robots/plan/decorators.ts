import { pointerKey } from '#bt/attributes.js'
import { splitItems } from '#bt/value/lists.js'
import type { PlanEnd, PlanNode } from '#twin/plan/plan-node.js'
import {
  broken,
  portText,
  SKIPS,
  truthOf,
  waiting,
  writing,
  type Draft,
  type Maker,
  type Place,
} from './draft.js'

const becomes =
  (success: PlanEnd, failure: PlanEnd): Maker =>
  (at, draft) => ({ kind: 'becomes', success, failure, child: draft.child(at, 0) })

/** Its nominal run is that of its child: nothing times out. */
const transparent: Maker = (at, draft) => draft.child(at, 0)

const delayed: Maker = (at, draft) => waiting(draft.child(at, 0))

const times =
  (kind: 'repeat' | 'retry', port: string): Maker =>
  (at, draft) => {
    const child = draft.child(at, 0)
    const text = portText(at, port, draft)
    if (text === undefined) return broken(at, `${port} of ${at.def.id} is not written`)
    const count = text.known ? Number.parseInt(text.text, 10) : NaN
    if (count === -1) return { kind, times: null, child }
    if (!Number.isNaN(count)) return { kind, times: Math.max(count, 0), child }
    const options = [1, 2, 3].map((some) => ({
      label: `when ${port} is ${some}`,
      node: { kind, times: some, child } as const,
    }))
    const why = `${at.def.id} ${at.path}: only a running tree knows ${port}; 1 to 3 were looked at`
    return { kind: 'choice', options: [...options, { node: { kind: 'unknown', text: why } }] }
  }

const untilFailure: Maker = (at, draft) => ({ kind: 'until-failure', child: draft.child(at, 0) })

const once: Maker = (at, draft) => {
  const text = portText(at, 'then_skip', draft)
  const thenSkip = !(text?.known === true && /^(0|false)$/i.test(text.text))
  return { kind: 'once', key: `result of ${at.path}`, thenSkip, child: draft.child(at, 0) }
}

const precondition: Maker = (at, draft) => {
  const child = draft.child(at, 0)
  const script = at.def.attrs['if'] ?? ''
  if (script.trim() === '') return broken(at, 'port if is empty: there is no condition to evaluate')
  const truth = truthOf(script)
  if (truth === true) return child
  const otherwise = at.def.attrs['else'] ?? 'FAILURE'
  const node = otherwise === 'RUNNING' ? waiting(child) : endNamed(otherwise)
  if (truth === false) return node
  const condition = `${script.trim()} of Precondition`
  return {
    kind: 'choice',
    options: [
      { label: `when ${condition} is true`, node: child },
      { label: `when ${condition} is false`, node },
    ],
  }
}

const ifUpdated: Maker = (at, draft) => {
  const entry = at.def.attrs['entry'] ?? 'the entry'
  return {
    kind: 'choice',
    options: [
      { label: `when ${entry} was written`, node: draft.child(at, 0) },
      { label: `when ${entry} was not written`, node: SKIPS },
    ],
  }
}

const loop =
  (item: (text: string) => string | null): Maker =>
  (at, draft) => {
    if (at.inReactiveCondition === true) {
      return { kind: 'unknown', text: `${at.def.id} ${at.path} in the condition of a WhileDoElse` }
    }
    const queue = portText(at, 'queue', draft)
    const items = queue?.known === true ? splitItems(queue.text).map(item) : null
    const written = at.def.attrs['value']
    const value = written === undefined ? undefined : pointerKey(written, 'value')
    const key = value === undefined ? null : loopKey(at, value, items, draft)
    const ifEmpty = portText(at, 'if_empty', draft)
    const end = endNamed(ifEmpty?.known === true ? ifEmpty.text : 'SUCCESS')
    if (end.kind !== 'result' || ifEmpty?.known === false) {
      return { kind: 'unknown', text: `${at.def.id} ${at.path}: how it ends when its queue is empty` }
    }
    return { kind: 'each', key, items, ifEmpty: end.end, child: draft.child(at, 0) }
  }

/** The entry that takes the items; null where it cannot be followed. */
function loopKey(
  at: Place,
  key: string,
  items: readonly (string | null)[] | null,
  draft: Draft,
): string | null {
  for (const item of items ?? [null]) writing(at, key, { writer: 'loop', value: item, draft })
  const entry = at.scope.entry(key)
  return draft.entries.isFollowed(entry) ? entry : null
}

function endNamed(text: string): PlanNode {
  if (text === 'SUCCESS' || text === 'FAILURE' || text === 'SKIPPED') return { kind: 'result', end: text }
  return { kind: 'unknown', text: `what a node does that ends as ${text}` }
}

const integer = (text: string): string | null => (/^-?\d+$/.test(text) ? `${Number(text)}` : null)

/** All decorators of the engine. */
export const DECORATORS: Readonly<Record<string, Maker>> = {
  Inverter: becomes('FAILURE', 'SUCCESS'),
  ForceSuccess: becomes('SUCCESS', 'SUCCESS'),
  ForceFailure: becomes('FAILURE', 'FAILURE'),
  KeepRunningUntilFailure: untilFailure,
  Repeat: times('repeat', 'num_cycles'),
  RetryUntilSuccessful: times('retry', 'num_attempts'),
  RunOnce: once,
  Timeout: transparent,
  Delay: delayed,
  Precondition: precondition,
  SkipUnlessUpdated: ifUpdated,
  WaitValueUpdate: delayed,
  LoopInt: loop(integer),
  LoopBool: loop(() => null),
  LoopDouble: loop(() => null),
  LoopString: loop((text) => text),
}
