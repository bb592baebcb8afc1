import type { Frame, SpokenPort } from '../frames.js'
import { asSpot } from '../read/achieving.js'
import { allowed } from '../read/meaning.js'
import type { Mention } from '../read/mentions.js'
import type { SpokenWorld } from '../spoken-world.js'

/** What one mention has to do with another: each 0 or 1. */
export type PairFeatures = readonly [isOf: number, has: number, same: number, fits: number]

/** How the mentions of an order relate to each other: [first][second]. */
export const pairsOf = (mentions: readonly Mention[], world: SpokenWorld): PairFeatures[][] =>
  mentions.map((one) => mentions.map((other) => pairOf(one, other, world)))

function pairOf(one: Mention, other: Mention, world: SpokenWorld): PairFeatures {
  const { isOf, frames } = world
  const some = (relate: (a: string, b: string) => boolean): number =>
    Number(one.candidates.some((a) => other.candidates.some((b) => relate(a.thing, b.thing))))
  const fits = frames.some((frame) => {
    const roles = rolesOf(frame)
    return (
      roles !== undefined &&
      allowed(roles.theme.values, one) !== undefined &&
      (allowed(roles.target.values, asSpotOf(other, roles.target.values, world)) !== undefined ||
        other.pronoun === 'me')
    )
  })
  return [some(isOf), some((a, b) => isOf(b, a)), some((a, b) => a === b), Number(fits)]
}

/** As the network has learnt it: a pronoun is no place by what it stands for. */
const asSpotOf = (mention: Mention, values: ReadonlySet<string>, world: SpokenWorld): Mention =>
  mention.parts === undefined ? asSpot(mention, values, { world }) : mention

/** What is moved and where it gets to, by the goal of a frame: location(?item) = ?place, contains(?vessel, ?liquid). */
export interface Roles {
  readonly theme: SpokenPort
  readonly target: SpokenPort
}

/** undefined where a goal is not about two things, or a thing and what is true of it */
export function rolesOf({ form, goal, ports: [one, two] }: Frame): Roles | undefined {
  if (form !== 'place' || one === undefined || two === undefined || isTruth(two)) return undefined
  return /^\w+\(\?\w+,/.test(goal) ? { theme: two, target: one } : { theme: one, target: two }
}

const isTruth = ({ values }: SpokenPort): boolean =>
  [...values].every((value) => value === 'true' || value === 'false')
