import { named, STEP_S, type HomeParts } from '../parts.js'
import { distance, towards } from '../space/boxes.js'
import type { HomeState } from '../state.js'
import type { PhaseStep } from './phase-step.js'
import { whyNot } from './possible.js'

/** Pulls a door or container open, or pushes it shut: it may jam, and somebody may stand in the doorway. */
export const swing: PhaseStep<'swing'> = (phase, state, parts, since) => {
  const { closure, to } = phase
  const angle = state.angles[closure] ?? 0
  if (since === 0) {
    const why = whyNot(phase, state, parts)
    if (why !== undefined) return { fails: why }
    if (angle !== to && jams(closure, state, parts)) return { fails: `the ${named(closure)} is stuck` }
  }
  if (to === 0 && isInDoorway(closure, state, parts))
    return { fails: `somebody stands in the ${named(closure)}` }
  const next = towards(angle, to, SWING_PER_S * STEP_S)
  state.angles[closure] = next
  return next === to ? 'done' : 'going'
}

/** how fast it turns, share of its way in a second */
const SWING_PER_S = 0.55

/** Counts the pull; some things do not give way at once. */
function jams(closure: string, state: HomeState, { faults, scenario }: HomeParts): boolean {
  const pull = (state.pulls[closure] ?? 0) + 1
  state.pulls[closure] = pull
  const drawn = faults.draw(state, 'jam') !== undefined
  if (drawn) faults.record(state, 'jam', closure)
  return drawn || pull <= (scenario.jams[closure] ?? 0)
}

function isInDoorway(closure: string, state: HomeState, { scene }: HomeParts): boolean {
  const door = scene.doors[closure]
  if (door === undefined) return false
  return Object.values(state.people).some((person) => distance(person, door.at) < door.width / 2)
}
