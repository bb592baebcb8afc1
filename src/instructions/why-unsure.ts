import { isSameReading, type Meanings } from './meanings.js'
import { quoted } from './order-text.js'
import { listed, sayReading } from './say.js'
import type { ReadBy, Reading, Understood } from './understand.js'
import { overlooked, type Named } from './doubts/named.js'

type Doubtful = Pick<Understood, 'named' | 'readBy'>

/** Why a reading is asked about before anything is done, as far as it is known: what the order has that it has not. */
export function whyUnsure(reading: Reading, { named = [], readBy }: Doubtful, meanings: Meanings): string {
  const known = new Set(named.flatMap(({ words }) => words.split(' ')))
  const left = reading.left.filter((word) => !known.has(word))
  const lost = named.filter(
    (one) =>
      overlooked(reading, [one]).length > 0 || one.words.split(' ').some((word) => isLeft(word, reading)),
  )
  const missing = lost.length === 0 ? '' : `you named ${sayNamed(lost)} in what I understood`
  if (reading.isUnsafe && reading.left.length > 0)
    return joinedBy('; ', [`I do not know what to make of "${quoted(reading.left.join(' '))}"`, missing])
  if (left.length > 0) return joinedBy('; ', [`I did not understand "${quoted(left.join(' '))}"`, missing])
  return `I am not sure that I understood, since ${missing === '' ? byReaders(reading, readBy, meanings) : missing}`
}

/** Of several readings: what the order names that none of them has. */
export function whichOf(readings: readonly Reading[], { named = [] }: Doubtful): string {
  const lost = named.filter((one) => readings.every((reading) => overlooked(reading, [one]).length > 0))
  const missing = lost.length === 0 ? '' : `you named ${sayNamed(lost)} in any of these`
  return joinedBy('; ', ['this can mean more than one thing', missing])
}

const isLeft = (word: string, { left }: Reading): boolean => left.includes(word)

const sayNamed = (lost: readonly Named[]): string =>
  `${listed(lost.map(({ words }) => `"${quoted(words)}"`))}, ${lost.length === 1 ? 'which is not' : 'which are not'}`

const joinedBy = (mark: string, parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(mark)

/** Nothing is missing in it: what is known is who has read it so, and who otherwise. */
function byReaders(reading: Reading, readBy: ReadBy | undefined, meanings: Meanings): string {
  if (readBy === undefined) return UNSURE
  const { rules, unclear, network } = readBy
  const isOf = (one: Reading | undefined): boolean =>
    one !== undefined && isSameReading(one, reading, meanings)
  const says = (one: Reading | undefined): string => (one === undefined ? '' : sayReading(one, new Map()))
  if (isOf(rules) && isOf(network)) return 'the rules and the network read it so, but are not sure of it'
  if (isOf(network))
    return rules === undefined
      ? `it is what the network guesses; the rules make nothing of "${quoted(unclear ?? '')}"`
      : `the network reads it so, but the rules otherwise (${says(rules)})`
  if (!isOf(rules)) return UNSURE
  return network === undefined
    ? 'the rules read it so, but the network makes nothing of it'
    : `the rules read it so, but the network otherwise (${says(network)})`
}

const UNSURE = 'it may well be meant otherwise'
