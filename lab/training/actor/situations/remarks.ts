import type { FieldMap } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import type { TreeDoc } from '#bt/document.js'
import { isWithin } from '#learning/actor/units.js'
import { labelTree } from '#learning/field/actor/address.js'
import { readPlan } from '#learning/field/actor/situation/plan.js'
import type { Fault } from './scenario.js'

/** That somebody who reads the tree speaks of what is odd in it. */
const SPOKEN_OF = 0.6

/**
 * What a larger critic, or a person, might say of the tree itself: steps in the wrong order, zones loaded twice,
 * retries around too much, idle waits. Our own critic looks at pictures and never says it.
 */
export function remarksOn(rng: Rng, map: FieldMap, doc: TreeDoc): Fault[] {
  const book = labelTree(doc)
  const plan = readPlan(doc, book)
  const last = plan.units.at(-1)
  const from = plan.transfers.map((trip) => trip.from)
  const odd = [
    from.some((zone, i) => from.indexOf(zone) < i),
    plan.transfers.some(({ unload }) => unload === null),
    plan.home !== null && last !== undefined && !isWithin(plan.home.path, last.path),
    plan.cursor !== null && plan.units[0] !== undefined && !isWithin(plan.cursor.path, plan.units[0].path),
    book.all.some(
      ({ path, node }) =>
        node.kind === 'decorator' &&
        plan.transfers.filter((trip) => isWithin(trip.load.path, path)).length > 1,
    ),
  ].some(Boolean)
  const idle = book.all.some(({ role }) => role === 'delay')
  const about = (impact: Fault['impact']): Fault => ({ impact, zone: null, mask: null, nodePath: null })
  return [
    ...(odd && rng.chance(SPOKEN_OF) ? [about('plan-structure')] : []),
    ...(idle && rng.chance(SPOKEN_OF) ? [about('timing')] : []),
  ]
}
