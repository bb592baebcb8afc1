import { sameCase } from '#bt/nodes/control/switch.js'
import type { PlanNode } from '#twin/plan/plan-node.js'
import { broken, children, portText, type Draft, type Maker, type Place } from './draft.js'

const inOrder =
  (until: 'failure' | 'success', yields = false): Maker =>
  (at, draft) => ({ kind: 'in-order', until, children: children(at, draft), ...(yields && { yields }) })

const withMemory: Maker = (at, draft) => ({
  kind: 'in-order',
  until: 'failure',
  children: children(at, draft),
  yields: true,
  memory: `index of ${at.path}`,
})

const reactive =
  (until: 'failure' | 'success'): Maker =>
  (at, draft) => {
    const last = at.def.children.length - 1
    return { kind: 'reactive', until, children: children(at, draft, (index) => index < last) }
  }

const branching =
  (again: boolean): Maker =>
  (at, draft) => {
    const { length } = at.def.children
    if (length !== 2 && length !== 3) {
      return broken(at, `${at.def.id} has ${length} children; it needs a condition and one or two branches`)
    }
    return {
      kind: 'if',
      what: at.def.id,
      again,
      condition: draft.child(again ? { ...at, inReactiveCondition: true } : at, 0, again),
      then: draft.child(at, 1),
      ...(length === 3 && { otherwise: draft.child(at, 2) }),
    }
  }

const parallel: Maker = (at, draft) => {
  const need = counted(at, 'success_count', -1, draft)
  const limit = counted(at, 'failure_count', 1, draft)
  if (need === undefined || limit === undefined) return unknownCount(at)
  const tooMany = [need, limit].find(({ written }) => written > at.def.children.length)
  if (tooMany !== undefined) return tooManyChildren(at, tooMany.written)
  return {
    kind: 'parallel',
    children: children(at, draft, () => true),
    need: need.count,
    limit: limit.count,
    skippedCounts: need.written < 0,
  }
}

const parallelAll: Maker = (at, draft) => {
  const limit = counted(at, 'max_failures', 1, draft)
  if (limit === undefined) return unknownCount(at)
  if (limit.written > at.def.children.length) return tooManyChildren(at, limit.written)
  const all = children(at, draft, () => true)
  return { kind: 'parallel', children: all, need: null, limit: limit.count, skippedCounts: true }
}

const switches =
  (cases: number): Maker =>
  (at, draft) => {
    const { length } = at.def.children
    if (length !== cases + 1) {
      const text = `${at.def.id} has ${length} children; it needs one for each of ${cases} cases and a default`
      return broken(at, text)
    }
    const variable = portText(at, 'variable', draft)
    const texts = Array.from({ length: cases }, (_, index) => portText(at, `case_${index + 1}`, draft))
    const all = children(at, draft)
    if (variable?.known === true && texts.every((text) => text?.known !== false)) {
      const match = texts.findIndex(
        (text) => text !== undefined && sameCase(variable.text, text.text, NO_ENUMS),
      )
      return all[match === -1 ? cases : match] as PlanNode
    }
    const subject = at.def.attrs['variable'] ?? 'the variable'
    const options = all.map((node, index) => {
      const text = at.def.attrs[`case_${index + 1}`]
      const label =
        index < cases ? `when ${subject} is "${text ?? ''}"` : `when ${subject} is none of the cases`
      return { label, node }
    })
    return { kind: 'choice', again: true, options }
  }

const NO_ENUMS: ReadonlyMap<string, number> = new Map()

const tryCatch: Maker = (at, draft) => {
  const all = children(at, draft)
  const last = all.at(-1)
  if (last === undefined || all.length < 2) return broken(at, 'TryCatch needs at least two children')
  return { kind: 'try', body: { kind: 'in-order', until: 'failure', children: all.slice(0, -1) }, last }
}

/** Reads a number of children; -1 means all, -2 all but one. `undefined` when it is known only at run time. */
function counted(
  at: Place,
  port: string,
  fallback: number,
  draft: Draft,
): { readonly written: number; readonly count: number } | undefined {
  const text = portText(at, port, draft)
  if (text?.known === false) return undefined
  const written = text === undefined ? fallback : Number.parseInt(text.text, 10)
  if (Number.isNaN(written)) return undefined
  return { written, count: written < 0 ? Math.max(at.def.children.length + written + 1, 0) : written }
}

const unknownCount = (at: Place): PlanNode => ({
  kind: 'unknown',
  text: `${at.def.id} ${at.path}: only a running tree knows how many of its children must succeed`,
})

const tooManyChildren = (at: Place, count: number): PlanNode =>
  broken(at, `${at.def.id} asks for ${count} children, but there are only ${at.def.children.length}`)

/** All control nodes of the engine. */
export const CONTROLS: Readonly<Record<string, Maker>> = {
  Sequence: inOrder('failure'),
  AsyncSequence: inOrder('failure', true),
  SequenceWithMemory: withMemory,
  ReactiveSequence: reactive('failure'),
  Fallback: inOrder('success'),
  AsyncFallback: inOrder('success', true),
  ReactiveFallback: reactive('success'),
  Parallel: parallel,
  ParallelAll: parallelAll,
  IfThenElse: branching(false),
  WhileDoElse: branching(true),
  Switch2: switches(2),
  Switch3: switches(3),
  Switch4: switches(4),
  Switch5: switches(5),
  Switch6: switches(6),
  TryCatch: tryCatch,
}
