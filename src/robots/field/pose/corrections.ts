import type { Odometry, PlaceOdometry } from '#link/messages.gen.js'

/** Where the origin of the odometry lies in the field, for the controller. */
export type Placement = Omit<PlaceOdometry, 'kind' | 'session' | 'seq'>

/**
 * Which correction the controller's pose is by: the one that it says is in effect, or for a moment the one that is on
 * its way. One that was lost is not waited for any longer than that. Times are µs of the controller's clock.
 */
export class Corrections {
  /** by their numbers, oldest first, since the one in effect */
  #onTheirWay = new Map<number, Placement>()
  #inEffect: Placement | undefined
  #newest: { readonly placement: Placement; readonly atUs: number } | undefined
  #waitingSinceUs: number | undefined

  sent(placement: Placement, seq: number, atUs: number): void {
    this.#onTheirWay.set(seq, placement)
    const [oldest] = this.#onTheirWay.keys()
    if (this.#onTheirWay.size > MOST_ON_THEIR_WAY && oldest !== undefined) this.#onTheirWay.delete(oldest)
    this.#newest = { placement, atUs }
    this.#waitingSinceUs ??= atUs
  }

  /** The controller says which correction is in effect. */
  hear({ placeSeq }: Odometry): void {
    const placement = this.#onTheirWay.get(placeSeq)
    if (placement === undefined) return
    this.#inEffect = placement
    this.#waitingSinceUs = undefined
    for (const seq of [...this.#onTheirWay.keys()]) if (seq <= placeSeq) this.#onTheirWay.delete(seq)
  }

  /** The controller's pose was set: what was sent is about another one. */
  forget(): void {
    this.#onTheirWay.clear()
    this.#inEffect = undefined
    this.#newest = undefined
    this.#waitingSinceUs = undefined
  }

  assumedAt(tUs: number): Placement | undefined {
    const { placement, atUs } = this.#newest ?? {}
    return atUs !== undefined && tUs - atUs < ON_ITS_WAY_US ? placement : this.#inEffect
  }

  /** Whether the pose may change by a correction now. */
  areUnderWay(tUs: number): boolean {
    return this.#newest !== undefined && tUs - this.#newest.atUs < UNDER_WAY_US
  }

  /** Whether the controller takes none: refuses them, or does not receive them. */
  areIgnored(tUs: number): boolean {
    const since = this.#waitingSinceUs
    return since !== undefined && tUs - since > IGNORED_US && this.#onTheirWay.size >= FEWEST_IGNORED
  }
}

/** longer than a frame takes both ways: then it was lost, and is sent again */
const ON_ITS_WAY_US = 200_000
/** until the telemetry after the one in which it takes effect */
const UNDER_WAY_US = 300_000
/** all that were sent for so long, and so many */
const [IGNORED_US, FEWEST_IGNORED] = [1_500_000, 5]
const MOST_ON_THEIR_WAY = 50
