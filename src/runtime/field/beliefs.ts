import { decimals } from '#base/units.js'
import type { FieldMap } from '#base/field-map.js'
import { describePlace } from '#twin/field/places.js'
import type { Held, SlotBelief, WorldState } from '#twin/field/world.js'
import type { Believed } from '../moments/moment-recorder.js'
import type { Fact } from '../status/service-status.js'

/** The same for the record of an episode, which keeps the pose as figures. */
export const fieldBelieved = (state: WorldState, map: FieldMap): Believed => ({
  facts: new Map(
    beliefsOf(state, map).flatMap(({ subject, text }) => (subject === 'pose' ? [] : [[subject, text]])),
  ),
  pose: state.robot.pose,
})

/**
 * Describes the twin's belief: one line per subject.
 * @param isConnected false: it is what was believed last, and the robot may have come to rest since
 */
export function beliefsOf(state: WorldState, map: FieldMap, isConnected = true): readonly Fact[] {
  const { robot, gripper, shelf } = state
  const { x, y, theta } = robot.pose
  const where = robot.place === 'between' ? 'between places' : describePlace(map, robot.place)
  const motion = !isConnected ? 'not connected' : robot.moving ? 'moving' : 'standing'
  return [
    { subject: 'robot', text: `${where}, ${motion}${robot.estop ? ', EMERGENCY STOP' : ''}` },
    {
      subject: 'pose',
      text: Number.isFinite(x + y)
        ? `x ${decimals(x, 3)} m, y ${decimals(y, 3)} m, ${degrees(theta)}°`
        : 'not known yet',
    },
    { subject: 'gripper', text: `cups ${gripper.cups.map(describeHeld).join(' ')}, lift ${gripper.lift}` },
    {
      subject: 'rotator',
      text: gripper.rotator.turning ? 'between its ends' : `at end ${gripper.rotator.end}`,
    },
    {
      subject: 'shelf',
      text: shelf === 'init' ? 'where it began' : shelf === 'target' ? 'at its target' : 'unknown',
    },
    ...map.zones.map(({ id, kind }) => ({
      subject: `zone ${id}`,
      text: `${kind}: ${(state.zones.get(id)?.slots ?? []).map(describeSlot).join(' ')}`,
    })),
  ]
}

const degrees = (theta: number): string => decimals((theta * 180) / Math.PI, 1)

/** slots count from 0, as everywhere */
const describeHeld = (held: Held): string =>
  held === null ? '·' : held.from === 0 ? 'block' : `${held.from}/${held.slot}`

const describeSlot = (slot: SlotBelief): string =>
  slot === null ? '·' : slot.face === 'unknown' ? 'block' : slot.face
