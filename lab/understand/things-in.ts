import type { Mention } from '#instructions/read/mentions.js'
import type { SpokenWorld } from '#instructions/spoken-world.js'
import type { DataDomain } from '#worlds/assemble.js'

/** The things that a formula names, in its order; a fact without arguments counts as a thing of its own. */
export const thingsIn = (formula: string, { objects, sorts }: DataDomain): readonly string[] =>
  (formula.match(/[A-Za-z_]\w*/g) ?? []).filter((word) => objects.has(word) || sorts.has(word))

interface Linking {
  readonly domain: DataDomain
  readonly mentions: readonly Mention[]
  readonly world: SpokenWorld
}

/** Whether an order has mentions of what a formula is about: of those in `{a, b}` one is enough. */
export function isLinked(formula: string, { domain, mentions, world }: Linking): boolean {
  const sets = [...formula.matchAll(/\{([^}]*)\}/g)].map(([, members = '']) => thingsIn(members, domain))
  const single = thingsIn(formula.replaceAll(/\{[^}]*\}/g, ' '), domain).map((thing) => [thing])
  const isMentioned = (thing: string): boolean =>
    mentions.some(
      ({ candidates, pronoun }) =>
        candidates.some((one) => one.thing === thing) ||
        (pronoun === 'any' && domain.objects.has(thing)) ||
        ((pronoun === 'me' || pronoun === 'person') && world.speakers.includes(thing)),
    )
  return [...sets, ...single].every((any) =>
    any.some((thing) => isUnsaid(thing, world) || isMentioned(nounOf(thing, world))),
  )
}

/** Of a fact without a parameter what it is about, by its name: `trapdoor` of `trapdoor_open`. */
const nounOf = (thing: string, { states }: SpokenWorld): string =>
  states.find(({ formula }) => formula === thing)?.thing ?? thing

/** What is meant without a word: the one who speaks, the gripper by a verb, and where the robot itself is. */
function isUnsaid(thing: string, { speakers, frames }: SpokenWorld): boolean {
  const isSpeaker = speakers.length === 1 && speakers[0] === thing
  const isOf = new RegExp(String.raw`\b${thing}\b`)
  return isSpeaker || frames.some(({ form, goal }) => (form === 'hold' || form === 'go') && isOf.test(goal))
}
