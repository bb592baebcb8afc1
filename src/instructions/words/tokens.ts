import { stemmer } from 'stemmer'

/** A word of an order, or a comma or stop, as it was typed and as it is compared. */
export interface Token {
  readonly text: string
  /** without its ending: `bringing` and `brings` have one stem */
  readonly stem: string
  readonly isPlural: boolean
}

/** The words of an order, with its commas and stops. */
export function tokensOf(order: string): Token[] {
  const plain = order.normalize('NFKC').replaceAll('’', "'").toLowerCase()
  const expanded = [...CONTRACTIONS, ...PHRASES].reduce(
    (text, [short, long]) => text.replaceAll(short, long),
    plain,
  )
  return [...expanded.matchAll(/[\p{L}\p{N}]+|[,.;:!?]/gu)].map(([text]) => ({
    text,
    stem: stemOf(text),
    isPlural: /[^su]s$/.test(text) && text.length > 3,
  }))
}

/** The stem of a word in small letters. */
export const stemOf = (word: string): string => stemmer(IRREGULAR.get(word) ?? word)

/** The words of a name: `coffee_table`, `PickUp`. */
export const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

export const stemsOf = (name: string): string[] => wordsOf(name).map(stemOf)

/** `don't` is two words, `anna's` is anna. */
const CONTRACTIONS = [
  ["won't", 'will not'],
  ["can't", 'can not'],
  ['cannot', 'can not'],
  ["n't", ' not'],
  ["let's", 'let us'],
  ["i'd", 'i would'],
  ["i'm", 'i am'],
  ["it's", 'it is'],
  ["that's", 'that is'],
  ["'re", ' are'],
  ["'ve", ' have'],
  ["'ll", ' will'],
  ["'d", ' would'],
  ["'s", ''],
] as const

/** Several words that are one preposition or verb, and words written together. */
const PHRASES = [
  [/\bthats\b/g, 'that is'],
  [/\bwheres\b/g, 'where is'],
  [/\bon top of\b/g, 'on'],
  [/\bin front of\b/g, 'beside'],
  [/\bwhatever (it takes|happens|you do)\b/g, ''],
  [/\b(do not|never) forget to\b/g, ''],
  [/\b(be|being) so (kind|good)( and| as to| to)?\b/g, ''],
  [/\b(be sure|remember) to\b/g, ''],
  [/\bit is (\w+) (who|that)\b/g, '$1'],
  [/\b(piece|bit|pair) of\b/g, ''],
  [/\b(apart from|other than|excluding|leaving out|but for|all but)\b/g, 'except'],
  [/\bout of\b/g, 'from'],
  [/\bnext to\b/g, 'beside'],
  [/\b(take|get|grab) (a )?hold of\b/g, 'grab'],
  [/\b(left|right)[- ]hand\b/g, '$1'],
  [/\bas well\b/g, 'too'],
  [/\bteh\b/g, 'the'],
  [/\bn\b/g, 'and'],
  [/\bim\b/g, 'i am'],
  [/\b(do not|never) forget (?!to\b)/g, 'also '],
  [/\bwhat is (?=(in|on|at|inside|lying|standing)\b)/g, 'whatever is '],
  [/\bexcept for\b/g, 'except'],
  [/\bunder no circumstances?\b/g, 'never'],
  [/\bmake sure\b/g, 'ensure'],
  [/\b(see|look) to it( that)?\b/g, 'ensure'],
  [/\bsee that\b/g, 'ensure'],
  [
    // `give the table a good wipe`
    new RegExp(
      String.raw`\bgive (the|my|that|this|it|them)\b([\w ]*?) an? (?:good |quick |little |proper )?` +
        String.raw`(shake|wipe|wash|clean|push|rinse|polish|stir|press)\b`,
      'g',
    ),
    '$3 $1$2',
  ],
  [/\bis it possible( that)?\b/g, 'please'],
] as const

const IRREGULAR = new Map(
  Object.entries({
    brought: 'bring',
    gave: 'give',
    given: 'give',
    took: 'take',
    taken: 'take',
    kept: 'keep',
    found: 'find',
    held: 'hold',
    knives: 'knife',
    shelves: 'shelf',
    people: 'person',
    children: 'child',
    goes: 'go',
    does: 'do',
    lit: 'light',
    is: 'be',
    are: 'be',
  }),
)

/** How alike two stems are: 1 the same, less where one letter is wrong, 0 otherwise. */
export function alike(a: string, b: string): number {
  if (a === b) return 1
  if (single(a) === single(b)) return 0.85
  const length = Math.min(a.length, b.length)
  return length >= 4 && isOneOff(a, b) ? (length >= 6 ? 0.9 : 0.8) : 0
}

/** `bal` and `ball` are spelt alike. */
const single = (word: string): string => word.replaceAll(/(.)\1+/g, '$1')

/** One letter is missing, too much or another one, or two are swapped. */
function isOneOff(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at++
  if (short[0] !== long[0]) return false
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1)
  const swapped = short[at] === long[at + 1] && short[at + 1] === long[at]
  return short.slice(at + 1) === long.slice(at + 1) || (swapped && short.slice(at + 2) === long.slice(at + 2))
}
