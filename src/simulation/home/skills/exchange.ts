import { GRIPPER } from '../fact.js'
import { named } from '../parts.js'
import { knowsWhere } from '../people/knowledge.js'
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
  itemOf(state, phase.item).putBy = phase.person
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
  itemOf(state, phase.item).putBy = null
  return 'done'
}

/** Asks a person where a thing is: the person says where it is, or does not know. */
export const ask: PhaseStep<'ask'> = (phase, state, parts, since) => {
  if (since < DURATION_MS.ask) return 'going'
  const { item, person } = phase
  const isAway = state.people[person]?.place === null
  if (isAway && since < DURATION_MS.patience) return 'going'
  const why = whyNot(phase, state, parts)
  if (why !== undefined) return { fails: why }
  const knows = knowsWhere(person, item, state, parts)
  state.answers.push({ person, item, place: knows ? itemOf(state, item).place : null, at: state.now })
  return knows ? 'done' : { fails: `${person} does not know where the ${named(item)} is` }
}
