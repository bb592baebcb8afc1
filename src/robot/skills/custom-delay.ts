import type { LeafContext, StatefulAction } from '../../bt/leaf.js'
import type { TickStatus } from '../../bt/status.js'
import { intend } from '../../twin/intend.js'
import type { SkillHost } from './host.js'

/** Stands still for `duration` seconds, 0…10. */
export class CustomDelay implements StatefulAction {
  readonly #host: SkillHost
  #until = 0

  constructor(host: SkillHost) {
    this.#host = host
  }

  start(ctx: LeafContext): TickStatus {
    const duration = ctx.input('duration') ?? ''
    const step = intend({ skill: 'CustomDelay', args: { duration } }, this.#host.state(), this.#host.map)
    if (!step.ok) {
      this.#host.feedback(ctx.path, 'CustomDelay', 'twin_reject', step.error.text)
      ctx.reason(`twin_reject: ${step.error.text}`)
      return 'FAILURE'
    }
    this.#until = ctx.now() + Number(duration) * 1000
    return this.run(ctx)
  }

  run(ctx: LeafContext): TickStatus {
    if (ctx.now() < this.#until) return 'RUNNING'
    this.#host.feedback(ctx.path, 'CustomDelay', 'done', 'done')
    return 'SUCCESS'
  }

  halt(): void {
    this.#until = 0
  }
}
