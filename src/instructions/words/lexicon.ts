/** What nouns have to do with each other, and which words are verbs: a small extract of WordNet. */
export interface Lexicon {
  /** how near in meaning two nouns are: 0.9 one sense, 0.8 one is a kind of the other (tumbler, glass), 0 neither */
  readonly kinship: (a: string, b: string) => number
  readonly isVerb: (word: string) => boolean
  /** it names something that can be touched */
  readonly isThing: (word: string) => boolean
}

/** No words but those of the world and of the thesaurus. */
export const NO_LEXICON: Lexicon = { kinship: () => 0, isVerb: () => false, isThing: () => false }

/**
 * @param nouns a line per sense: words of that sense separated by commas, a bar, numbers of the lines that are more
 * general, separated by commas
 * @param verbs separated by white space
 */
export function parseLexicon(nouns: string, verbs: string): Lexicon {
  const meanings = new Map<string, number[]>()
  const above = nouns.split('\n').map((line, at) => {
    const [words = '', general = ''] = line.split('|')
    for (const word of words.split(',')) meanings.set(word, [...(meanings.get(word) ?? []), at])
    return general.split(',').flatMap((number) => (/^\d+$/.test(number) ? [Number(number)] : []))
  })
  const known = new Set(verbs.split(/\s+/))
  const meaningsOf = (word: string): readonly number[] =>
    basesOf(word).flatMap((base) => meanings.get(base) ?? [])
  const kinds = (sense: number, levels: number): number[] =>
    levels === 0 ? [] : (above[sense] ?? []).flatMap((up) => [up, ...kinds(up, levels - 1)])
  return {
    kinship: (a, b) => {
      const [ofA, ofB] = [meaningsOf(a), meaningsOf(b)]
      if (ofA.some((sense) => ofB.includes(sense))) return SAME
      const isKind = (some: readonly number[], others: readonly number[]): boolean =>
        some.some((sense) => kinds(sense, LEVELS).some((up) => others.includes(up)))
      return isKind(ofA, ofB) || isKind(ofB, ofA) ? KIND : 0
    },
    isVerb: (word) => basesOf(word).some((base) => known.has(base)),
    isThing: (word) => meaningsOf(word).length > 0,
  }
}

const SAME = 0.9
const KIND = 0.8
/** How many steps up a kind may be: an apple is an edible fruit, which is fruit. */
const LEVELS = 2

/** What a form may be a form of: `knives`, `dishes`, `placing`. */
function basesOf(word: string): string[] {
  const bases = ENDINGS.flatMap(([ending, base]) =>
    word.endsWith(ending) && word.length > ending.length + 2 ? [word.slice(0, -ending.length) + base] : [],
  )
  return [word, ...bases]
}

const ENDINGS = [
  ['ves', 'fe'],
  ['ves', 'f'],
  ['ies', 'y'],
  ['es', ''],
  ['s', ''],
  ['ing', ''],
  ['ing', 'e'],
  ['ed', ''],
  ['ed', 'e'],
] as const
