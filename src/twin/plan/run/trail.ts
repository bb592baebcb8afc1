import type { TrailEntry } from '../report.js'

/** The steps and choices on a path, joined without copying: branches share their prefixes. */
export type Trail<S> = null | { readonly entry: TrailEntry<S> } | Joined<S>

interface Joined<S> {
  readonly first: Trail<S>
  readonly then: Trail<S>
}

export function join<S>(first: Trail<S>, then: Trail<S>): Trail<S> {
  if (first === null) return then
  return then === null ? first : { first, then }
}

/** Returns the entries in order, at most the last `MAX_ENTRIES`. */
export function entries<S>(trail: Trail<S>): TrailEntry<S>[] {
  const backwards: TrailEntry<S>[] = []
  const open: Trail<S>[] = [trail]
  while (open.length > 0 && backwards.length < MAX_ENTRIES) {
    const last = open.pop()
    if (last === null || last === undefined) continue
    if ('entry' in last) backwards.push(last.entry)
    else open.push(last.first, last.then)
  }
  return backwards.reverse()
}

const MAX_ENTRIES = 2000
