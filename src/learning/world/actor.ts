import type { Actor, ActorOutput, Experience, Validate } from '../actor/input.js'
import { Draft } from './draft.js'
import { prepareForFailures } from './prepare-failures.js'
import { completeGoals, removeIdleSteps, repairRefusals, replaceByPlan, retryFailures } from './repairs.js'
import type { TwinView } from './twin-view.js'

export interface WorldActorDeps {
  /** the twin as it knows the world after the newest episode */
  readonly twin: () => TwinView
  readonly validate: Validate
  /** most edits in one patch */
  readonly maxEdits: number
}

/**
 * Edits the trees of any world by what its twin says (modular.txt III): which precondition fails, which step is
 * missing, which is not needed; and by the trace: what failed by chance is tried again. It uses no model.
 */
export const createWorldActor = ({ twin, validate, maxEdits }: WorldActorDeps): Actor<Experience> => ({
  id: 'twin',
  propose: (experience) => {
    const view = twin()
    // the edit budget of the run bounds what nobody has checked (ADR 0013); the twin has checked these
    const draft = new Draft(experience.tree, validate, maxEdits)
    retryFailures(draft, view, experience)
    repairRefusals(draft, view)
    completeGoals(draft, view)
    repairRefusals(draft, view)
    replaceByPlan(draft, view)
    removeIdleSteps(draft, view)
    prepareForFailures(draft, view)
    return Promise.resolve(outputOf(draft))
  },
})

const outputOf = ({ patch, doc, notes }: Draft): ActorOutput => ({
  patch,
  tree: doc,
  tries: [],
  confidence: 1,
  why: notes.length === 0 ? 'the twin knows no better tree' : `the twin: ${[...new Set(notes)].join('; ')}`,
})
