/** One at a time, in the order of asking; a failure is the asker's own and does not block those behind. */
export class Turn {
  #last: Promise<unknown> = Promise.resolve()

  take<T>(action: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(action, action)
    this.#last = mine
    return mine
  }
}
