import { BUTTONS } from '../scene/buttons.js'
import { CLOSURES } from '../scene/closures.js'
import { ITEMS } from '../scene/items.js'
import { PLACES } from '../scene/places.js'
import { SOCKETS, socketNamed } from '../scene/sockets.js'
import { SkillFailure, type Program, type Rig } from './rig.js'
import { closeFingers, comeFree, openFingers } from './grip.js'
import { insert } from './insert.js'
import { wait } from './motion.js'
import { moveGripper } from './move-gripper.js'
import { moveClosure } from './handle.js'
import { pick } from './pick.js'
import { place, stack } from './place.js'
import { press } from './press.js'
import { pushItem } from './push-item.js'
import { rest } from './travel.js'

/** The parameters of a command, as they came; `none` stands for one that is left out. */
export type SkillParams = Readonly<Record<string, string | number | boolean>>

/** What a parameter can be: yes or no, one of these names, or a number in a range, with the usual one. */
type Parameter =
  | 'boolean'
  | readonly string[]
  | { readonly from: number; readonly to: number; readonly unit: string; readonly usual: number }

interface Skill {
  readonly params: Readonly<Record<string, Parameter>>
  readonly timeoutMs: number
  run(rig: Rig, params: SkillParams): Program
}

const namesOf = (things: readonly { readonly name: string }[]): string[] => things.map(({ name }) => name)
const ITEM = namesOf(ITEMS)
const CLOSURE = namesOf(CLOSURES)
const PLACE = [...namesOf(PLACES), ...namesOf(SOCKETS)]
const SPEED = { from: 10, to: 100, unit: '%', usual: 60 }
/** the name that the world gives to a straight line of the gripper, for a person */
const STRAIGHT = 'Jog'
const WAY = { from: -50, to: 50, unit: 'mm', usual: 0 }
const TURN = { from: -45, to: 45, unit: 'degrees', usual: 0 }

/** What the arm can do. Every skill ends with the arm at rest, where it hides nothing; those for a person do not. */
export const TABLETOP_SKILLS: Readonly<Record<string, Skill>> = {
  Pick: skill(
    { item: ITEM, approach: ['from_above', 'from_side', 'none'], speed: SPEED },
    90_000,
    (rig, { item, approach }) => pick(rig, String(item), approach === 'from_side'),
  ),
  Place: skill(
    { item: ITEM, place: PLACE, release_height: { from: 0, to: 50, unit: 'mm', usual: 5 }, speed: SPEED },
    90_000,
    (rig, p) =>
      socketNamed(String(p['place'])) === undefined
        ? place(rig, String(p['item']), String(p['place']), Number(p['release_height']) / 1000)
        : insert(rig, String(p['item']), String(p['place'])),
  ),
  Stack: skill({ item: ITEM, onto: ITEM }, 90_000, (rig, { item, onto }) =>
    stack(rig, String(item), String(onto)),
  ),
  Push: skill({ item: ITEM, towards: PLACE }, 90_000, (rig, { item, towards }) =>
    pushItem(rig, String(item), String(towards)),
  ),
  Open: skill({ closure: CLOSURE, speed: SPEED }, 90_000, (rig, p) =>
    moveClosure(rig, String(p['closure']), 1),
  ),
  Close: skill({ closure: CLOSURE }, 90_000, (rig, p) => moveClosure(rig, String(p['closure']), 0)),
  Press: skill({ button: namesOf(BUTTONS) }, 60_000, (rig, { button }) => press(rig, String(button))),
  Insert: skill({ item: ITEM, into: namesOf(SOCKETS) }, 120_000, (rig, p) =>
    insert(rig, String(p['item']), String(p['into'])),
  ),
  [STRAIGHT]: manual({ forward: WAY, left: WAY, up: WAY, turn: TURN }, 10_000, (rig, p) =>
    moveGripper(rig, {
      by: [Number(p['forward']) / 1000, Number(p['left']) / 1000, Number(p['up']) / 1000],
      turn: (Number(p['turn']) * Math.PI) / 180,
    }),
  ),
  Grip: manual({ closed: 'boolean' }, 10_000, (rig, { closed }) =>
    closed === true ? closeFingers(rig) : openFingers(rig),
  ),
}

