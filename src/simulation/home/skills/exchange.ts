import { GRIPPER } from '../fact.js'
import { named } from '../parts.js'
import { itemOf } from '../things.js'
import { DURATION_MS, type PhaseStep } from './phase-step.js'
import { whyNot } from './possible.js'

/** Holds a thing out to a person, who takes it or does not. */
export const give: PhaseStep<'give'> = (phase, state, parts, since) => {
  if (since < DURATION_MS.offer) return 'going'
  const why = whyNot(phase, state, parts)
  if (why !== undefined) return { fails: why }
  if (parts.faults.draw(state, 'handover') !== undefined) {
    parts.faults.record(state, 'handover', phase.item)
    return { fails: `${phase.person} did not take the ${named(phase.item)}` }
  }
  itemOf(state, phase.item).place = phase.person
  return 'done'
}

/** Holds out the open gripper until a person puts the thing into it. */
export const take: PhaseStep<'take'> = (phase, state, parts, since) => {
  if (since < DURATION_MS.offer) return 'going'
  const why = whyNot(phase, state, parts)
  if (why !== undefined) return { fails: why }
  if (parts.faults.draw(state, 'handover') !== undefined) {
    parts.faults.record(state, 'handover', phase.item)
    return { fails: `${phase.person} did not hand over the ${named(phase.item)}` }
  }
  itemOf(state, phase.item).place = GRIPPER
  return 'done'
}
