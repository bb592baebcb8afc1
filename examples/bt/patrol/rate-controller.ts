import { defineDecorator, DOUBLE, input } from 'graft/bt'

/** Lets its child begin at most `hz` times a second of the tree's clock, and is RUNNING while it is too early. */
export const RateController = defineDecorator({
  id: 'RateController',
  description: 'Begins its child at most so many times a second.',
  ports: { hz: input(DOUBLE, { default: 10, description: 'times a second' }) },
  // not begun anew by `start`: in a PipelineSequence each round is an activation of its own
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
