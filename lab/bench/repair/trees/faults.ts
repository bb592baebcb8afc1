import { bitsMask, maskBits } from '#base/field-map.js'
import type { NodeDef, TreeDoc } from '#bt/document.js'
import type { Trip } from '#forecast/plan/route.js'
import { type Fault, FORMS } from './forms.js'
import { action } from '#forecast/plan/plan-tree.js'
import { control, go, home, load, mission, retried, shelf, transport, turn, unload } from './parts.js'
import type { RightPlan } from './right-plan.js'

/** Every kind of faulty tree that the repair matrix tries, one mistake a tree. */
export const faults = (): readonly Fault[] => [
  ...ROTATIONS,
  ...TRIPS,
  ...STEPS,
  ...UNITS,
  ...SHAPES,
  ...FORMS,
]

export const faultNamed = (name: string): Fault | undefined => faults().find((fault) => fault.name === name)

/** The right tree with one trip written otherwise; null when there is no such trip. */
const onTrip = (plan: RightPlan, at: number, nodes: (trip: Trip) => readonly NodeDef[]): TreeDoc | null => {
  const wrong = plan.trips[at]
  if (wrong === undefined) return null
  return whole(
    plan,
    plan.trips.flatMap((trip, i) => (i === at ? nodes(trip) : [retried(transport(trip))])),
  )
}

const whole = (plan: RightPlan, trips: readonly NodeDef[]): TreeDoc =>
  mission([...shelfOf(plan), ...trips, retried(home())], plan.subtrees)

const shelfOf = (plan: RightPlan): readonly NodeDef[] => (plan.shelf ? [retried(shelf())] : [])
const tripsOf = (plan: RightPlan): readonly NodeDef[] => plan.trips.map((trip) => retried(transport(trip)))
const one = (...steps: readonly NodeDef[]): readonly NodeDef[] => [retried(control('Sequence', steps))]

/** the first trip whose blocks have to be turned; −1 when all lie right */
const turning = (plan: RightPlan): number => plan.trips.findIndex(({ mask }) => mask !== '0000')
/** a trip in the midst of the mission, or the only one */
const middle = ({ trips }: RightPlan): number => Math.min(1, trips.length - 1)

const ROTATIONS: readonly Fault[] = [
  {
    name: 'no-rotation',
    what: 'no block is turned on any trip',
    make: (plan) =>
      turning(plan) < 0
        ? null
        : whole(
            plan,
            plan.trips.map((trip) => retried(transport({ ...trip, mask: '0000' }))),
          ),
  },
  {
    name: 'no-rotation-once',
    what: 'one trip turns no block',
    make: (plan) => onTrip(plan, turning(plan), (trip) => [retried(transport({ ...trip, mask: '0000' }))]),
  },
  {
    name: 'blind-rotation',
    what: 'every trip turns all four blocks',
    make: (plan) =>
      plan.trips.every(({ mask }) => mask === '1111')
        ? null
        : whole(
            plan,
            plan.trips.map((trip) => retried(transport({ ...trip, mask: '1111' }))),
          ),
  },
  {
    name: 'wrong-mask',
    what: 'one trip turns the wrong blocks',
    make: (plan) =>
      onTrip(plan, Math.max(0, turning(plan)), (trip) => [
        retried(transport({ ...trip, mask: bitsMask(maskBits(trip.mask) ^ 0b0101) })),
      ]),
  },
  {
    name: 'rotate-after-unload',
    what: 'one trip turns the blocks when they are put down already',
    make: (plan) =>
      onTrip(plan, turning(plan), ({ from, to, mask }) =>
        one(go(from), load(), go(to), unload(), ...turn(mask)),
      ),
  },
]

