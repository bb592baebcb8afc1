import { defineControl } from 'graft/bt'

/**
 * Runs one child per activation, the next one each time; if a child fails or is skipped, the following one is tried.
 * Useful for recoveries: clear the map this time, back up the next.
 */
export const RoundRobin = defineControl({
  id: 'RoundRobin',
  description: 'Runs another child each time it is asked; fails when all have failed in a row.',
  // not reset between activations, so that each one continues with the next child
  state: () => ({ turn: 0, passed: 0, failed: false }),
  start(ctx) {
    ctx.state.passed = 0
    ctx.state.failed = false
  },
  tick(ctx) {
    const { children, state } = ctx
    while (state.passed < children.count) {
      const status = children.tick(state.turn)
      if (status === 'RUNNING') return 'RUNNING'
      state.turn = (state.turn + 1) % children.count
      if (status === 'SUCCESS') return 'SUCCESS'
      state.passed += 1
      state.failed ||= status === 'FAILURE'
    }
    return state.failed ? ctx.fail('no child has succeeded') : 'SKIPPED'
  },
  halt(ctx) {
    ctx.state.turn = 0
  },
})
