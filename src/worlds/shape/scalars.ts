import { DATA_LIMITS } from '../limits.js'
import { quote, type Problems, type Source } from '../problems.js'
import type { Value } from '../value.js'
import { wrongShape, type Shape } from './shape.js'

/** A human-readable sentence. */
export const sentence = (description: string): Shape<Source> => ({
  schema: { type: 'string', minLength: 1, maxLength: DATA_LIMITS.text, description },
  read(value, at, problems) {
    if (typeof value !== 'string' || value === '') {
      const advice = typeof value === 'string' ? undefined : 'put it in quotes'
      return wrongShape(value, at, problems, { expected: 'a sentence', advice })
    }
    if (value.length > DATA_LIMITS.text)
      return wrongShape(value, at, problems, { expected: `at most ${DATA_LIMITS.text} characters` })
    return { text: value, spot: at.spot }
  },
})

/** A formula, range or effect: text that is parsed later. YAML reads `true` and `0` as other types than text. */
export const formula = (description: string): Shape<Source> => ({
  schema: { type: ['string', 'boolean', 'integer'], maxLength: DATA_LIMITS.text, description },
  read(value, at, problems) {
    const isText = typeof value === 'string' || typeof value === 'boolean' || Number.isInteger(value)
    if (isText) return { text: String(value), spot: at.spot }
    const isMap = typeof value === 'object' && value !== null
    const advice = isMap ? 'a text that begins with { or [ needs quotes around it' : undefined
    return wrongShape(value, at, problems, { expected: 'a formula', advice })
  },
})

/** A name chosen by the domain. */
export const name = (description: string, pattern: NamePattern = WORD): Shape<Source> => ({
  schema: { type: 'string', pattern: pattern.pattern.source, maxLength: DATA_LIMITS.name, description },
  read: (value, at, problems) =>
    typeof value === 'string'
      ? isName({ text: value, spot: at.spot }, pattern, problems)
      : wrongShape(value, at, problems, {
          expected: pattern.words,
          advice: typeof value === 'boolean' ? 'choose a name other than true and false' : undefined,
        }),
})

/** A mark that is set or not. */
export const mark = (description: string): Shape<boolean> => ({
  schema: { type: 'boolean', description },
  read: (value, at, problems) =>
    typeof value === 'boolean' ? value : wrongShape(value, at, problems, { expected: 'true or false' }),
})

/** A number that no formula reads: points, seconds, a chance. */
export const decimal = (
  description: string,
  { least = -DATA_LIMITS.number, most = DATA_LIMITS.number }: { least?: number; most?: number } = {},
): Shape<number> => ({
  schema: { type: 'number', minimum: least, maximum: most, description },
  read: (value, at, problems) =>
    typeof value === 'number' && value >= least && value <= most
      ? value
      : wrongShape(value, at, problems, { expected: `a number from ${least} to ${most}` }),
})

/** An object, integer or boolean: an initial value. */
export const scalar = (description: string): Shape<Value> => ({
  schema: { type: ['string', 'integer', 'boolean'], description },
  read: (value, at, problems) =>
    typeof value === 'string' || typeof value === 'boolean' || Number.isInteger(value)
      ? (value as Value)
      : wrongShape(value, at, problems, { expected: 'an object, a whole number, true or false' }),
})

export interface NamePattern {
  readonly pattern: RegExp
  readonly words: string
}

export const WORD: NamePattern = {
  pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
  words: 'a name: letters, digits and _, not beginning with a digit',
}

export const CHECK_ID: NamePattern = {
  pattern: /^[a-z][a-z0-9-]*$/,
  words: 'an id: small letters, digits and -, beginning with a letter',
}

/** Returns the source if its text is a name; otherwise reports the problem. */
export function isName(
  source: Source,
  { pattern, words }: NamePattern,
  problems: Problems,
): Source | undefined {
  if (pattern.test(source.text) && source.text.length <= DATA_LIMITS.name) return source
  problems.error(source.spot, {
    code: 'domain.name',
    message: `${quote(source.text)} cannot be a name here`,
    expected: source.text.length > DATA_LIMITS.name ? `at most ${DATA_LIMITS.name} characters` : words,
    got: quote(source.text),
  })
  return undefined
}
