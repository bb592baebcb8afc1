import { allowed } from '../read/meaning.js'
import type { Mention } from '../read/mentions.js'
import type { SpokenWorld } from '../spoken-world.js'
import { rolesOf } from './roles.js'

/** What one mention has to do with another: each 0 or 1. */
export type PairFeatures = readonly [isOf: number, has: number, same: number, fits: number]

/** How the mentions of an order relate to each other: [first][second]. */
export const pairsOf = (mentions: readonly Mention[], world: SpokenWorld): PairFeatures[][] =>
  mentions.map((one) => mentions.map((other) => pairOf(one, other, world)))

function pairOf(one: Mention, other: Mention, { isOf, frames }: SpokenWorld): PairFeatures {
  const some = (relate: (a: string, b: string) => boolean): number =>
    Number(one.candidates.some((a) => other.candidates.some((b) => relate(a.thing, b.thing))))
  const fits = frames.some((frame) => {
    const roles = rolesOf(frame)
    return (
      roles !== undefined &&
      allowed(roles.theme.values, one) !== undefined &&
      (allowed(roles.target.values, other) !== undefined || other.pronoun === 'me')
    )
  })
  return [some(isOf), some((a, b) => isOf(b, a)), some((a, b) => a === b), Number(fits)]
}
