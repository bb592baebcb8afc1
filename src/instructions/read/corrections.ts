import type { SpokenWorld } from '../spoken-world.js'
import type { Token } from '../words/tokens.js'
import { hasManner } from '../words/verbs.js'
import { mentionsIn, type Mention } from './mentions.js'
import { roleOf } from '../words/prepositions.js'

/** Ways to take back what was just said, the longest first. */
const MARKERS = [
  'no hang on',
  'no hold on',
  'no wait',
  'wait no',
  'no sorry',
  'sorry no',
  'or rather',
  'actually no',
  'no actually',
  'scratch that',
  'strike that',
  'i mean',
  'i meant',
  'make that',
  'no',
  'sorry',
  'wait',
  'correction',
].map((marker) => marker.split(' '))

/** The words of an order without what it takes back: `in the drawer, no, on the table`. */
export function corrected(tokens: readonly Token[], world: SpokenWorld): readonly Token[] {
  for (let at = 1; at < tokens.length; at++) {
    const marker = MARKERS.map((words) => lengthOf(tokens, at, words)).find((length) => length > 0)
    if (marker === undefined) continue
    const from = skipBack(tokens, at)
    const to = skipOn(tokens, at + marker)
    const kept = withoutTakenBack(tokens, from, to, world)
    if (kept !== undefined) return corrected(kept, world)
  }
  return tokens
}

/** The words of a marker may be separated by commas. */
function lengthOf(tokens: readonly Token[], at: number, words: readonly string[]): number {
  let next = at
  for (const word of words) {
    while (next > at && tokens[next]?.text === ',') next++
    if (tokens[next]?.text !== word) return 0
    next++
  }
  // `no later than`, `no more`: `no` alone takes something back between commas or stops only
  const isBare = words.length === 1 && !isBreak(tokens[at - 1]) && !isBreak(tokens[next])
  // `and wait by the fridge`; `in the cupboard, wait, in the drawer` takes back
  const isStaying =
    words.join() === 'wait' &&
    STAYING.has(tokens[next]?.text ?? '') &&
    (THEN.has(tokens[at - 1]?.text ?? '') || THEN.has(tokens[0]?.text ?? ''))
  return isBare || isStaying ? 0 : next - at
}

const THEN = new Set('and then please once when after'.split(' '))
const STAYING = new Set('by at in on for here there until till beside near next with'.split(' '))

const isBreak = (token: Token | undefined): boolean =>
  token === undefined || /^[^\p{L}\p{N}]/u.test(token.text)

const skipBack = (tokens: readonly Token[], at: number): number => {
  let from = at
  while (from > 0 && (isBreak(tokens[from - 1]) || tokens[from - 1]?.text === 'er')) from--
  return from
}

const skipOn = (tokens: readonly Token[], at: number): number => {
  let to = at
  while (to < tokens.length && isBreak(tokens[to])) to++
  return to
}

function withoutTakenBack(
  tokens: readonly Token[],
  from: number,
  to: number,
  world: SpokenWorld,
): readonly Token[] | undefined {
  const end = tokens.findIndex((token, at) => at >= to && isBreak(token))
  const after = tokens.slice(to, end < 0 ? undefined : end)
  const [next] = mentionsIn(after, world)
  if (next === undefined || from === 0) return undefined
  const start = startOfSentence(tokens, from)
  const before = mentionsIn(tokens.slice(start, from), world)
  const isWhole = after.some(({ stem }) => hasManner(stem, 'carry') || hasManner(stem, 'belong'))
  if (isWhole && before.length > 0) return [...tokens.slice(0, start), ...tokens.slice(to)]
  const withPrep = next.prep !== undefined && next.from === 1
  const same = before.findLast((one) => isLike(one, next, world) && (one.prep === next.prep || !withPrep))
  const last =
    same === undefined ? lastPlace(tokens, start, from) : { from: start + same.from, prep: same.prep }
  if (last === undefined) return undefined
  const cut = withPrep && same?.prep !== undefined ? last.from - 1 : last.from
  return [...tokens.slice(0, withPrep && same === undefined ? last.from - 1 : cut), ...tokens.slice(to)]
}

function startOfSentence(tokens: readonly Token[], before: number): number {
  for (let at = before - 1; at >= 0; at--) if (/^[.;!?]$/.test(tokens[at]?.text ?? '')) return at + 1
  return 0
}

/** A word that was broken off has no meaning: what counts is the preposition before it. */
function lastPlace(
  tokens: readonly Token[],
  start: number,
  from: number,
): { readonly from: number } | undefined {
  for (let at = from - 1; at >= start; at--)
    if (roleOf(tokens[at]?.text ?? '') === 'to') return { from: at + 1 }
  return undefined
}

const isLike = (a: Mention, b: Mention, { kinds }: SpokenWorld): boolean =>
  a.candidates.some(({ thing }) =>
    b.candidates.some((other) =>
      kinds.some(({ members }) => members.includes(thing) && members.includes(other.thing)),
    ),
  )
