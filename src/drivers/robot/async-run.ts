/**
 * One run of the user's asynchronous code, and the only place in `src/drivers` that waits for a promise. It stores the
 * outcome; the next `advance` of the driver reads it, so it becomes visible at a tick.
 */
export class AsyncRun<T> {
  readonly #abort = new AbortController()
  #outcome: AsyncOutcome<T> | undefined

  /** Starts at once; a synchronous end or error is an outcome as well. */
  constructor(begin: (signal: AbortSignal) => T | PromiseLike<T>) {
    try {
      const begun = begin(this.#abort.signal)
      if (isThenable(begun))
        begun.then(
          (value) => (this.#outcome = { ok: true, value }),
          (cause: unknown) => (this.#outcome = { ok: false, reason: sayCause(cause) }),
        )
      else this.#outcome = { ok: true, value: begun }
    } catch (cause) {
      this.#outcome = { ok: false, reason: sayCause(cause) }
    }
  }

  /** `undefined` until the code has ended; also after `cancel`, which only asks it to end. */
  get outcome(): AsyncOutcome<T> | undefined {
    return this.#outcome
  }

  cancel(reason: string): void {
    this.#abort.abort(new DOMException(reason, 'AbortError'))
  }
}

export type AsyncOutcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string }

const isThenable = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

const sayCause = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).slice(0, 500) || 'it failed and did not say why'
