import type { SkillMapping } from '../mapping/mapping.js'

/** A goal or a service call that was sent and of which no end has been seen. */
export interface OpenRequest {
  readonly id: string
  readonly skill: SkillMapping
  /** odometry shows whether it still moves something */
  readonly isSeen: boolean
  /** progress: the largest remaining value so far */
  largest: number
  /** feedback has come on the connection that stands now: the bridge has the goal, and a cancel of it is heard */
  isAccepted: boolean
}

interface Doubt {
  readonly request: OpenRequest
  /** when its cancelling was first sent on the connection that stands now, ms */
  cancelledAt: number | undefined
}

/** goals that were settled by odometry alone and may still be accepted */
const MAX_LATE = 8

/**
 * What was asked to end, and has not been seen to end. The robot counts as moving until the last of these is settled:
 * by an answer, or by odometry that has shown it standing since. A bridge drops the cancel of a goal that it has not
 * accepted yet: such a goal is settled by standing only after all the time in which a stop must have come through.
 */
export class OpenRequests {
  readonly #doubts = new Map<string, Doubt>()
  /** settled without an answer */
  readonly #late = new Map<string, OpenRequest>()

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
    this.#late.delete(id)
  }

  /** Feedback of a goal has come. @returns it is the first sign of one that shall end: it must be cancelled now */
  accepted(id: string): boolean {
    const late = this.#late.get(id)
    if (late !== undefined) {
      this.#late.delete(id)
      this.add(late)
    }
    const doubt = this.#doubts.get(id)
    if (doubt === undefined || doubt.request.isAccepted) return false
    doubt.request.isAccepted = true
    doubt.cancelledAt = undefined
    return true
  }

  /** Those that can be cancelled: actions. @param now ms; counts as the time of the first attempt on this connection */
  toCancel(now: number): readonly { readonly id: string; readonly action: string }[] {
    for (const doubt of this.#doubts.values()) doubt.cancelledAt ??= now
    const requests = [...[...this.#doubts.values()].map(({ request }) => request), ...this.#late.values()]
    return requests.flatMap(({ id, skill }) =>
      skill.kind === 'action' ? [{ id, action: skill.action }] : [],
    )
  }

  /** The connection is gone: whether what was sent on it has arrived is unknown, and a new bridge knows no goal. */
  disconnected(): void {
    for (const doubt of this.#doubts.values()) {
      doubt.cancelledAt = undefined
      doubt.request.isAccepted = false
    }
  }

  /**
   * Settles those that odometry shows.
   * @param hasStoodSince whether the base has stood since then, ms
   * @param given.now ms
   * @param given.stopMs in which it must stand
   */
  settleByStanding(
    hasStoodSince: (since: number) => boolean,
    { now, stopMs }: { readonly now: number; readonly stopMs: number },
  ): void {
    for (const [id, { request, cancelledAt }] of this.#doubts) {
      if (!request.isSeen || cancelledAt === undefined || !hasStoodSince(cancelledAt)) continue
      const mayBeginYet = request.skill.kind === 'action' && !request.isAccepted
      if (mayBeginYet && now - cancelledAt < stopMs) continue
      this.#doubts.delete(id)
      this.#keepInMind(request)
    }
  }

  #keepInMind(request: OpenRequest): void {
    request.isAccepted = false
    this.#late.set(request.id, request)
    const [oldest] = this.#late.keys()
    if (this.#late.size > MAX_LATE && oldest !== undefined) this.#late.delete(oldest)
  }
}
