import type { FieldMap, Point, Pose, Slot, Zone } from '../../../src/base/field-map.js'
import type { Command, WorldState } from '../../../src/twin/world.js'

/**
 * May this command be sent in this world? The law of the field a second time, written from the requirements (G1 to G8,
 * AMB-14, AMB-16) without a line of the twin: what the twin allows and what this allows must be the same.
 */
export function isLawful(
  { robot, gripper, zones, shelf }: WorldState,
  command: Command,
  map: FieldMap,
): boolean {
  if (!robot.linkUp || robot.estop || robot.moving) return false
  const up = gripper.lift === 'up'
  const turning = gripper.rotator.turning
  const here = robot.place === 'between' ? undefined : robot.place
  const zoneHere = here?.kind === 'zone' ? map.zones.find(({ id }) => id === here.zone) : undefined
  const lies = (id: number, slot: Slot): boolean => (zones.get(id)?.slots[slot] ?? null) !== null

  switch (command.kind) {
    case 'move': {
      const { x, y, theta } = command.pose
      const dock = dockOf(command.to, map)
      const known = [robot.pose.x, robot.pose.y, robot.pose.theta].every(Number.isFinite)
      return (
        up && known && dock !== undefined && apart(dock, command.pose) <= 0.045 && Math.abs(theta) <= 0.05 &&
        x >= 0 && x <= map.size.x && y >= 0 && y + 0.2 <= map.size.y
      ) // prettier-ignore
    }
    case 'grip': {
      const { zone, mask } = command
      if (turning || !namesCups(mask) || zoneHere?.id !== zone || zoneHere.kind !== 'load') return false
      return cupsOf(mask).every((cup) => {
        const held = gripper.cups[cup]
        // a grip that was cut off with the lift below is finished by gripping again
        if (held !== null) return !up && held.from === zone
        return lies(zone, cup)
      })
    }
    case 'release': {
      const { zone, mask } = command
      if (turning || !namesCups(mask) || zoneHere?.id !== zone || zoneHere.kind !== 'unload') return false
      if (zoneHere.needsShelf && shelf !== 'target') return false
      return cupsOf(mask).every((cup) => (gripper.cups[cup] === null ? !up : !lies(zone, cup)))
    }
    case 'rotate': {
      if (!up || !namesCups(command.mask)) return false
      if (turning) return gripper.rotator.mask === command.mask
      return cupsOf(command.mask).every((cup) => gripper.cups[cup] !== null)
    }
    case 'push': {
      const { at, target } = map.shelf
      const straight = [command.from, command.to].every(({ theta }) => Math.abs(theta) <= 0.05)
      return (
        up && straight && apart(command.from, at) <= 0.012 && apart(command.to, target) <= 0.012 &&
        here?.kind === 'shelf' && shelf !== 'target' && gripper.cups.every((held) => held === null) &&
        !map.zones.some((zone) => swept(zone, map) && ([0, 1, 2, 3] as const).some((slot) => lies(zone.id, slot)))
      ) // prettier-ignore
    }
  }
}

const namesCups = (mask: unknown): mask is string =>
  typeof mask === 'string' && /^(?!0000$)[01]{4}$/.test(mask)
const cupsOf = (mask: string): Slot[] => ([0, 1, 2, 3] as const).filter((cup) => mask.charAt(cup) === '1')
const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

function dockOf(to: Extract<Command, { kind: 'move' }>['to'], map: FieldMap): Point | undefined {
  if (to.kind === 'home') return map.home.at
  return to.kind === 'shelf' ? map.shelf.at : map.zones.find(({ id }) => id === to.zone)?.at
}

/** Does the shelf pass over a part of the zone on its way? Centres nearer than half of both, along both axes. */
function swept({ at, size }: Zone, { shelf }: FieldMap): boolean {
  const middle = { x: (shelf.at.x + shelf.target.x) / 2, y: (shelf.at.y + shelf.target.y) / 2 }
  const way = { x: Math.abs(shelf.at.x - shelf.target.x), y: Math.abs(shelf.at.y - shelf.target.y) }
  return (['x', 'y'] as const).every(
    (axis) => Math.abs(at[axis] - middle[axis]) < (size[axis] + way[axis] + shelf.size[axis]) / 2,
  )
}

/** Equal numbers, NaN among them: for poses that nobody knows. */
export const samePose = (a: Pose, b: Pose): boolean =>
  Object.is(a.x, b.x) && Object.is(a.y, b.y) && Object.is(a.theta, b.theta)
