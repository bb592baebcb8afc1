import type { FieldMap } from '#base/field-map.js'
import type { TreeDef, TreeDoc } from '#bt/document.js'
import { routesOf, type Trip } from '#forecast/plan/route.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { home, mission, retried, shelf, transport } from './parts.js'

/** What a field asks for: the plan that each faulty tree is one mistake away from. */
export interface RightPlan {
  readonly map: FieldMap
  /** every load zone that can be emptied, the wrong blocks turned on the way */
  readonly trips: readonly Trip[]
  /** the shelf is pushed first, because a trip needs it */
  readonly shelf: boolean
  /** the robot's own subtrees, which the trees name */
  readonly subtrees: readonly TreeDef[]
}

/**
 * The quickest plan of the form of `bt/reference/best-F1.xml`: the shelf first where a trip needs it, all trips that
 * the field has room for, home at the end.
 */
export function rightPlan(setup: FieldSetup, subtrees: readonly TreeDef[]): RightPlan {
  const routes = routesOf(setup).filter(({ home, shelf }) => home && (shelf ?? 0) === 0)
  const most = Math.max(0, ...routes.map(({ trips }) => trips.length))
  const best = routes.find(({ trips }) => trips.length === most)
  return { map: setup.map, trips: best?.trips ?? [], shelf: best?.shelf === 0, subtrees }
}

/** The plan as a tree: each unit is tried twice. */
export function rightTree(plan: RightPlan): TreeDoc {
  return mission(
    [
      ...(plan.shelf ? [retried(shelf())] : []),
      ...plan.trips.map((trip) => retried(transport(trip))),
      retried(home()),
    ],
    plan.subtrees,
  )
}
