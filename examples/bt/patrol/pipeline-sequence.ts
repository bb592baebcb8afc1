import { defineControl } from 'graft/bt'

/**
 * A Sequence whose earlier children keep being ticked while a later one runs, like the stages of a pipeline: a planner
 * keeps planning while the driver follows its newest plan.
 */
export const PipelineSequence = defineControl({
  id: 'PipelineSequence',
  description: 'Ticks all children up to the one that is running; succeeds when the last one has.',
  state: () => ({ reached: 0 }),
  start(ctx) {
    ctx.state.reached = 0
  },
  tick(ctx) {
    const { children, state } = ctx
    for (let index = 0; index < children.count; index++) {
      const status = children.tick(index)
      if (status === 'FAILURE') return 'FAILURE'
      // an earlier stage may be running again without stopping the later ones
      if (status === 'RUNNING' && index >= state.reached) {
        state.reached = index
        return 'RUNNING'
      }
    }
    return 'SUCCESS'
  },
})
