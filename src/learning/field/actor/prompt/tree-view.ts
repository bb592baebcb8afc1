import type { NodePath } from '#bt/document.js'
import type { Labelled } from '../address.js'
import { unitInsidesShown, unitsShown, type TrimLevel, type PromptInput } from './budget.js'

/** How much of a node is shown: with its children, without them, or not at all. */
export type View = 'whole' | 'head' | 'hidden'

/**
 * How a long tree is shortened: units that no finding and no failure names shrink to their name, then disappear.
 * Everything that an edit could concern stays.
 */
export function treeView({ actor, situation }: PromptInput, level: TrimLevel): (entry: Labelled) => View {
  const { book, plan, findings } = situation
  const sites = findings.flatMap(({ site }) =>
    site?.kind === 'node' ? (book.named(site.at)?.path ?? []) : [],
  )
  const failed = actor.trace.failures.map(({ path }) => path)
  const named = new Set<NodePath>(
    [...sites, ...failed].flatMap((path) => plan.unitOf(book.nearest(path).path)?.path ?? []),
  )
  const idle = new Set(plan.units.map(({ path }) => path).filter((path) => path !== '/' && !named.has(path)))
  return ({ path }) => {
    if (!idle.has(path)) return 'whole'
    return !unitsShown(level) ? 'hidden' : unitInsidesShown(level) ? 'whole' : 'head'
  }
}
