import { clausesOf } from '../read/clauses.js'
import type { Mention } from '../read/mentions.js'
import type { SpokenWorld } from '../spoken-world.js'
import { stemOf, type Token } from '../words/tokens.js'
import type { Named } from './named.js'

interface Spoken {
  readonly tokens: readonly Token[]
  readonly mentions: readonly Mention[]
  readonly world: SpokenWorld
}

/**
 * What an order wants to be carried somewhere though no skill moves it: `move the fridge next to the sofa`.
 * @param named what the order names
 */
export function immovableIn({ tokens, mentions, world }: Spoken, named: readonly Named[]): Named | undefined {
  const ends = new Set(clausesOf(tokens, mentions).map(({ to }) => to))
  const thing = mentions.find((mention, at) => {
    const verb = tokens[mention.from - 1]?.stem ?? ''
    const place = mentions[at + 1]
    return (
      MOVES.has(verb) &&
      isNamed(mention) &&
      !isMovable(mention, world) &&
      // right behind it, and in the same clause
      place?.from === mention.to + 1 &&
      !ends.has(mention.to) &&
      (place.prep === 'to' || place.prep === 'other') &&
      !isThere(mention, place, world)
    )
  })
  const words = thing && tokens.slice(thing.from, thing.to).map(({ text }) => text)
  return words && named.find((one) => one.words === words.join(' '))
}

/** Of the verbs of carrying those that say nothing else: one can also `leave`, `set` or `clear` what stays there. */
const MOVES: ReadonlySet<string> = new Set(
  'bring fetch carry deliver move put place take drag lift haul relocate shift transport'
    .split(' ')
    .map(stemOf),
)

const isNamed = ({ pronoun, prep, candidates }: Mention): boolean =>
  pronoun === undefined && prep === undefined && candidates.length > 0

const isMovable = ({ candidates }: Mention, { frames }: SpokenWorld): boolean =>
  frames.some(
    ({ form, ports: [port] }) =>
      (form === 'place' || form === 'home' || form === 'hold') &&
      candidates.some(({ thing }) => port?.values.has(thing) === true),
  )

/** `the window in the kitchen` says which one is meant. */
const isThere = (mention: Mention, place: Mention, { isOf }: SpokenWorld): boolean =>
  mention.candidates.some(({ thing }) => place.candidates.some((one) => isOf(thing, one.thing)))
