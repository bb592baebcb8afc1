/**
 * A second opinion on expressions of doubles without parentheses. It cuts the words at the operator that binds least,
 * so it shares neither code nor method with the parser.
 */
export function valueOf(words: readonly string[]): number {
  const question = words.indexOf('?')
  if (question >= 0) {
    const colon = partner(words, question)
    return valueOf(words.slice(0, question)) !== 0
      ? valueOf(words.slice(question + 1, colon))
      : valueOf(words.slice(colon + 1))
  }
  for (const level of LEVELS) {
    const cut = words.findLastIndex((word, index) => level.includes(word) && isBetween(words, index))
    if (cut >= 0) return level === COMPARISONS ? chain(words) : join(words, cut)
  }
  const [first = '', ...rest] = words
  if (rest.length > 0) return MARKERS[first]?.(valueOf(rest)) ?? NaN
  return first === 'true' ? 1 : first === 'false' ? 0 : Number(first)
}

const COMPARISONS: readonly string[] = ['==', '!=', '<', '>', '<=', '>=']
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  COMPARISONS,
  ['|', '^'],
  ['&'],
  ['+', '-'],
  ['*', '/'],
]

const MARKERS: Readonly<Record<string, (a: number) => number>> = {
  '-': (a) => -a,
  '!': (a) => Number(a === 0),
  '~': (a) => Number(BigInt.asIntN(64, ~BigInt(Math.trunc(a)))),
}

const JOINS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '||': (a, b) => Number(a !== 0 || b !== 0),
  '&&': (a, b) => Number(a !== 0 && b !== 0),
  '|': (a, b) => Number(BigInt(a) | BigInt(b)),
  '^': (a, b) => Number(BigInt(a) ^ BigInt(b)),
  '&': (a, b) => Number(BigInt(a) & BigInt(b)),
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '==': (a, b) => Number(Math.abs(a - b) <= 1.1920928955078125e-7),
  '!=': (a, b) => Number(!(Math.abs(a - b) <= 1.1920928955078125e-7)),
  '<': (a, b) => Number(!(a >= b)),
  '>': (a, b) => Number(!(a <= b)),
  '<=': (a, b) => Number(!(a > b)),
  '>=': (a, b) => Number(!(a < b)),
}

function join(words: readonly string[], cut: number): number {
  const operator = words[cut] as string
  const left = valueOf(words.slice(0, cut))
  const right = valueOf(words.slice(cut + 1))
  if ((operator === '&&' || operator === '||') && (left < 0 || right < 0))
    throw new RangeError('no truth value')
  return JOINS[operator]?.(left, right) ?? NaN
}

function chain(words: readonly string[]): number {
  const cuts = words.flatMap((word, index) =>
    COMPARISONS.includes(word) && isBetween(words, index) ? [index] : [],
  )
  const operands = [-1, ...cuts].map((cut, k) => words.slice(cut + 1, cuts[k] ?? words.length))
  let left = valueOf(operands[0] ?? [])
  for (const [k, cut] of cuts.entries()) {
    const right = valueOf(operands[k + 1] ?? [])
    if (JOINS[words[cut] as string]?.(left, right) === 0) return 0
    left = right
  }
  return 1
}

/** A sign stands at the beginning or behind another operator. */
const isBetween = (words: readonly string[], index: number): boolean =>
  index > 0 && /^(?:[\d.]+(?:e[+-]?\d+)?|true|false)$/.test(words[index - 1] ?? '')

/** The `:` of a `?`. */
function partner(words: readonly string[], question: number): number {
  let open = 0
  for (let i = question; i < words.length; i += 1) {
    if (words[i] === '?') open += 1
    else if (words[i] === ':') open -= 1
    if (open === 0) return i
  }
  return words.length
}
