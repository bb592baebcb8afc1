import { FACT, factOf } from '../fact.js'
import type { HomeState } from '../state.js'
import type { HomeReading } from './sense.js'

/**
 * What people have just answered: where a thing is, or that they do not know. What the robot sees by itself counts
 * more, and an answer is repeated for a few seconds only, with its age: later the thing may be elsewhere.
 * @param seen what the other sensors report
 */
export function hears({ answers, now }: HomeState, seen: readonly HomeReading[]): HomeReading[] {
  const inSight = new Set(seen.map(({ fact }) => fact))
  const newest = new Map<string, HomeReading>()
  for (const { person, item, place, at } of answers) {
    const ageMs = now - at
    if (ageMs > REPEATED_MS) continue
    const answered = { confidence: CLEAR, ageMs }
    const doubt = factOf(FACT.cannotTell, person, item)
    newest.set(doubt, { fact: doubt, value: place === null, ...answered })
    const where = factOf(FACT.location, item)
    if (place !== null && !inSight.has(where)) newest.set(where, { fact: where, value: place, ...answered })
  }
  return [...newest.values()]
}

/** ms */
const REPEATED_MS = 3_000
const CLEAR = 0.95
