import { defineDecorator, DOUBLE, input } from 'graft/bt'

/**
 * Starts its child at most `hz` times per second of the tree's clock, and returns RUNNING until the next start is due.
 */
export const RateController = defineDecorator({
  id: 'RateController',
  description: 'Begins its child at most so many times a second.',
  ports: { hz: input(DOUBLE, { default: 10, description: 'times a second' }) },
  // not reset in `start`: in a PipelineSequence every round is a new activation
  state: () => ({ due: -Infinity }),
  tick(ctx) {
    if (ctx.child.status !== 'RUNNING') {
      if (ctx.now() < ctx.state.due) return 'RUNNING'
      ctx.state.due = ctx.now() + 1000 / ctx.get('hz')
    }
    return ctx.child.tick()
  },
  halt(ctx) {
    ctx.state.due = -Infinity
  },
})
