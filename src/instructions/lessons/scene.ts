import type { DataDomain } from '#worlds/assemble.js'
import { formatValue, type Fluents } from '#worlds/value.js'
import { spoken } from '../spoken-world.js'
import { tokensOf } from '../words/tokens.js'
import type { LessonKey } from './lesson.js'

/**
 * The key of a situation (PRAG-07): the order as it was said, and in words the facts about the objects that it is
 * about. The whole scene would say the same for every order.
 * @param about names of the objects of the order, such as those in its goals
 */
export function keyOf(order: string, domain: DataDomain, state: Fluents, about: Iterable<string>): LessonKey {
  return { instruction: clipped(order), scene: clipped(sceneInWords(domain, state, new Set(about))) }
}

/** The objects that formulas name. */
export const objectsIn = (formulas: Iterable<string>, { vocabulary }: DataDomain): readonly string[] => [
  ...new Set(
    [...formulas]
      .flatMap((formula) => formula.match(/\w+/g) ?? [])
      .filter((word) => vocabulary.objects.has(word)),
  ),
]

/** Words of a text as they are compared: stems, so that `cups` finds `cup`. */
export const stemsIn = (text: string): readonly string[] => tokensOf(text).map(({ stem }) => stem)

function sceneInWords(domain: DataDomain, state: Fluents, about: ReadonlySet<string>): string {
  const kinds = [...about].flatMap((object) => {
    const words = domain.objects.get(object)
    return words === undefined ? [] : [`${spoken(object)}: ${spoken(words.type)}`]
  })
  const facts = [...state].flatMap(([fact, value]) => {
    const [, name = '', inside = ''] = /^(\w+)\((.*)\)$/.exec(fact) ?? []
    const args = inside.split(', ')
    if (!domain.touched.has(name) || !args.some((arg) => about.has(arg))) return []
    return [`${spoken(name)} of ${args.map(spoken).join(' and ')}: ${spoken(formatValue(value))}`]
  })
  return [...kinds, ...facts.slice(0, MOST_FLUENTS)].join('; ') || 'nothing in particular'
}

const MOST_FLUENTS = 24
const MOST_CHARACTERS = 1_500
const clipped = (text: string): string => text.slice(0, MOST_CHARACTERS)
