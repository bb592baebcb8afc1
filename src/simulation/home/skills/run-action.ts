import { isStowed, stepArm } from '../body/arm.js'
import { stepBase } from '../body/base.js'
import { STEP_MS, STEP_S, type HomeParts } from '../parts.js'
import { furnitureOf, restHeight } from '../space/places.js'
import type { ActionState, HomeState } from '../state.js'
import { drive } from './drive.js'
import { ask, give, take } from './exchange.js'
import { grasp, release } from './grip.js'
import { STOWED, type Phase } from './phase.js'
import { DURATION_MS, type Progress } from './phase-step.js'
import { whyNot } from './possible.js'
import { swing } from './swing.js'

/** Advances the running action by one step; ends it when its last part is done, or when it has failed. */
export function stepAction(state: HomeState, parts: HomeParts): void {
  const { action } = state
  if (action === null || action.stopping) return halt(state, parts)
  const [phase] = action.phases
  if (phase === undefined) return end(state, action)
  const progress = stepPhase(phase, state, parts, action.since)
  action.since += STEP_MS
  if (progress === 'going') return
  action.since = 0
  if (progress === 'done') action.phases = action.phases.slice(1)
  else {
    action.failure ??= progress.fails
    action.phases = [STOWED]
  }
  if (action.phases.length === 0 || (action.failure !== null && isStowed(state.arm))) end(state, action)
}

/** share of the action that is done, 0…1 */
export const fractionOf = (action: ActionState): number =>
  action.failure !== null ? 0.9 : (action.total - action.phases.length) / action.total

/** STOP: base and arm come to rest where they are; what is held stays held. */
function halt(state: HomeState, { scene }: HomeParts): void {
  const { base, arm, action } = state
  stepArm(arm, undefined, STEP_S)
  stepBase(base, scene.robot, STEP_S, { brake: true })
  if (base.speed !== 0 || base.turn !== 0 || arm.speed !== 0) return
  base.drive = null
  base.lostAt = null
  base.slipAt = null
  if (action === null) return
  state.ended.push({ skill: action.skill, status: 'stopped' })
  state.action = null
}

function end(state: HomeState, { skill, failure }: ActionState): void {
  state.ended.push(failure === null ? { skill, status: 'ok' } : { skill, status: 'failed', reason: failure })
  state.action = null
}

function stepPhase(phase: Phase, state: HomeState, parts: HomeParts, since: number): Progress {
  switch (phase.kind) {
    case 'drive':
      return drive(phase, state, parts, since)
    case 'reach':
      return reach(phase, state, parts)
    case 'check':
      return check(phase.what, state, parts, since)
    case 'grasp':
      return grasp(phase, state, parts, since)
    case 'release':
      return release(phase, state, parts, since)
    case 'swing':
      return swing(phase, state, parts, since)
    case 'give':
      return give(phase, state, parts, since)
    case 'take':
      return take(phase, state, parts, since)
    case 'look':
      return check(phase, state, parts, since - DURATION_MS.look)
    case 'ask':
      return ask(phase, state, parts, since)
  }
}

function check(what: Phase, state: HomeState, parts: HomeParts, since: number): Progress {
  if (since < DURATION_MS.glance) return 'going'
  if (isPersonOnTheWay(what, state) && since < DURATION_MS.patience) return 'going'
  const why = whyNot(what, state, parts)
  return why === undefined ? 'done' : { fails: why }
}

/** Somebody who is walking may be about to sit down: the robot waits a while before it gives up. */
const isPersonOnTheWay = (what: Phase, { people }: HomeState): boolean =>
  (what.kind === 'give' || what.kind === 'take') && people[what.person]?.place === null

function reach(phase: Extract<Phase, { kind: 'reach' }>, state: HomeState, parts: HomeParts): Progress {
  if (phase.towards !== undefined) state.arm.target = pointOf(phase.towards, state, parts)
  stepArm(state.arm, phase.to, STEP_S)
  return state.arm.reach === phase.to ? 'done' : 'going'
}

/** Where the arm reaches for a thing, a person, a door or a piece of furniture. */
function pointOf(name: string, state: HomeState, { scene }: HomeParts): { x: number; y: number; z: number } {
  const item = state.items[name]
  if (item !== undefined) return { x: item.x, y: item.y, z: item.z + 0.1 }
  const person = state.people[name]
  if (person !== undefined) return { x: person.x, y: person.y, z: 0.9 }
  const furniture = furnitureOf(scene, name)
  if (furniture !== undefined)
    return { x: furniture.at.x, y: furniture.at.y, z: restHeight(furniture) + 0.15 }
  const door = scene.doors[name]
  if (door !== undefined) return { x: door.at.x, y: door.at.y, z: 0.8 }
  const { x, y, heading } = state.base
  return { x: x + 0.45 * Math.cos(heading), y: y + 0.45 * Math.sin(heading), z: 0.1 }
}
