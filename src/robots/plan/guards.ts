import type { Notes, PlanEnd, PlanNode } from '#twin/plan/plan-node.js'
import { truthOf, type Draft, type Place } from './draft.js'
import { scriptWrites } from './scripts.js'

/** Wraps a node in its preconditions and postconditions, as `executeTick` of the engine does. */
export function guarded(at: Place, core: PlanNode, draft: Draft): PlanNode {
  const { attrs } = at.def
  let node = core
  if (attrs['_while'] !== undefined) node = whileTrue(at, attrs['_while'], node)
  for (const [name, end] of BEFORE) {
    const script = attrs[name]
    if (script !== undefined) node = unless(at, name, script, { end, node })
  }
  const after = (...names: readonly string[]): Notes =>
    names.flatMap((name) => (attrs[name] === undefined ? [] : scriptWrites(at, attrs[name], draft)))
  if (attrs['_onHalted'] !== undefined)
    scriptWrites({ ...at, reevaluatedEachTick: true }, attrs['_onHalted'], draft)
  const onSuccess = after('_onSuccess', '_post')
  const onFailure = after('_onFailure', '_post')
  if (onSuccess.length + onFailure.length === 0) return node
  return { kind: 'noting', onSuccess, onFailure, child: node }
}

/** innermost first: the engine evaluates them in reverse order */
const BEFORE: readonly (readonly [string, PlanEnd])[] = [
  ['_skipIf', 'SKIPPED'],
  ['_successIf', 'SUCCESS'],
  ['_failureIf', 'FAILURE'],
]

interface Guarded {
  readonly end: PlanEnd
  readonly node: PlanNode
}

function unless(at: Place, name: string, script: string, { end, node }: Guarded): PlanNode {
  const truth = truthOf(script)
  if (truth === false) return node
  const instead: PlanNode = { kind: 'result', end }
  if (truth === true) return instead
  const condition = `${script.trim()} (${name} of ${at.def.id})`
  return {
    kind: 'choice',
    options: [
      { label: `when ${condition} is false`, node },
      { label: `when ${condition} is true`, node: instead },
    ],
  }
}

/** Evaluated at every tick: false halts the node, which then counts as skipped. */
function whileTrue(at: Place, script: string, node: PlanNode): PlanNode {
  const truth = truthOf(script)
  if (truth === true) return node
  if (truth === false) return { kind: 'result', end: 'SKIPPED' }
  const condition = `${script.trim()} (_while of ${at.def.id})`
  return {
    kind: 'choice',
    again: true,
    options: [
      { label: `while ${condition} is true`, node },
      { label: `when ${condition} is false`, node: { kind: 'result', end: 'SKIPPED' } },
    ],
  }
}
