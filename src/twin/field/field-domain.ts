import type { FieldMap } from '#base/field-map.js'
import { ok } from '#base/result.js'
import { intend, SKILL_NAMES } from './intend.js'
import { judge, describeCommand } from './judge.js'
import { isTrue, describePredicate } from './predicates.js'
import type { Command, WorldState, Face, Held, SlotBelief } from './world.js'
import { describeBelief, fieldAccount } from './field-account.js'
import type { Domain, PlannedStep } from '../domain/domain.js'

/** The robot's own world as a domain: the rules of `src/twin/field/rules` on the map of one field. */
export const fieldDomain = (map: FieldMap): Domain<WorldState, Command> => ({
  name: `field ${map.id}`,
  skills: SKILL_NAMES,
  intend: (step, state) => intend(step, state, map),
  judge: (state, command) => {
    const decision = judge(state, command, map)
    if (!decision.ok) return decision
    const { after, expected } = decision.value
    return ok({
      outcomes: [after],
      expected: expected.map((predicate) => ({
        text: describePredicate(predicate, map),
        holds: (state: WorldState) => isTrue(predicate, state),
      })),
    })
  },
  describeCommand,
  fingerprint: fieldFingerprint,
  candidates: () => fieldSteps(map),
  account: (checkId, state, command) => fieldAccount(checkId, state, command, map),
  describeState: (state) => describeBelief(state, map),
})

/** Every step that makes sense on this field. */
const fieldSteps = (map: FieldMap): PlannedStep[] => [
  ...map.zones.map(({ id }) => step('MoveToZone', { zone: `${id}` })),
  step('LoadBlocks'),
  step('UnloadBlocks'),
  step('MoveCursor'),
  step('MoveToHome'),
  step('RotateBlocks', { mask: '1111' }),
]

const step = (skill: string, args: PlannedStep['args'] = {}): PlannedStep => ({ skill, args, path: '' })

/**
 * Returns equal text exactly for beliefs that differ only in revision and clock, which no rule reads. Hand-written for
 * speed: a plan check computes one for each step that it tries.
 */
export function fieldFingerprint({ robot, gripper, zones, shelf }: WorldState): string {
  const { place, pose, deviation } = robot
  const at = place === 'between' ? '?' : place.kind === 'zone' ? `${place.zone}` : place.kind
  const flags = `${Number(robot.moving)}${Number(robot.estop)}${Number(robot.linkUp)}`
  const { cups, lift, rotator } = gripper
  const turn = `${rotator.end}${rotator.turning ? `t${rotator.mask ?? ''}` : ''}${rotator.mask ?? ''}`
  let blocks = ''
  for (const [zone, { slots }] of zones) blocks += ` ${zone}${slots.map(slotMark).join('')}`
  const held = cups.map(heldMark).join(',')
  const sure = deviation === undefined ? '' : `${deviation.place} ${deviation.heading}`
  return `${at} ${pose.x} ${pose.y} ${pose.theta} ${sure} ${flags} ${held} ${lift} ${turn} ${shelf}${blocks}`
}

const FACES: Readonly<Record<Face, string>> = { blue: 'b', orange: 'o', unknown: 'u' }
const slotMark = (slot: SlotBelief): string => (slot === null ? '-' : FACES[slot.face])
const heldMark = (held: Held): string =>
  held === null ? '-' : `${held.from}.${held.slot}${FACES[held.face]}`
