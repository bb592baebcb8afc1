import { defineControl, input, INT32 } from 'graft/bt'

/**
 * Two children: the task and its recovery. After each successful recovery the first child is retried, up to
 * `number_of_retries` times.
 */
export const RecoveryNode = defineControl({
  id: 'RecoveryNode',
  description: 'Runs its first child; when that fails its second one, and then the first again.',
  ports: { number_of_retries: input(INT32, { default: 1, description: 'tries after the first one' }) },
  children: { min: 2, max: 2 },
  state: () => ({ retries: 0, recovering: false }),
  start(ctx) {
    ctx.state.retries = 0
    ctx.state.recovering = false
  },
  tick(ctx) {
    for (;;) {
      const status = ctx.children.tick(ctx.state.recovering ? 1 : 0)
      if (status === 'RUNNING') return 'RUNNING'
      if (ctx.state.recovering) {
        if (status !== 'SUCCESS') return ctx.fail('there is no recovery')
        ctx.state.retries += 1
        ctx.state.recovering = false
        ctx.children.halt(1)
      } else {
        if (status !== 'FAILURE') return status
        if (ctx.state.retries >= ctx.get('number_of_retries')) return ctx.fail('no retries are left')
        ctx.state.recovering = true
        ctx.children.halt(0)
      }
    }
  },
})
