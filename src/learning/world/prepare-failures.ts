import type { NodeDef, NodePath } from '#bt/document.js'
import { nodeAt } from '#bt/paths.js'
import { parentPath } from '../actor/units.js'
import { outermostDecorator } from '../actor/place.js'
import { TWIN } from '../actor/input.js'
import { isRetried, leafOf, retried, shortName, type Draft } from './draft.js'
import type { ForeseenFailure, TwinView } from './twin-view.js'

/**
 * Prepares a tree that passes for what can go wrong with its steps: a step that can simply be tried again is repeated,
 * one whose failure changes the world gets, as a fallback, the steps that make it good.
 */
export function prepareForFailures(draft: Draft, twin: TwinView): void {
  const outlook = twin.check(draft.doc, false)
  if (outlook.refused.length > 0 || outlook.missed.length > 0) return
  const failures = twin.hazards(draft.doc)
  const leaves = [...new Set(failures.map(({ path }) => path))]
  for (const path of leaves)
    prepareLeaf(
      draft,
      path,
      failures.filter((failure) => failure.path === path),
      twin,
    )
}

function prepareLeaf(
  draft: Draft,
  path: NodePath,
  failures: readonly ForeseenFailure[],
  twin: TwinView,
): void {
  const leaf = nodeAt(draft.doc, path)
  if (leaf === undefined) return
  const at = outermostDecorator(draft.doc, path)
  const step = nodeAt(draft.doc, at) ?? leaf
  const again = failures.some(({ symptoms }) => symptoms.length === 0) && !isRetried(draft.doc, path)
  const above = at === '/' ? undefined : nodeAt(draft.doc, parentPath(at))
  const known = above?.id === 'Fallback' ? above.children.map(symptomsOf) : []
  // failures that look the same are made good in the same way
  const bySymptoms = new Map(failures.map((failure) => [formulaOf(failure.symptoms), failure]))
  const remedies = [...bySymptoms]
    .filter(([formula]) => formula !== '' && !known.includes(formula))
    .map(([, failure]) => remedyFor(failure, twin))
  if (!again && remedies.length === 0) return
  const first = again ? retried(step, twin.attempts(leaf.id)) : step
  const how = [...(again ? ['tried again'] : []), ...(remedies.length > 0 ? ['put right by more steps'] : [])]
  const because = `${shortName(leaf)} may fail: ${how.join(', or ')}`
  if (above?.id === 'Fallback' && remedies.length > 0) {
    const children = [...above.children, ...remedies]
    draft.apply([{ op: 'replaceSubtree', at: parentPath(at), node: { ...above, children } }], TWIN, because)
    return
  }
  const node = remedies.length === 0 ? first : { ...FALLBACK, children: [first, ...remedies] }
  draft.apply([{ op: 'replaceSubtree', at, node }], TWIN, because)
}

const FALLBACK = { id: 'Fallback', kind: 'control', attrs: {} } as const

/** What a failure needs: only where its symptoms are seen are its steps taken. */
const remedyFor = ({ symptoms, remedy }: ForeseenFailure, twin: TwinView): NodeDef => ({
  id: 'Sequence',
  kind: 'control',
  attrs: {},
  children: [
    { id: 'Holds', kind: 'condition', attrs: { formula: formulaOf(symptoms) }, children: [] },
    ...remedy.map((step) => retried(leafOf(step), twin.attempts(step.skill))),
  ],
})

const formulaOf = (symptoms: readonly string[]): string => symptoms.join(' and ')

/** The formula that guards a remedy; undefined for another node. */
const symptomsOf = ({ children: [guard] }: NodeDef): string | undefined =>
  guard?.id === 'Holds' ? guard.attrs['formula'] : undefined
