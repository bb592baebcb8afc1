import type { SpokenWorld } from '../spoken-world.js'
import { isFiller, isGrave } from '../words/thesaurus.js'
import type { Token } from '../words/tokens.js'
import { range, type Clause } from './clauses.js'
import { roleOf } from '../words/prepositions.js'

export interface LeftOver {
  readonly words: readonly string[]
  /** what they take from the fit, 0…1 */
  readonly factor: number
  /** one of them changes what is meant */
  readonly isUnsafe: boolean
  /** things that are named and not in this world */
  readonly unknown: readonly string[]
}

interface Account {
  readonly used: ReadonlySet<number>
  readonly idle: ReadonlySet<number>
  readonly clauses: readonly Clause[]
  readonly world: SpokenWorld
}

/** A thing that is named and has no part in what was understood. */
const THING = 0.6
const WORD = 0.92
const IDLE = 0.99

/** The words that no part of a reading accounts for. */
export function leftOver(tokens: readonly Token[], { used, idle, clauses, world }: Account): LeftOver {
  const joints = new Set(clauses.flatMap(({ joint }) => [...joint]))
  const timed = new Set(clauses.filter(isTimed).flatMap(({ from, to }) => range(from, to)))
  const left = tokens.flatMap((token, at) => {
    const { text, stem } = token
    const isWord = /[\p{L}\p{N}]/u.test(text)
    if (used.has(at) || !isWord || isFiller(stem) || SEQUENCE.has(text)) return []
    if (joints.has(text) && !CONDITIONS.has(text)) return []
    if (text === 'only' && NEXT.has(tokens[at + 1]?.text ?? '')) return []
    // `back to the sofa`: there it goes, wherever it has been
    if (text === 'back' && used.has(at + 1) && roleOf(tokens[at + 1]?.text ?? '') === 'to') return []
    if (roleOf(text) !== undefined && text !== 'without') return []
    // in `the car keys` it says more of what is named
    return [
      {
        ...token,
        isIdle: idle.has(at) && !(timed.has(at) && !LEISURE.has(stem)),
        isModifier: used.has(at + 1),
        isNamed: NAMING.has(tokens[at - 1]?.text ?? ''),
      },
    ]
  })
  const grave = left.filter(({ stem, text, isIdle }) => CONDITIONS.has(text) || (!isIdle && isGrave(stem)))
  const factor = left.reduce((product, one) => product * weightOf(one, world), 1)
  const unknown = left.filter(
    ({ text, stem, isIdle, isModifier, isNamed }) =>
      isNamed && !isIdle && !isModifier && world.lexicon.isThing(text) && !isHere(stem, world),
  )
  return {
    unknown: unknown.map(({ text }) => text),
    words: left.filter(({ isIdle }) => !isIdle).map(({ text }) => text),
    factor,
    isUnsafe: grave.length > 0,
  }
}

/** What is here may be left over, but is not unknown. */
const isHere = (stem: string, { things, kinds }: SpokenWorld): boolean =>
  [...things.flatMap(({ calls }) => calls), ...kinds].some(({ stems }) => stems.includes(stem))

interface Left extends Token {
  readonly isIdle: boolean
  readonly isModifier: boolean
  /** an article or the like stands before it */
  readonly isNamed: boolean
}

const weightOf = ({ text, isIdle, isModifier }: Left, { lexicon }: SpokenWorld): number =>
  isIdle ? IDLE : lexicon.isThing(text) && !isModifier ? THING : WORD

const NAMING = new Set(['the', 'a', 'an', 'my', 'your', 'his', 'her', 'our', 'their', 'some', 'of'])

/** Words of sequence, which the order of the goals accounts for. */
const SEQUENCE = new Set([
  'then',
  'first',
  'afterwards',
  'after',
  'before',
  'once',
  'when',
  'done',
  'finally',
  'not',
  'never',
])
const NEXT = new Set(['then', 'after', 'when', 'once'])
/** `when evening falls`: no goal can say when; but `when you have time` says nothing. */
const isTimed = ({ joint }: Clause): boolean => TIMES.some((word) => joint.has(word))
const TIMES = ['when', 'once', 'after', 'before', 'while']
const LEISURE = new Set([
  'time',
  'moment',
  'minute',
  'second',
  'chance',
  'ready',
  'free',
  'possible',
  'convenient',
])
/** Conditions that no goal can express. */
const CONDITIONS = new Set(['if', 'unless', 'until', 'except', 'instead', 'only', 'or', 'besides'])
