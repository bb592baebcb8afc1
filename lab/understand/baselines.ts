import type { Frame } from '#instructions/frames.js'
import type { SpokenWorld } from '#instructions/spoken-world.js'
import { mentionsIn } from '#instructions/read/mentions.js'
import type { Understood } from '#instructions/understand.js'
import { stemOf, tokensOf, wordsOf } from '#instructions/words/tokens.js'
import { certain, filled } from './filled.js'

/**
 * A baseline that any newcomer would write: names and other words of the world file as keywords, the skill whose verb
 * occurs, the first thing and the last place.
 */
export function keywordParser(order: string, world: SpokenWorld): Understood {
  const words = wordsOf(order)
  const things = namesIn(words, world)
  for (const verb of words.map(stemOf)) {
    const formula = bestOf(framesFor(verb, world), things)
    if (formula !== undefined) return certain(formula, order)
  }
  return certain(undefined, order)
}

/**
 * A baseline that links and does not compose: the reader's own mentions, each for its likeliest thing, in the most
 * common verb frame. That is to put something somewhere; where it cannot be filled, the first of the world that can.
 */
export function linkOnly(order: string, world: SpokenWorld): Understood {
  const things = mentionsIn(tokensOf(order), world).flatMap(({ candidates }) => {
    const [best] = candidates.toSorted((a, b) => b.fit - a.fit)
    return best === undefined ? [] : [best.thing]
  })
  const frames = world.frames.filter(({ ports }) => ports.length > 0)
  const common = frames.filter(({ form }) => form === 'place')
  for (const frame of [...common, ...frames]) {
    const found = filled(frame, things)
    if (found !== undefined) return certain(found.formula, order)
  }
  return certain(undefined, order)
}

/** Of the frames that can be filled, the one that reaches furthest into the order: the last place counts. */
function bestOf(frames: readonly Frame[], things: readonly string[]): string | undefined {
  const all = frames.flatMap((frame) => {
    const one = frame.ports.length === 0 ? undefined : filled(frame, things)
    return one === undefined ? [] : [one]
  })
  return all.sort((a, b) => b.last - a.last)[0]?.formula
}

/** Verbs for carrying, which no world's skill is called by. */
const CARRY = new Set('bring put place take move carry get give fetch set'.split(' ').map(stemOf))

const framesFor = (verb: string, { frames }: SpokenWorld): readonly Frame[] => {
  const named = frames.filter(({ verbs }) => verbs.includes(verb))
  return CARRY.has(verb) ? [...named, ...frames.filter(({ form }) => form === 'place')] : named
}

/** The things whose names occur, the longest name first; of several with one name the first in the file. */
function namesIn(words: readonly string[], { things, speakers }: SpokenWorld): readonly string[] {
  const names = new Map<string, string>()
  for (const { name, calls } of things)
    for (const call of calls) {
      const key = call.words.map(singular).join(' ')
      if (!names.has(key)) names.set(key, name)
    }
  const [speaker] = speakers
  if (speaker !== undefined && speakers.length === 1) names.set('me', speaker)
  const found: string[] = []
  for (let at = 0; at < words.length;) {
    const length = [4, 3, 2, 1].find((n) =>
      names.has(
        words
          .slice(at, at + n)
          .map(singular)
          .join(' '),
      ),
    )
    const name = names.get(
      words
        .slice(at, at + (length ?? 1))
        .map(singular)
        .join(' '),
    )
    if (name !== undefined) found.push(name)
    at += length ?? 1
  }
  return found
}

const singular = (word: string): string => (/[^s]s$/.test(word) ? word.slice(0, -1) : word)
