import type { FieldMap } from '#base/field-map.js'
import type { FieldEpisode } from '#runtime/field/prepare.js'
import { linkReport } from '#runtime/link/link-watch.js'
import type { Fact } from '#runtime/status/service-status.js'
import { describePlace } from '#twin/field/places.js'
import type { Held, SlotBelief, WorldState } from '#twin/field/world.js'
import type { ShownEpisode } from './shown-episode.js'

/** An episode of the base on a field, as the service shows it. */
export const shownField = (parts: FieldEpisode, map: FieldMap): ShownEpisode => {
  const { session, link, robot, body } = parts
  return {
    parts,
    camera: body.camera,
    facts: () => beliefsOf(robot.state(), map),
    link: (device) => linkReport(session, link, device),
    silentMs: () => session.silentMs,
    pose: () => {
      const { x, y, theta } = robot.state().robot.pose
      // before it is armed, the controller has not been told its pose
      return Number.isFinite(x + y + theta) ? { x, y, theta } : undefined
    },
    scene: { field: map, belief: () => robot.state() },
    resetScene: () => robot.sceneReset(),
  }
}

/** Describes the twin's belief: one line per subject. */
export function beliefsOf(state: WorldState, map: FieldMap): readonly Fact[] {
  const { robot, gripper, shelf } = state
  const { x, y, theta } = robot.pose
  const where = robot.place === 'between' ? 'between places' : describePlace(map, robot.place)
  const motion = robot.moving ? 'moving' : 'standing'
  return [
    { subject: 'robot', text: `${where}, ${motion}${robot.estop ? ', EMERGENCY STOP' : ''}` },
    {
      subject: 'pose',
      text: Number.isFinite(x + y)
        ? `x ${x.toFixed(3)} m, y ${y.toFixed(3)} m, ${degrees(theta)}°`
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

const degrees = (theta: number): string => ((theta * 180) / Math.PI).toFixed(1)

const describeHeld = (held: Held): string =>
  held === null ? '·' : held.from === 0 ? 'block' : `${held.from}/${held.slot + 1}`

const describeSlot = (slot: SlotBelief): string =>
  slot === null ? '·' : slot.face === 'unknown' ? 'block' : slot.face
