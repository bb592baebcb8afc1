import { named, OPEN_FROM, type HomeParts } from '../parts.js'
import type { Flat, HomeScene } from '../scene.js'
import { distance } from '../space/boxes.js'
import { furnitureOf, REACH, roomAt, roomOfFloor } from '../space/places.js'
import type { HomeState } from '../state.js'
import { freeSlot, heldItem, itemOf } from '../things.js'
import type { Phase, PhaseOf } from './phase.js'

/** Why an arm cannot do this from where the robot stands, as the robot itself would notice it; `undefined`: it can. */
export function whyNot(phase: Phase, state: HomeState, parts: HomeParts): string | undefined {
  switch (phase.kind) {
    case 'grasp':
      return cannotGrasp(phase, state, parts)
    case 'release':
      return cannotRelease(phase, state, parts)
    case 'swing':
      return cannotSwing(phase, state, parts)
    case 'give':
      return cannotMeet(phase, state) ?? (holds(state, phase.item) ? undefined : notHeld(phase.item))
    case 'take':
      if (itemOf(state, phase.item).place !== phase.person)
        return `${phase.person} does not have the ${named(phase.item)}`
      return cannotMeet(phase, state) ?? fullGripper(state)
    case 'look':
      return cannotSee(phase, state, parts)
    case 'ask':
      return cannotMeet(phase, state)
    case 'drive':
    case 'reach':
    case 'check':
      return undefined
  }
}

/** nearest that a person has to be for something to be handed over, m */
const ARM_TO_ARM = 1.5
/** from farther away nothing can be made out, m */
const LOOKING = 2

const holds = (state: HomeState, item: string): boolean => heldItem(state) === item
const notHeld = (item: string): string => `the gripper does not hold the ${named(item)}`

function fullGripper(state: HomeState): string | undefined {
  const held = heldItem(state)
  return held === undefined ? undefined : `the gripper is full: it holds the ${named(held)}`
}

function cannotGrasp({ item }: PhaseOf<'grasp'>, state: HomeState, { scene }: HomeParts): string | undefined {
  const thing = itemOf(state, item)
  if (scene.containers[thing.place] !== undefined && (state.angles[thing.place] ?? 0) < OPEN_FROM)
    return `no ${named(item)} is in sight`
  if (Object.hasOwn(scene.people, thing.place)) return `${thing.place} holds the ${named(item)}`
  if (!isWithin(REACH, scene, state, thing) && !holds(state, item)) return `no ${named(item)} is within reach`
  return fullGripper(state)
}

function cannotRelease(
  phase: PhaseOf<'release'>,
  state: HomeState,
  { scene }: HomeParts,
): string | undefined {
  if (!holds(state, phase.item)) return notHeld(phase.item)
  const room = roomOfFloor(scene, phase.place)
  if (room !== undefined)
    return roomAt(scene, state.base) === room ? undefined : `the robot is not in the ${named(room)}`
  const furniture = furnitureOf(scene, phase.place)
  if (furniture === undefined) return `there is no ${named(phase.place)}`
  if (!isWithin(REACH + BULK, scene, state, furniture.at)) return `the ${named(phase.place)} is out of reach`
  if ('opens' in furniture && (state.angles[phase.place] ?? 0) < OPEN_FROM)
    return `the arm met the closed front of the ${named(phase.place)}`
  return freeSlot(scene, state, phase.place) === undefined ? `the ${named(phase.place)} is full` : undefined
}

function cannotSwing(
  { closure, to }: PhaseOf<'swing'>,
  state: HomeState,
  { scene }: HomeParts,
): string | undefined {
  const door = scene.doors[closure]
  const at = door?.at ?? scene.containers[closure]?.at ?? state.base
  if (!isWithin(REACH, scene, state, at)) return `the ${named(closure)} is out of reach`
  if (to === 1 || door !== undefined) return fullGripper(state)
  return undefined
}

/** how much farther than a thing the middle of the furniture that it lies on may be, m */
const BULK = 0.25

/** Whether the arm reaches the point: it neither reaches farther than it is long nor through a wall. */
function isWithin(reach: number, scene: HomeScene, { base }: HomeState, at: Flat): boolean {
  const inWall = Object.values(scene.doors).some((door) => distance(door.at, at) < 1e-6)
  return distance(base, at) <= reach && (inWall || roomAt(scene, base) === roomAt(scene, at))
}

function cannotMeet({ person }: { readonly person: string }, state: HomeState): string | undefined {
  const found = state.people[person]
  if (found === undefined || distance(state.base, found) > ARM_TO_ARM) return `${person} is not within reach`
  return found.place === null ? `${person} is walking away` : undefined
}

function cannotSee(
  { closure }: PhaseOf<'look'>,
  { base }: HomeState,
  { scene }: HomeParts,
): string | undefined {
  const at = scene.doors[closure]?.at ?? scene.containers[closure]?.at
  if (at !== undefined && distance(base, at) <= LOOKING) return undefined
  return `the ${named(closure)} is too far away to be seen`
}