const TRIPS: readonly Fault[] = [
  {
    name: 'trip-twice',
    what: 'one trip stands twice in the tree',
    make: (plan) =>
      onTrip(plan, middle(plan), (trip) => [retried(transport(trip)), retried(transport(trip))]),
  },
  {
    name: 'trip-missing',
    what: 'one trip is missing',
    make: (plan) => (plan.trips.length < 2 ? null : onTrip(plan, middle(plan), () => [])),
  },
  {
    name: 'to-load-zone',
    what: 'one trip carries its blocks to a load zone',
    make: (plan) => {
      const first = plan.trips[0]
      if (first === undefined || plan.trips.length < 2) return null
      return onTrip(plan, middle(plan), (trip) => [retried(transport({ ...trip, to: first.from }))])
    },
  },
  {
    name: 'zones-swapped',
    what: 'one trip loads at its unload zone and unloads at its load zone',
    make: (plan) =>
      onTrip(plan, middle(plan), ({ from, to, mask }) => [retried(transport({ from: to, to: from, mask }))]),
  },
]

const STEPS: readonly Fault[] = [
  {
    name: 'no-load',
    what: 'one trip never loads',
    make: (plan) => onTrip(plan, middle(plan), ({ from, to }) => one(go(from), go(to), unload())),
  },
  {
    name: 'no-unload',
    what: 'one trip never unloads',
    make: (plan) =>
      onTrip(plan, middle(plan), ({ from, to, mask }) => one(go(from), load(), go(to), ...turn(mask))),
  },
  {
    name: 'load-twice',
    what: 'one trip loads twice in a row',
    make: (plan) =>
      onTrip(plan, middle(plan), ({ from, to, mask }) =>
        one(go(from), load(), load(), go(to), ...turn(mask), unload()),
      ),
  },
  {
    name: 'unload-before-load',
    what: 'one trip goes to its unload zone first and unloads before it loads',
    make: (plan) =>
      onTrip(plan, middle(plan), ({ from, to, mask }) =>
        one(go(to), unload(), go(from), load(), ...turn(mask)),
      ),
  },
]

const UNITS: readonly Fault[] = [
  {
    name: 'no-shelf',
    what: 'the shelf is never moved',
    make: (plan) => (plan.shelf ? mission([...tripsOf(plan), retried(home())], plan.subtrees) : null),
  },
  {
    name: 'shelf-last',
    what: 'the shelf is moved after the trips',
    make: (plan) =>
      plan.shelf ? mission([...tripsOf(plan), retried(shelf()), retried(home())], plan.subtrees) : null,
  },
  {
    name: 'no-home',
    what: 'the robot does not come home',
    make: (plan) => mission([...shelfOf(plan), ...tripsOf(plan)], plan.subtrees),
  },
  {
    name: 'home-between',
    what: 'the robot comes home between two trips',
    make: (plan) => {
      if (plan.trips.length < 2) return null
      const [first, ...rest] = tripsOf(plan)
      return mission([...shelfOf(plan), ...(first ? [first] : []), retried(home()), ...rest], plan.subtrees)
    },
  },
]

const SHAPES: readonly Fault[] = [
  {
    name: 'no-retry',
    what: 'nothing is tried again',
    make: (plan) =>
      mission(
        [...(plan.shelf ? [shelf()] : []), ...plan.trips.map((trip) => transport(trip)), home()],
        plan.subtrees,
      ),
  },
  {
    name: 'macro-retry',
    what: 'one retry holds all trips',
    make: (plan) =>
      plan.trips.length < 2
        ? null
        : whole(plan, [
            retried(
              control(
                'Sequence',
                plan.trips.map((trip) => transport(trip)),
              ),
            ),
          ]),
  },
  {
    name: 'delays',
    what: 'three waits of 6 s that nothing asks for',
    make: (plan) => {
      const wait = (): NodeDef => action('CustomDelay', { duration: '6' })
      const [first, ...rest] = tripsOf(plan)
      return whole(plan, [wait(), ...(first ? [first] : []), wait(), ...rest, wait()])
    },
  },
  {
    name: 'fallback-root',
    what: 'the mission is a Fallback: after the first unit that succeeds it is over',
    make: (plan) => mission([...shelfOf(plan), ...tripsOf(plan), retried(home())], plan.subtrees, 'Fallback'),
  },
  {
    name: 'fallback-between',
    what: 'the second of two trips runs only if the first fails',
    make: (plan) => {
      const [first, second, ...rest] = tripsOf(plan)
      if (first === undefined || second === undefined) return null
      return whole(plan, [control('Fallback', [first, second]), ...rest])
    },
  },
]
