import type { SkillMapping } from '../mapping/mapping.js'

/** A goal or a service call that was sent and of which no end has been seen. */
export interface OpenRequest {
  readonly id: string
  readonly skill: SkillMapping
  /** odometry shows whether it still moves something */
  readonly isSeen: boolean
  /** progress: the largest remaining value so far */
  largest: number
}

interface Doubt {
  readonly request: OpenRequest
  /** when its cancelling was first sent on the connection that stands now, ms */
  cancelledAt: number | undefined
}

/**
 * What was asked to end, and has not been seen to end. The robot counts as moving until the last of these is settled:
 * by an answer, or by odometry that has shown it standing since.
 */
export class OpenRequests {
  readonly #doubts = new Map<string, Doubt>()

  get size(): number {
    return this.#doubts.size
  }

  add(request: OpenRequest): void {
    if (!this.#doubts.has(request.id)) this.#doubts.set(request.id, { request, cancelledAt: undefined })
  }

  get(id: string): OpenRequest | undefined {
    return this.#doubts.get(id)?.request
  }

  /** Its answer has come: it has ended, however that was. */
  settle(id: string): void {
    this.#doubts.delete(id)
  }

  /** Those that can be cancelled: actions. @param now ms; counts as the time of the first attempt on this connection */
  toCancel(now: number): readonly { readonly id: string; readonly action: string }[] {
    return [...this.#doubts.values()].flatMap((doubt) => {
      doubt.cancelledAt ??= now
      const { id, skill } = doubt.request
      return skill.kind === 'action' ? [{ id, action: skill.action }] : []
    })
  }

  /** The connection is gone: whether anything that was sent on it has arrived is unknown. */
  disconnected(): void {
    for (const doubt of this.#doubts.values()) doubt.cancelledAt = undefined
  }

  /** Settles those that odometry shows. @param hasStoodSince whether the base has stood since then, ms */
  settleByStanding(hasStoodSince: (since: number) => boolean): void {
    for (const [id, { request, cancelledAt }] of this.#doubts)
      if (request.isSeen && cancelledAt !== undefined && hasStoodSince(cancelledAt)) this.#doubts.delete(id)
  }
}
