import type { Face, Held, SlotBelief, WorldState } from '../world.js'

/**
 * Equal exactly for beliefs that differ in nothing but revision and clock, which no rule looks at. Made by hand, since
 * the check of a plan makes one for each step that it tries.
 */
export function fieldFingerprint({ robot, gripper, zones, shelf }: WorldState): string {
  const { place, pose } = robot
  const at = place === 'between' ? '?' : place.kind === 'zone' ? `${place.zone}` : place.kind
  const flags = `${Number(robot.moving)}${Number(robot.estop)}${Number(robot.linkUp)}`
  const { cups, lift, rotator } = gripper
  const turn = `${rotator.end}${rotator.turning ? `t${rotator.mask ?? ''}` : ''}${rotator.mask ?? ''}`
  let blocks = ''
  for (const [zone, { slots }] of zones) blocks += ` ${zone}${slots.map(slotMark).join('')}`
  return `${at} ${pose.x} ${pose.y} ${pose.theta} ${flags} ${cups.map(heldMark).join(',')} ${lift} ${turn} ${shelf}${blocks}`
}

const FACES: Readonly<Record<Face, string>> = { blue: 'b', orange: 'o', unknown: 'u' }
const slotMark = (slot: SlotBelief): string => (slot === null ? '-' : FACES[slot.face])
const heldMark = (held: Held): string =>
  held === null ? '-' : `${held.from}.${held.slot}${FACES[held.face]}`
