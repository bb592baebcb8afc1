import type { SpokenWorld } from '../spoken-world.js'
import type { Said } from './meaning.js'
import type { Mention } from './mentions.js'

/** A mention with what its pronoun may stand for as candidates. */
export function resolved(mention: Mention, world: SpokenWorld, { about, them, isAll, here }: Said): Mention {
  const all = world.things.map(({ name }) => name)
  const { pronoun } = mention
  if (pronoun === undefined) return mention.isIts === true ? ofThose(mention, about, world) : mention
  switch (pronoun) {
    case 'person': {
      const people = world.kinds.filter(({ name }) => name === 'person').flatMap(({ members }) => members)
      const named = about.filter((one) => people.includes(one)).slice(0, 1)
      return withThings(mention, named.length > 0 ? named : people, 0.95)
    }
    case 'me':
      return withThings(mention, world.speakers.length > 0 ? world.speakers : here, 0.95)
    case 'any':
      return withThings(mention, all, UNKNOWN_THING)
    case 'them':
      return withThings(mention, them.length > 1 ? them : about, 0.95)
    case 'it':
      if (isAll && them.length > 1)
        return { ...withThings(mention, them, 0.9), quantity: 'all', pronoun: 'them' }
      // one of several things: which is not said
      if (them.length > 1) return oneOf(mention, { about, them }, world)
      return about.length === 0
        ? { ...withThings(mention, all, UNKNOWN_THING), pronoun: 'any' }
        : withThings(mention, [...about, ...partsOf(about, world)], 0.95)
  }
}

/** `it` where nothing was named before: it can be anything. */
const UNKNOWN_THING = 0.7

/** `put all cubes into the box and close it`: the box rather than one of the cubes. */
function oneOf(mention: Mention, { about, them }: Pick<Said, 'about' | 'them'>, world: SpokenWorld): Mention {
  const others = about.filter((one) => !them.includes(one))
  const likely = withThings(mention, [...others, ...partsOf(others, world)], 0.95).candidates
  return {
    ...mention,
    pronoun: 'any',
    candidates: [...likely, ...withThings(mention, them, UNKNOWN_THING).candidates],
  }
}

/** `its door`: the one that belongs to what was named before, or is named after it. */
function ofThose(mention: Mention, about: readonly string[], { isOf }: SpokenWorld): Mention {
  const owned = (by: string) =>
    mention.candidates.filter(({ thing }) => isOf(thing, by) || isOf(by, thing) || thing.startsWith(`${by}_`))
  const found = about.map(owned).find((candidates) => candidates.length > 0)
  return found === undefined
    ? mention
    : { ...mention, candidates: found.map((one) => ({ ...one, fit: 0.95 })) }
}

const withThings = (mention: Mention, things: readonly string[], fit: number): Mention => ({
  ...mention,
  candidates: [...new Set(things)].map((thing) => ({ thing, fit })),
})

/** What is named after a thing belongs to it, and what its facts name: the `drawer_inside`, the door of the bedroom. */
const partsOf = (about: readonly string[], { things, valuesOf }: SpokenWorld): string[] =>
  about.flatMap((one) => [
    ...things.flatMap(({ name }) => (name.startsWith(`${one}_`) ? [name] : [])),
    ...valuesOf(one),
  ])
