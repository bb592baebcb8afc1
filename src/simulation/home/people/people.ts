import { GRIPPER } from '../fact.js'
import { OPEN_FROM, STEP_MS, STEP_S, type HomeParts } from '../parts.js'
import { setDown } from '../skills/grip.js'
import { distance, turnTo } from '../space/boxes.js'
import { findPath, pathLength, pointAlong } from '../space/path.js'
import type { HomeState, PersonState } from '../state.js'
import type { Chore } from './chore.js'
import { planChores } from './plan-chores.js'

/** Advances the people of the home by one step. */
export function stepPeople(state: HomeState, parts: HomeParts): void {
  planChores(state, parts)
  for (const [name, person] of Object.entries(state.people)) {
    const [chore] = person.chores
    if (chore !== undefined && isDone(chore, name, { person, state, parts })) person.chores.shift()
  }
}

/** m/s, and how near a person comes to the robot, m */
const WALKING = 0.9
const RESPECT = 0.6
/** a person waits so long for the robot to go on, then walks around it, ms */
const PATIENCE_MS = 3_000
/** half the width of somebody walking, m */
const GIRTH = 0.2

interface Around {
  readonly person: PersonState
  readonly state: HomeState
  readonly parts: HomeParts
}

function isDone(chore: Chore, name: string, { person, state, parts }: Around): boolean {
  switch (chore.kind) {
    case 'walk':
      person.place = null
      return walk(chore, name, { person, state, parts })
    case 'wait':
      chore.left -= STEP_MS
      return chore.left <= 0
    case 'take':
      return take(chore.item, name, { person, state, parts })
    case 'put':
      return put(chore, name, { person, state, parts })
    case 'settle':
      person.place = chore.place
      person.heading = chore.facing
      return true
  }
}

function walk(
  chore: Extract<Chore, { kind: 'walk' }>,
  name: string,
  { person, state, parts }: Around,
): boolean {
  chore.points ??= findPath(parts.scene, GIRTH, { x: person.x, y: person.y }, chore.to) ?? [
    { x: person.x, y: person.y },
    chore.to,
  ]
  const { points } = chore
  const next = pointAlong(points, chore.done + WALKING * STEP_S)
  const length = pathLength(points)
  if (isRobotAhead(points, chore.done, state)) {
    // near enough to reach past it, if that is where the person was going
    if (length - chore.done < RESPECT + 0.3) return true
    chore.waited += STEP_MS
    if (chore.waited < PATIENCE_MS) return false
  } else chore.waited = 0
  if (!opensDoor(next.point, state, parts)) return false
  person.heading += turnTo(person.heading, next.heading ?? person.heading) * 0.15
  person.x = next.point.x
  person.y = next.point.y
  carryAlong(name, { person, state, parts })
  chore.done += WALKING * STEP_S
  return chore.done >= length
}

function isRobotAhead(points: Parameters<typeof pointAlong>[0], done: number, { base }: HomeState): boolean {
  const ahead = pointAlong(points, done + 0.35).point
  return (
    distance(ahead, base) < RESPECT && distance(ahead, base) < distance(pointAlong(points, done).point, base)
  )
}

/** Somebody who walks through a closed door opens it, and leaves it open. */
function opensDoor(
  next: { readonly x: number; readonly y: number },
  state: HomeState,
  { scene }: HomeParts,
): boolean {
  for (const [door, { at }] of Object.entries(scene.doors)) {
    const angle = state.angles[door] ?? 0
    if (distance(next, at) > 0.5 || angle >= OPEN_FROM) continue
    state.angles[door] = Math.min(1, angle + STEP_S)
    return false
  }
  // what was pushed open that far swings the rest of the way
  for (const [door, { at }] of Object.entries(scene.doors)) {
    const angle = state.angles[door] ?? 0
    if (distance(next, at) < 0.5 && angle < 1) state.angles[door] = Math.min(1, angle + STEP_S)
  }
  return true
}

/** Takes a thing from where it is by now; a thing that is gone is left. */
function take(item: string, name: string, { person, state, parts }: Around): boolean {
  const thing = state.items[item]
  if (thing === undefined || thing.place === GRIPPER || parts.scene.people[thing.place] !== undefined)
    return true
  if (distance(thing, person) > 1.6) {
    person.chores = person.chores.filter(({ kind }) => kind !== 'put')
    return true
  }
  if (parts.scene.containers[thing.place] !== undefined) state.angles[thing.place] = 1
  thing.place = name
  thing.putBy = name
  thing.slot = -1
  carryAlong(name, { person, state, parts })
  return true
}

function put(
  { item, place }: Extract<Chore, { kind: 'put' }>,
  name: string,
  { state, parts }: Around,
): boolean {
  if (state.items[item]?.place !== name) return true
  if (parts.scene.containers[place] !== undefined) state.angles[place] = 1
  setDown(item, place, state, parts)
  return true
}

function carryAlong(name: string, { person, state }: Around): void {
  for (const item of Object.values(state.items)) {
    if (item.place !== name) continue
    item.x = person.x + 0.28 * Math.cos(person.heading)
    item.y = person.y + 0.28 * Math.sin(person.heading)
    item.z = 0.8
  }
}
