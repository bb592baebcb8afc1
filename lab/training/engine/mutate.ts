import { bitsMask, maskBits, type FieldMap, type ZoneId } from '#base/field-map.js'
import type { Rng } from '#base/random.js'
import type { Plan, Trip } from './plan.js'

/** The plan with so many defects, each of a kind that an edit can cure. A defect may undo an earlier one. */
export function mutated(rng: Rng, plan: Plan, map: FieldMap, defects: number): Plan {
  let out = plan
  for (let i = 0; i < defects; i++) out = rng.pick(DEFECTS)(rng, out, map)
  return out
}

type Defect = (rng: Rng, plan: Plan, map: FieldMap) => Plan

const DEFECTS: readonly Defect[] = [
  // masks are what is wrong most often: nobody knows them before a critic has seen the faces
  (rng, plan) => onTrip(rng, plan, (trip) => ({ ...trip, mask: '0000' })),
  (rng, plan) => onTrip(rng, plan, (trip) => ({ ...trip, mask: '0000' })),
  (rng, plan) =>
    onTrip(rng, plan, (trip) => ({ ...trip, mask: bitsMask(maskBits(trip.mask) ^ (1 << rng.int(4))) })),
  (rng, plan) => onTrip(rng, plan, (trip) => ({ ...trip, mask: bitsMask(rng.int(16)) })),
  (_, plan) => ({ ...plan, trips: plan.trips.map((trip) => ({ ...trip, mask: '0000' })) }),
  (_, plan) => ({ ...plan, home: null }),
  (_, plan) => ({ ...plan, shelf: null }),
  (_, plan) => ({ ...plan, shelf: plan.shelf && { ...plan.shelf, at: plan.trips.length } }),
  (rng, plan) => ({ ...plan, trips: plan.trips.slice(0, Math.max(1, 1 + rng.int(plan.trips.length))) }),
  (rng, plan) => onTrip(rng, plan, (trip) => ({ ...trip, attempts: 1 })),
  (_, plan) => ({ ...plan, trips: plan.trips.map((trip) => ({ ...trip, attempts: 1 })) }),
  (rng, plan) => onTrip(rng, plan, (trip) => ({ ...trip, wait: 1 + rng.int(6) })),
  (rng, plan) => ({ ...plan, wait: 2 + rng.int(9) }),
  (rng, plan) => ({ ...plan, trips: plan.trips.map((trip) => ({ ...trip, wait: 6 + rng.int(5) })) }),
  (rng, plan, map) => onTrip(rng, plan, (trip) => ({ ...trip, to: rng.pick(unloadIds(map)) })),
  (rng, plan) => onTrip(rng, plan, (trip) => ({ ...trip, to: null })),
  (rng, plan) => (plan.trips.length < 2 ? plan : { ...plan, together: 2 + rng.int(plan.trips.length - 1) }),
  (rng, plan) => ({ ...plan, home: plan.home && { ...plan.home, early: rng.chance(0.5), attempts: 1 } }),
]

function onTrip(rng: Rng, plan: Plan, change: (trip: Trip) => Trip): Plan {
  const which = rng.int(plan.trips.length)
  return { ...plan, trips: plan.trips.map((trip, i) => (i === which ? change(trip) : trip)) }
}

const unloadIds = (map: FieldMap): ZoneId[] =>
  map.zones.filter(({ kind }) => kind === 'unload').map(({ id }) => id)
