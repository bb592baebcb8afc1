/**
 * One run of the user's asynchronous code, and the only place in `src/bt` where something happens between ticks. It
 * only records the outcome and calls `ring`; the next tick reads the outcome, so it becomes visible at a tick.
 */
export class AsyncJob<T> {
  readonly #abort = new AbortController()
  #outcome: Outcome<T> = { kind: 'pending' }

  /** @param ring called once when the job settles, never after `cancel` */
  constructor(begin: (signal: AbortSignal) => PromiseLike<T>, ring: () => void) {
    const settle = (outcome: Outcome<T>): void => {
      // a cancelled job must not report an outcome
      if (this.#abort.signal.aborted) return
      this.#outcome = outcome
      ring()
    }
    begin(this.#abort.signal).then(
      (value) => settle({ kind: 'done', value }),
      (cause: unknown) => settle({ kind: 'failed', cause }),
    )
  }

  get outcome(): Outcome<T> {
    return this.#outcome
  }

  cancel(reason: string): void {
    this.#abort.abort(new DOMException(reason, 'AbortError'))
  }
}

export type Outcome<T> =
  | { readonly kind: 'pending' }
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly cause: unknown }
