import type { Diagnostic, SourceRef } from '#base/diagnostic.js'
import { pointerKey } from '#bt/attributes.js'
import type { NodeDef, TreeDoc } from '#bt/document.js'
import type { Conditions } from './conditions.js'
import { Problems, type Spot } from '../problems.js'

/** The node that asks whether a formula holds; every world offers it, unless a skill of its own has the name. */
export const HOLDS = 'Holds'

/** What is asked of a world: any `DataDomain`. */
interface Asked {
  readonly skills: readonly string[]
  readonly conditions: Conditions
}

/** Checks the conditions of a tree against a world: every mistake at its place in the tree's file. */
export function checkConditions(doc: TreeDoc, domain: Asked): readonly Diagnostic[] {
  if (domain.skills.includes(HOLDS)) return []
  return doc.trees.flatMap(({ root }) => conditionsIn(root)).flatMap((def) => problemsOf(def, domain))
}

const conditionsIn = (def: NodeDef): readonly NodeDef[] => [
  ...(def.id === HOLDS ? [def] : []),
  ...def.children.flatMap(conditionsIn),
]

function problemsOf(def: NodeDef, domain: Asked): readonly Diagnostic[] {
  const text = def.attrs['formula'] ?? ''
  // what stands on the blackboard is known only when the tree runs
  if (pointerKey(text, 'formula') !== undefined) return []
  const problems = new Problems((spot) => placeIn(def, spot), 'condition')
  domain.conditions.compile({ text, spot: { path: ['formula'] } }, Object.keys(def.attrs), problems)
  return problems.list()
}

/** Where a character of the formula stands; the beginning of the attribute if it is written with entities. */
function placeIn({ places, written, where }: NodeDef, { offset = 0 }: Spot): SourceRef | undefined {
  const begin = places?.['formula'] ?? where
  if (begin === undefined || written?.['formula']?.raw !== undefined) return begin
  return { ...begin, column: begin.column + offset }
}
