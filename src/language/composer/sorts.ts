/** What sort of thing or doing a word is: the lexicographer files of WordNet, by number. */
export interface Sorts {
  readonly of: (word: string) => readonly number[]
}

/** @param text a line per word: the word, a space, numbers separated by commas (config/words/sorts.txt) */
export function parseSorts(text: string): Sorts {
  const known = new Map(
    text.split('\n').map((line) => {
      const [word = '', numbers = ''] = line.split(' ')
      return [word, numbers.split(',').map(Number)] as const
    }),
  )
  return {
    of: (word) => [...new Set(basesOf(word).flatMap((base) => known.get(base) ?? []))].sort((a, b) => a - b),
  }
}

/** What a form may be a form of, as the network was trained: `placing`, `wishes`. */
function basesOf(word: string): string[] {
  const bases = ENDINGS.flatMap(([ending, base]) =>
    word.endsWith(ending) && word.length > ending.length + 2 ? [word.slice(0, -ending.length) + base] : [],
  )
  return [word, ...bases]
}

const ENDINGS = [
  ['ies', 'y'],
  ['es', ''],
  ['s', ''],
  ['ing', ''],
  ['ing', 'e'],
  ['ed', ''],
  ['ed', 'e'],
] as const
