import type { Goal } from '../read/meaning.js'
import type { Heard, Reading } from '../understand.js'
import { claimedIn, type Claim, type Shares } from './claims.js'
import { waysOf, type Way } from './filled.js'

/** A reading with how likely it is that the order has one meaning and can be carried out, 0…1. */
export interface ComposedReading extends Reading {
  readonly goal: number
}

const MOST_READINGS = 6

/** What an order means by the shares of what can be said of it: the likeliest reading first. */
export function composedReadings(heard: Heard, shares: Shares): ComposedReading[] {
  const { claims, fit } = claimedIn(shares)
  const claimed = new Set(claims.flatMap(mentionsOf))
  const ways = claims.map((claim) => ({ claim, ways: waysOf(claim, { ...heard, claimed }) }))
  if (ways.some((one) => one.ways.length === 0)) return []
  return combined(ways)
    .map((one) => ({ ...EMPTY, ...one, fit: fit * one.fit, goal: shares.goal }))
    .filter(({ goals }) => goals.length > 0)
    .sort((a, b) => b.fit - a.fit)
    .slice(0, MOST_READINGS)
}

const EMPTY = { assumes: [], order: [], left: [], isUnsafe: false }

const mentionsOf = (claim: Claim): number[] =>
  claim.kind === 'one' ? [claim.mention] : [claim.what, ...(claim.where === undefined ? [] : [claim.where])]

interface Combined {
  readonly goals: readonly Goal[]
  readonly never: readonly Goal[]
  readonly fit: number
}

/** Each way of each claim with each of the others. */
const combined = (parts: readonly { readonly claim: Claim; readonly ways: readonly Way[] }[]): Combined[] =>
  parts.reduce<Combined[]>(
    (readings, { claim, ways }) =>
      readings
        .flatMap((reading) =>
          ways.map(({ goals, fit }) =>
            claim.isNever
              ? { ...reading, never: withoutTwice([...reading.never, ...goals]), fit: reading.fit * fit }
              : { ...reading, goals: withoutTwice([...reading.goals, ...goals]), fit: reading.fit * fit },
          ),
        )
        .sort((a, b) => b.fit - a.fit)
        .slice(0, MOST_COMBINED),
    [{ goals: [], never: [], fit: 1 }],
  )

const MOST_COMBINED = 64

/** Two mentions of one thing ask for it once. */
const withoutTwice = (goals: readonly Goal[]): readonly Goal[] =>
  goals.filter(({ formula }, at) => goals.findIndex((one) => one.formula === formula) === at)
