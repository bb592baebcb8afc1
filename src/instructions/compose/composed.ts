import { corrected } from '../read/corrections.js'
import type { Goal } from '../read/meaning.js'
import { mentionsIn } from '../read/mentions.js'
import type { SpokenWorld } from '../spoken-world.js'
import type { Reading } from '../understand.js'
import { tokensOf } from '../words/tokens.js'
import { claimedIn, type Claim } from './claims.js'
import type { Composer } from './composer.js'
import { waysOf, type Way } from './filled.js'
import { sequenceOf } from './sequence.js'

/** A reading with how likely it is that the order has one meaning and can be carried out, 0…1. */
export interface ComposedReading extends Reading {
  readonly goal: number
}

const MOST_READINGS = 6

/** What an order means by what the composer has learnt: the likeliest reading first. */
export async function composedReadings(
  order: string,
  world: SpokenWorld,
  composer: Composer,
): Promise<ComposedReading[]> {
  const tokens = corrected(tokensOf(order), world)
  const mentions = mentionsIn(tokens, world)
  if (mentions.length === 0) return []
  const shares = await composer.compose(sequenceOf(tokens, mentions, world))
  const { claims, fit } = claimedIn(shares)
  const claimed = new Set(claims.flatMap(mentionsOf))
  const ways = claims.map((claim) => ({ claim, ways: waysOf(claim, { tokens, mentions, world, claimed }) }))
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
              ? { ...reading, never: [...reading.never, ...goals], fit: reading.fit * fit }
              : { ...reading, goals: [...reading.goals, ...goals], fit: reading.fit * fit },
          ),
        )
        .slice(0, MOST_COMBINED),
    [{ goals: [], never: [], fit: 1 }],
  )

const MOST_COMBINED = 64
