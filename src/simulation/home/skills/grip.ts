import { GRIPPER } from '../fact.js'
import { named, type HomeParts } from '../parts.js'
import { streamOf } from '../faults.js'
import { furnitureOf } from '../space/places.js'
import type { HomeState } from '../state.js'
import { freeSlot, itemOf, layOnFloor, putInSlot } from '../things.js'
import { DURATION_MS, type PhaseStep } from './phase-step.js'
import { whyNot } from './possible.js'

/** Closes the fingers on a thing: they may close beside it. */
export const grasp: PhaseStep<'grasp'> = (phase, state, parts, since) => {
  if (since < DURATION_MS.fingers) return 'going'
  const why = whyNot(phase, state, parts)
  if (why !== undefined) return { fails: why }
  const times = parts.scenario.slippery[phase.item] ?? 1
  if (parts.faults.draw(state, 'grasp', times) !== undefined) {
    parts.faults.record(state, 'grasp', phase.item)
    return { fails: `the fingers closed beside the ${named(phase.item)}` }
  }
  const item = itemOf(state, phase.item)
  item.place = GRIPPER
  item.putBy = null
  item.slot = -1
  return 'done'
}

/** Opens the fingers: the thing stands in a free slot, or topples over the edge. */
export const release: PhaseStep<'release'> = (phase, state, parts, since) => {
  if (since < DURATION_MS.fingers) return 'going'
  const why = whyNot(phase, state, parts)
  if (why !== undefined) return { fails: why }
  const item = itemOf(state, phase.item)
  const { base } = state
  const before = { x: base.x + 0.42 * Math.cos(base.heading), y: base.y + 0.42 * Math.sin(base.heading) }
  const furniture = furnitureOf(parts.scene, phase.place)
  if (furniture === undefined) {
    layOnFloor(parts.scene, item, before)
    return 'done'
  }
  if (parts.faults.draw(state, 'place') !== undefined) {
    layOnFloor(parts.scene, item, base, base.heading)
    parts.faults.record(state, 'place', phase.item)
    return { fails: `the ${named(phase.item)} fell over the edge of the ${named(phase.place)}` }
  }
  setDown(phase.item, phase.place, state, parts)
  return 'done'
}

/** Puts a thing into a free slot, turned and shifted a little. */
export function setDown(item: string, place: string, state: HomeState, parts: HomeParts): boolean {
  const slot = freeSlot(parts.scene, state, place)
  if (slot === undefined) return false
  const rng = streamOf(parts.faults.name, 'scatter', item, state.now)
  putInSlot(parts.scene, itemOf(state, item), { place, slot }, [rng.next(), rng.next(), rng.next()])
  return true
}
