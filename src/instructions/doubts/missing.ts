import { quoted } from '../order-text.js'
import { allowed, firstOf, type Part } from '../read/meaning.js'
import type { Mention } from '../read/mentions.js'
import { called } from '../wording.js'
import { hasManner, isKnownVerb } from '../words/verbs.js'

/**
 * What is missing in a part that asks for something to be carried and that nothing is made of. Nobody is asked for what
 * was said: then it is said that it was not understood.
 * @param words of that part
 * @param all mentions of the whole order: `the green and the blue cube in the tray` says it of both
 */
export function missingIn(part: Part, words: string, all: readonly Mention[]): string | undefined {
  if (firstOf(part, ({ stem }) => hasManner(stem, 'carry')) === undefined) return undefined
  const thing = carriedIn(part)
  if (thing === undefined && part.mentions.length === 0) return undefined
  const isSaid = part.mentions.some(({ prep, pronoun }) =>
    thing === undefined ? prep === undefined && pronoun === undefined : prep === 'to',
  )
  const isSaidOfBoth = thing !== undefined && all.some((one) => one.prep === 'to' && isNext(thing, one, part))
  if (isSaid || isSaidOfBoth) return `I did not understand "${quoted(words)}"`
  if (thing === undefined) return 'what is to be moved?'
  const [first, ...others] = thing.candidates
  return `where is ${first === undefined || others.length > 0 ? 'it' : `the ${called(first.thing)}`} to go?`
}

/** It stands behind the thing, and nothing else is asked for in between. */
const isNext = (thing: Mention, { from }: Mention, { tokens }: Part): boolean =>
  from > thing.to && tokens.slice(thing.to, from - 1).every(({ stem }) => !isKnownVerb(stem))

/** The first thing that can be carried, with those of its candidates that can be. */
function carriedIn({ world, mentions }: Part): Mention | undefined {
  const themes = world.frames.flatMap(({ form, ports: [theme] }) =>
    form === 'place' && theme !== undefined ? [theme] : [],
  )
  for (const { values } of themes)
    for (const mention of mentions) {
      const found = allowed(values, mention)
      if (found !== undefined) return found
    }
  return undefined
}
