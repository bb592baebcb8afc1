import { TreeLogicError } from '#bt/engine/errors.js'
import type { Status } from '#bt/status.js'

/**
 * One run of the user's asynchronous code: the one place in this room where something happens between ticks. It only
 * notes the outcome and rings; whoever ticks looks at the outcome, so that it becomes visible at a tick.
 */
export class AsyncJob<T> {
  readonly #abort = new AbortController()
  #outcome: Outcome<T> = { kind: 'pending' }

  /** @param ring called once when the outcome is there, never after `cancel` */
  constructor(begin: (signal: AbortSignal) => PromiseLike<T>, ring: () => void) {
    const settle = (outcome: Outcome<T>): void => {
      // whoever was stopped is not heard any more
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

/**
 * A status that the user's code returned. TypeScript judges it already, but plugins may be written in JavaScript.
 * @throws TreeLogicError when it is none of those allowed
 */
export function returned<S extends Status>(status: unknown, allowed: readonly S[], call: string): S {
  const found = allowed.find((one) => one === status)
  if (found !== undefined) return found
  if (isThenable(status)) {
    throw new TreeLogicError(
      `${call} returned a promise; a node that waits for one is made with defineAsyncAction`,
    )
  }
  const what = typeof status === 'string' ? `"${status}"` : status === null ? 'null' : typeof status
  const words = [allowed.slice(0, -1).join(', '), allowed.at(-1)].filter((part) => part !== '').join(' or ')
  throw new TreeLogicError(`${call} returned ${what}; it must return ${words}`)
}

export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
