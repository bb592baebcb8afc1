import { TreeLogicError } from '#bt/engine/errors.js'
import type { Status } from '#bt/status.js'

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
