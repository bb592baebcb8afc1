import type { Mention } from '../read/mentions.js'
import type { SpokenWorld } from '../spoken-world.js'
import type { Heard } from '../understand.js'

/** A pronoun with what it can stand for; another mention as it is. */
export function resolved(
  mention: Mention,
  number: number,
  { mentions, world }: Pick<Heard, 'mentions' | 'world'>,
): Mention {
  switch (mention.pronoun) {
    case 'me':
      return { ...mention, candidates: world.speakers.map((thing) => ({ thing, fit: 0.95 })) }
    case 'any':
      return { ...mention, candidates: world.things.map(({ name }) => ({ thing: name, fit: 0.7 })) }
    case 'it':
      return standingFor(mention, namedBefore(mentions, number))
    case 'them': {
      const named = namedBefore(mentions, number)
      const [last] = named
      return standingFor(mention, last?.quantity === 'all' ? [last] : named.slice(0, 2))
    }
    case 'person':
      return standingFor(mention, named(mentions, number, others(world)))
    case undefined:
      return mention
    default:
      return mention.pronoun satisfies never
  }
}

const standingFor = (mention: Mention, named: readonly Mention[]): Mention => ({
  ...mention,
  candidates: named.flatMap(({ candidates }) => candidates),
  parts: named.map(({ candidates }) => candidates),
})

/** What was named before, the latest first; where that is nothing, what is named next. */
function namedBefore(mentions: readonly Mention[], number: number): readonly Mention[] {
  const before = mentions.slice(0, number).filter(({ pronoun }) => pronoun === undefined)
  return before.length > 0
    ? before.reverse()
    : mentions.slice(number + 1).filter(({ pronoun }) => pronoun === undefined)
}

const others = ({ people, speakers }: SpokenWorld): readonly string[] =>
  people.filter((one) => speakers.length > 1 || !speakers.includes(one))

/** The person who was named last, or else each of those who can be meant. */
function named(mentions: readonly Mention[], number: number, people: readonly string[]): readonly Mention[] {
  const [last] = namedBefore(mentions, number).filter(({ candidates }) =>
    candidates.some(({ thing }) => people.includes(thing)),
  )
  return [last ?? { ...NOBODY, candidates: people.map((thing) => ({ thing, fit: 0.8 })) }]
}

const NOBODY: Mention = { from: 0, to: 0, quantity: 'one', candidates: [], prep: undefined, prepWord: '' }
