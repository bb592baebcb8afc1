import type { LeafContext, StatefulAction } from '../../bt/leaf.js'
import type { TickStatus } from '../../bt/status.js'
import { intend } from '../../twin/intend.js'
import type { Command } from '../../twin/world.js'
import type { FeedbackKind } from '../feedback.js'
import type { SkillHost } from './host.js'

/**
 * A skill that is made of commands (MOD-12, MOD-13): what remains to be done is asked of the twin, each command passes
 * the gate, and counts only when the controller has carried it out and the sensors show the expected outcome.
 */
export class SkillLeaf implements StatefulAction {
  readonly #skill: string
  readonly #ports: readonly string[]
  readonly #host: SkillHost
  #waiting = false
  #rest: Command[] = []

  /** @param ports input ports of the leaf, as the twin's `intend` knows them */
  constructor(skill: string, ports: readonly string[], host: SkillHost) {
    this.#skill = skill
    this.#ports = ports
    this.#host = host
  }

  start(ctx: LeafContext): TickStatus {
    this.#waiting = this.#host.busy()
    return this.#waiting ? 'RUNNING' : this.#plan(ctx)
  }

  run(ctx: LeafContext): TickStatus {
    if (this.#waiting) return this.start(ctx)
    const progress = this.#host.progress()
    if (progress.kind === 'running') return 'RUNNING'
    if (progress.kind === 'done') return this.#next(ctx)
    return this.#fail(ctx, progress.kind, progress.text)
  }

  halt(): void {
    if (!this.#waiting) this.#host.abort()
  }

  #plan(ctx: LeafContext): TickStatus {
    const args = Object.fromEntries(
      this.#ports.map((port) => [port, ctx.input(port)]).filter((entry) => entry[1] !== undefined),
    ) as Record<string, string>
    const commands = intend({ skill: this.#skill, args }, this.#host.state(), this.#host.map)
    if (!commands.ok) return this.#fail(ctx, 'twin_reject', commands.error.text)
    this.#rest = [...commands.value]
    return this.#next(ctx)
  }

  #next(ctx: LeafContext): TickStatus {
    const command = this.#rest.shift()
    if (command === undefined) {
      this.#host.feedback(ctx.path, this.#skill, 'done', 'done')
      return 'SUCCESS'
    }
    const sent = this.#host.begin(command, ctx.path)
    return sent.ok ? 'RUNNING' : this.#fail(ctx, 'twin_reject', sent.error.text)
  }

  #fail(ctx: LeafContext, kind: FeedbackKind, text: string): TickStatus {
    this.#host.feedback(ctx.path, this.#skill, kind, text)
    ctx.reason(`${kind}: ${text}`)
    return 'FAILURE'
  }
}
