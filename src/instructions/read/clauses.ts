import type { Token } from '../words/tokens.js'
import type { Mention } from './mentions.js'

/** A part of an order that asks for one thing, rules one out, or gives a reason. */
export interface Clause {
  /** numbers of its first word and of the one after its last */
  readonly from: number
  readonly to: number
  /** the words that join it to the clause before: commas, `and`, `then`, `without` */
  readonly joint: ReadonlySet<string>
  readonly isQuestion: boolean
}

const STOPS = new Set(['.', ';', ':', '!', '?'])
const JOINTS = new Set(
  (
    'and but so then because cause since while when once if unless until before after without whereas afterwards ' +
    'or nor also plus instead'
  ).split(' '),
)

/** Cuts an order at commas, stops and conjunctions that do not stand inside a mention. */
export function clausesOf(tokens: readonly Token[], mentions: readonly Mention[]): Clause[] {
  const inside = new Set(mentions.flatMap(({ from, to }) => range(from, to)))
  const clauses: Clause[] = []
  let [from, joint]: [number, string[]] = [0, []]
  const close = (to: number): void => {
    if (to > from) clauses.push({ from, to, joint: new Set(joint), isQuestion: isAsked(tokens, to) })
  }
  for (let at = 0; at < tokens.length; at++) {
    if (endsDone(tokens, from, at)) {
      close(at + 1)
      ;[from, joint] = [at + 1, []]
      continue
    }
    if (inside.has(at) || !isJoint(tokens, at)) continue
    close(at)
    if (at > from) joint = []
    joint.push(tokens[at]?.text ?? '')
    from = at + 1
  }
  close(tokens.length)
  return clauses
}

function isJoint(tokens: readonly Token[], at: number): boolean {
  const text = tokens[at]?.text ?? ''
  if (text === ',' && tokens[at + 1]?.text === 'except') return false
  if (STOPS.has(text) || text === ',') return true
  if (!JOINTS.has(text)) return false
  const next = tokens[at + 1]?.text ?? ''
  // `see if`, `after that`: part of what is said
  if (text === 'if') return !ASKING.has(tokens[at - 1]?.text ?? '')
  return !((text === 'after' || text === 'before') && (next === 'that' || next === 'this'))
}

/** `once that is done push the button` */
const endsDone = (tokens: readonly Token[], from: number, at: number): boolean =>
  (tokens[at]?.text === 'done' || tokens[at]?.text === 'finished') &&
  (CLOSING.has(tokens[from - 1]?.text ?? '') || CLOSING.has(tokens[from]?.text ?? '')) &&
  !['that', 'this', 'it', 'with'].includes(tokens[at + 1]?.text ?? '')

const CLOSING = new Set(['once', 'when', 'after'])

const ASKING = new Set(['see', 'check', 'tell', 'know', 'look', 'verify', 'find', 'out', 'me', 'sure'])

const isAsked = (tokens: readonly Token[], to: number): boolean => {
  const next = tokens.slice(to).find(({ text }) => STOPS.has(text))
  return next?.text === '?'
}

export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, at) => from + at)
