import { SLOTS, type FieldMap } from '#base/field-map.js'
import { distance, pushEnd } from '#twin/field/places.js'
import type { Face, SlotBelief, WorldState } from '#twin/field/world.js'
import type { DataDomain } from '#worlds/assemble.js'
import { UNKNOWN, type Fluents, type Value } from '#worlds/value.js'
import type { Step } from './beliefs.js'

/**
 * The facts of `worlds/field/world.yaml` as the twin believes them: every fact that the document declares, so that a
 * comparison of them leaves none out. What is lost: where between docks the robot is, and its revision and clock.
 */
export function sharedFacts(state: WorldState, map: FieldMap, domain: DataDomain): Fluents {
  const { robot, gripper, zones, shelf } = state
  const { rotator, lift, cups } = gripper
  const facts = new Map<string, Value>([
    ['at', spotOf(state, map)],
    ['position_known', [robot.pose.x, robot.pose.y, robot.pose.theta].every(Number.isFinite)],
    ['moving', robot.moving],
    ['link_up', robot.linkUp],
    ['estop', robot.estop],
    ['lift', lift === 'between' ? 'half_way' : lift],
    ['rotator_end', rotator.end],
    ['rotator_turning', rotator.turning],
    ['turn_known', rotator.mask !== undefined],
    ['shelf', { init: 'at_start', target: 'at_target', unknown: 'anywhere' }[shelf]],
  ])
  for (const cup of SLOTS) {
    const held = cups[cup]
    facts.set(`in_turn(cup_${cup})`, rotator.mask?.[cup] === '1')
    facts.set(`cup_full(cup_${cup})`, held !== null)
    facts.set(
      `cup_from(cup_${cup})`,
      held === null ? 'none' : held.from === 0 ? 'elsewhere' : `zone_${held.from}`,
    )
    facts.set(`cup_blue(cup_${cup})`, showsBlue(held))
  }
  for (const [zone, { slots }] of zones)
    for (const slot of SLOTS) {
      facts.set(`slot_full(zone_${zone}, cup_${slot})`, slots[slot] !== null)
      facts.set(`slot_blue(zone_${zone}, cup_${slot})`, showsBlue(slots[slot]))
    }
  return inOrder(facts, domain)
}

/** A step as the document names it: a mask of digits is a name with a word before it. */
export const asDocument = ({ skill, args }: Step): Step =>
  args['mask'] === undefined ? { skill, args } : { skill, args: { mask: `cups_${args['mask']}` } }

/** All facts of the document, each given: one that is missing or too many is a mistake of this file. */
function inOrder(facts: ReadonlyMap<string, Value>, { initial }: DataDomain): Fluents {
  const ordered = new Map<string, Value>()
  for (const fact of initial.keys()) {
    const value = facts.get(fact)
    if (value === undefined) throw new Error(`the twin says nothing of ${fact}`)
    ordered.set(fact, value)
  }
  if (ordered.size !== facts.size)
    throw new Error('the twin says something that the document does not declare')
  return ordered
}

function spotOf({ robot: { place, pose } }: WorldState, map: FieldMap): string {
  if (place === 'between') return distance(pose, pushEnd(map)) === 0 ? 'shelf_end' : 'none'
  return place.kind === 'zone' ? `zone_${place.zone}` : place.kind === 'home' ? 'home' : 'shelf_dock'
}

const BLUE: Readonly<Record<Face, Value>> = { blue: true, orange: false, unknown: UNKNOWN }
const showsBlue = (block: SlotBelief): Value => (block === null ? false : BLUE[block.face])
