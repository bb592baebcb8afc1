/** The wall clock of this process, set forwards and backwards while a mission runs. */
export class JumpingClock {
  readonly #now = Date.now
  #offset = 0

  constructor() {
    Date.now = () => this.#now() + this.#offset
  }

  /** @param to milliseconds off the right time */
  jump(to: number): void {
    this.#offset = to
  }

  restore(): void {
    Date.now = this.#now
  }
}
