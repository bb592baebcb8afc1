import { bitsMask, type FieldMap, type ZoneId } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import type { TreeDef, TreeDoc } from '#bt/document.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { shuffled } from '#lab/bench/fields/zones.js'
import { mutated } from './mutate.js'
import { drawPlan, type Plan, type Trip } from './plan.js'

/**
 * A tree that edits could have led to, with the defects that edits are there to cure: no home, no shelf, no retry,
 * blind rotations, zones used twice, trips repeated or cut short, retries around too much, idle waits. It knows the map
 * and not how the blocks lie.
 */
export function randomTree(rng: Rng, map: FieldMap, subtrees: readonly TreeDef[]): TreeDoc {
  const loads = shuffled(rng, zones(map, 'load'))
  const unloads = shuffled(rng, zones(map, 'unload'))
  const flat = rng.chance(0.25)
  const trips = Array.from({ length: 1 + rng.int(loads.length) }, (_, i): Trip => {
    const from = loads[rng.chance(0.07) && i > 0 ? i - 1 : i] as ZoneId
    const to = unloads[rng.chance(0.2) && i > 0 ? i - 1 : i % unloads.length] as ZoneId
    return {
      from,
      to: !flat && rng.chance(0.1) ? null : to,
      mask: rng.chance(0.4) ? (rng.chance(0.25) ? '1111' : bitsMask(1 + rng.int(15))) : '0000',
      wait: rng.chance(0.06) ? 1 + rng.int(5) : 0,
      attempts: flat && i === 0 ? 'flat' : rng.chance(0.75) ? attempts(rng) : 1,
    }
  })
  return drawPlan(
    {
      shelf: rng.chance(0.55) ? { at: rng.chance(0.85) ? 0 : trips.length, attempts: guarded(rng) } : null,
      trips,
      together: !flat && trips.length > 1 && rng.chance(0.15) ? 2 : 0,
      home: rng.chance(0.55) ? { early: rng.chance(0.12), attempts: guarded(rng) } : null,
      wait: rng.chance(0.1) ? 1 + rng.int(5) : 0,
    },
    subtrees,
  )
}

/**
 * A tree for a field whose blocks are known: one trip as at the beginning of learning, the right plan, the right plan
 * with one to four defects, or any tree at all. Natural for a policy on its way from bad to good.
 */
export function treeFor(rng: Rng, setup: FieldSetup, subtrees: readonly TreeDef[]): TreeDoc {
  const kind = rng.next()
  if (kind < 0.1) return drawPlan(firstPolicy(rng, setup.map), subtrees)
  if (kind < 0.4) return drawPlan(rightPlan(rng, setup), subtrees)
  if (kind < 0.8) return drawPlan(mutated(rng, rightPlan(rng, setup), setup.map, 1 + rng.int(4)), subtrees)
  return randomTree(rng, setup.map, subtrees)
}

/** Every load zone to an unload zone of its own, turned as it needs, the shelf first, home at the end. */
export function rightPlan(rng: Rng, { map, orange }: FieldSetup): Plan {
  const loads = shuffled(rng, zones(map, 'load'))
  const unloads = shuffled(rng, zones(map, 'unload'))
  const needed = map.zones.some(({ needsShelf }) => needsShelf)
  return {
    shelf: needed || rng.chance(0.5) ? { at: 0, attempts: 2 } : null,
    trips: loads.slice(0, unloads.length).map((from, i) => ({
      from,
      to: unloads[i] as ZoneId,
      mask: orange.get(from) ?? '0000',
      wait: 0,
      attempts: 2,
    })),
    together: 0,
    home: { early: false, attempts: 2 },
    wait: 0,
  }
}

/** One load and one unload, no strategy (VRL-03). */
function firstPolicy(rng: Rng, map: FieldMap): Plan {
  const from = rng.pick(zones(map, 'load'))
  const to = rng.pick(zones(map, 'unload'))
  return {
    shelf: null,
    trips: [{ from, to, mask: '0000', wait: 0, attempts: 'flat' }],
    together: 0,
    home: null,
    wait: 0,
  }
}

const attempts = (rng: Rng): number => (rng.chance(0.8) ? 2 : 3)
const guarded = (rng: Rng): number => (rng.chance(0.7) ? attempts(rng) : 1)
const zones = (map: FieldMap, kind: 'load' | 'unload'): ZoneId[] =>
  map.zones.filter((zone) => zone.kind === kind).map(({ id }) => id)
