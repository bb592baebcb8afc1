import type { HomeParts } from '../parts.js'
import { roomAt } from '../space/places.js'
import type { HomeState } from '../state.js'

/**
 * Draws anew, every two seconds, which things the camera takes to be on another piece of furniture of the same room.
 * Drawn whether the thing is in sight or not, so that what the robot looks at shifts no later draw.
 */
export function drawMisreads(state: HomeState, parts: HomeParts): void {
  if (state.now % WINDOW_MS !== 0) return
  state.misreads = {}
  for (const [item, thing] of Object.entries(state.items)) {
    const how = parts.faults.draw(state, 'misread')
    if (how === undefined) continue
    const room = roomAt(parts.scene, thing)
    const others = Object.entries(parts.scene.surfaces)
      .filter(([place, { at }]) => place !== thing.place && roomAt(parts.scene, at) === room)
      .map(([place]) => place)
    const taken = others[Math.floor(how * others.length)]
    if (taken === undefined) continue
    state.misreads[item] = taken
    parts.faults.record(state, 'misread', item)
  }
}

/** how long one mistake lasts, ms */
const WINDOW_MS = 2_000