/** What is wrong with the parameters of a skill, in a sentence; undefined when nothing is. */
export function objectionTo(name: string, given: SkillParams): string | undefined {
  const params = Object.hasOwn(TABLETOP_SKILLS, name) ? TABLETOP_SKILLS[name]?.params : undefined
  if (params === undefined) return `there is no skill ${name}`
  for (const [param, can] of Object.entries(params)) {
    const value = given[param]
    const got = `got ${JSON.stringify(value)}`
    if (can === 'boolean') {
      if (typeof value !== 'boolean') return `${param} is true or false; ${got}`
    } else if (isNames(can)) {
      if (typeof value !== 'string' || !can.includes(value))
        return `${param} is one of ${can.join(', ')}; ${got}`
    } else if (value !== 'none' && !(typeof value === 'number' && value >= can.from && value <= can.to))
      return `${param} is a number from ${can.from} to ${can.to} ${can.unit}; ${got}`
  }
  return undefined
}

const isNames = (can: Parameter): can is readonly string[] => Array.isArray(can)

/** Numbers that are left out are as usual. */
const filled = (params: Skill['params'], given: SkillParams): SkillParams => ({
  ...given,
  ...Object.fromEntries(
    Object.entries(params).flatMap(([name, can]): [string, number][] =>
      can === 'boolean' || isNames(can) || typeof given[name] === 'number' ? [] : [[name, can.usual]],
    ),
  ),
})

/** How a skill goes on: by one control step a call. */
export interface RunningSkill {
  /** @returns undefined while it runs */
  next(): SkillOutcome | undefined
}

/** `reason` of one that is ok: how it was done, where the arm had a choice. */
export type SkillOutcome =
  { readonly status: 'ok'; readonly reason?: string } | { readonly status: 'failed'; readonly reason: string }

export function startSkill(rig: Rig, name: string, params: SkillParams): RunningSkill {
  const program = TABLETOP_SKILLS[name]?.run(rig, params)
  rig.how = undefined
  return {
    next: () => {
      try {
        if (program !== undefined && program.next().done !== true) return undefined
        return { status: 'ok', ...(rig.how !== undefined && { reason: rig.how }) }
      } catch (cause) {
        if (cause instanceof SkillFailure) return { status: 'failed', reason: cause.message }
        throw cause
      }
    },
  }
}

function skill(
  params: Skill['params'],
  timeoutMs: number,
  run: (rig: Rig, params: SkillParams) => Program,
): Skill {
  return {
    params,
    timeoutMs,
    *run(rig, written) {
      const given = filled(params, written)
      rig.speed = Number(given['speed'] ?? SPEED.usual) / 100
      try {
        yield* comeFree(rig)
        yield* run(rig, given)
      } catch (cause) {
        // a failed skill leaves the arm where it hides nothing, if it can get there
        if (cause instanceof SkillFailure) yield* retire(rig)
        throw cause
      }
      // the purpose is met: what hinders the arm on its way back concerns the next skill
      yield* retire(rig)
      const lost = rig.dropped()
      if (lost !== undefined) throw new SkillFailure(`the ${lost} slipped out of the gripper`)
    },
  }
}

/** A skill for a person who drives by hand: the arm stays where it is, whatever has become of it. */
function manual(params: Skill['params'], timeoutMs: number, run: Skill['run']): Skill {
  return {
    params,
    timeoutMs,
    *run(rig, written) {
      const given = filled(params, written)
      rig.speed = SPEED.usual / 100
      yield* run(rig, given)
    },
  }
}

/** Seconds; the filter of the wrist has forgotten all but a thousandth of what was. */
const FADED_S = 0.15

function* retire(rig: Rig): Program {
  try {
    // a blow fades from the sensor's filter: measured against it, its end would be a force
    yield* wait(FADED_S)
    yield* rest(rig, { clearance: 0 })
  } catch (cause) {
    if (!(cause instanceof SkillFailure)) throw cause
  }
}
