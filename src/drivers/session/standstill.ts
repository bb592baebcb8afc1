/** for so long a robot has to say that it stands, ms */
export const STEADY_MS = 100

/**
 * Whether a stop is fulfilled, and until when it has to be. One sign of life is not enough where the robot may have
 * moved: one that jerks on stands at moments. All times in ms of the session's clock.
 */
export class Standstill {
  #due = Infinity
  /** since when it says that it stands, without a break */
  #since = Infinity
  /** it may have moved since the last stop was fulfilled */
  #moved = false

  /** by then it has to stand; Infinity while no stop is pending */
  get due(): number {
    return this.#due
  }

  get isPending(): boolean {
    return this.#due < Infinity
  }

  /** A session begins: it is not known yet whether the robot stands. */
  begin(due: number): void {
    this.#due = due
  }

  /**
   * A stop was sent. One that is not fulfilled yet keeps its time, however often it is said again.
   * @param mayMove something is under way that may have begun to move since the last sign of life
   */
  stop(due: number, mayMove: boolean): void {
    if (!this.isPending && mayMove) [this.#since, this.#moved] = [Infinity, true]
    this.#due = Math.min(this.#due, due)
  }

  /** A sign of life has come. */
  heard(moving: boolean, now: number): void {
    this.#moved ||= moving
    this.#since = moving ? Infinity : Math.min(this.#since, now)
  }

  /** Nothing that was sent may move it any more: the stop is fulfilled once it has stood for long enough. */
  settle(now: number): void {
    if (now - this.#since >= (this.#moved ? STEADY_MS : 0)) [this.#due, this.#moved] = [Infinity, false]
  }
}
