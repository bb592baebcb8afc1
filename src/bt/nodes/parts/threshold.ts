import { TreeLogicError } from '#bt/engine/errors.js'

/**
 * How many of a node's children a count means: -1 is all, -2 all but one, and so on down to none.
 * @throws TreeLogicError when there are fewer children
 */
export function threshold(port: string, count: number, children: number): number {
  if (count > children) {
    throw new TreeLogicError(`${port} is ${count}, but there are only ${children} children`)
  }
  return count < 0 ? Math.max(children + count + 1, 0) : count
}
