import type { EditOp } from '#bt/edit.js'
import { childIndex, isWithin, parentPath } from '#learning/actor/units.js'
import type { CandidateGround } from './misdirected-drives.js'

/**
 * Edits that might let a faultless tree do the same in less time: leave the shelf alone when no trip needs it, move a
 * unit among the others, swap the goals of two trips. No trip loads from another zone than before, because how the
 * blocks lie there may not be known yet.
 */
export function shortcuts({ plan, map }: CandidateGround): readonly (readonly EditOp[])[] {
  return [...idleShelf({ plan, map }), ...otherOrders({ plan }), ...swappedGoals({ plan })]
}

type Planned = Pick<CandidateGround, 'plan'>

function idleShelf({ plan, map }: Pick<CandidateGround, 'plan' | 'map'>): EditOp[][] {
  const unit = plan.cursor && plan.unitOf(plan.cursor.path)
  const isAwaited = map.zones.some(({ id, needsShelf }) => needsShelf && plan.used.has(id))
  const fits = plan.transfers.some(({ load }) => unit && isWithin(load.path, unit.path))
  return unit && unit.path !== '/' && !isAwaited && !fits ? [[{ op: 'remove', at: unit.path }]] : []
}

function otherOrders({ plan: { units, home } }: Planned): EditOp[][] {
  const movable = units.filter(({ path }) => path !== '/' && !(home && isWithin(home.path, path)))
  return movable.flatMap(({ path }) =>
    movable
      .filter((other) => other.path !== path && parentPath(other.path) === parentPath(path))
      .map((other): EditOp[] => [
        { op: 'move', at: path, parent: parentPath(path), index: childIndex(other.path) },
      ]),
  )
}

function swappedGoals({ plan: { transfers } }: Planned): EditOp[][] {
  return transfers.flatMap((one, i) =>
    transfers.slice(i + 1).flatMap((other): EditOp[][] => {
      const [a, b] = [one.approach, other.approach]
      if (!a || !b || one.to === null || other.to === null || one.to === other.to) return []
      return [
        [
          { op: 'setAttr', at: a.path, name: 'zone', value: String(other.to) },
          { op: 'setAttr', at: b.path, name: 'zone', value: String(one.to) },
        ],
      ]
    }),
  )
}
