import { defineControl } from 'graft/bt'

/**
 * A Sequence whose earlier children go on being ticked while a later one runs, as the stages of a pipeline: a planner
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
      // a stage that was reached before may run again without stopping those behind it
      if (status === 'RUNNING' && index >= state.reached) {
        state.reached = index
        return 'RUNNING'
      }
    }
    return 'SUCCESS'
  },
})
