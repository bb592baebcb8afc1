import { type Token, isSymbol, showToken } from './token.js'

interface Explanation {
  readonly message: string
  readonly expected?: string
  readonly hint?: string
}

export const UNTERMINATED: Explanation = {
  message: 'a text begins here and never ends',
  expected: "a second '",
  hint: "texts are written in single quotes and have no escapes: 'like this'",
}

/** Explains a token in double quotes, backticks or braces. */
export function foreign(text: string): Explanation {
  const content = text.slice(1, -1)
  if (text.startsWith('{')) {
    return { message: 'in a script a blackboard entry is written without braces', hint: `write ${content}` }
  }
  const message = 'texts are written in single quotes'
  return content.includes("'")
    ? { message, hint: 'a text cannot hold a single quote: there are no escapes' }
    : { message, hint: `write '${content}'` }
}

/** Explains why a word that begins with a digit is not a number. */
export function badNumber(text: string): Explanation {
  const message = `"${text}" is no number`
  const digits = /^\d+/.exec(text)?.[0] ?? ''
  if (/^\d+\.$/.test(text)) return { message, expected: 'digits after the dot', hint: `write ${text}0` }
  if (/^0[xX]/.test(text))
    return { message, expected: 'hexadecimal digits after 0x, without a dot', hint: '0xFF is 255' }
  if (/^\d+(?:\.\d+)?[eE][+-]?\d+$/.test(text))
    return { message: `"${text}" is too ${Number(text) === 0 ? 'small' : 'large'} for a real number` }
  if (/^\d+(?:\.\d+)?[eE]$/.test(text))
    return { message, expected: 'digits after the e', hint: `write ${text}0` }
  if (/^\d+\.[eE]/.test(text))
    return {
      message,
      expected: 'digits after the dot',
      hint: `write ${digits}.0${text.slice(digits.length + 1)}`,
    }
  if (/^\d+(?:\.\d+)?[fFlLuU]+$/.test(text)) return { message, hint: 'numbers have no suffix here' }
  if (/^\d+(?:_\d+)+$/.test(text)) return { message, hint: `write ${text.replaceAll('_', '')}` }
  return {
    message,
    hint: 'a name begins with a letter, _ or @; put an operator or a blank between a number and a name',
  }
}

/** Explains why a character starts no token; `rest` is the script from there on. */
export function badCharacter(text: string, rest: string): Explanation {
  const message = `"${text}" has no meaning here`
  const known = CHARACTERS[text]
  if (known !== undefined) return { message, hint: known }
  if (text === '.') {
    const digits = /^\.(\d+)/.exec(rest)?.[1]
    if (digits !== undefined)
      return { message, expected: 'a digit before the dot', hint: `write 0.${digits}` }
    return { message, hint: 'texts are joined with two dots, ..; names have no dots' }
  }
  if (/\p{L}/u.test(text))
    return { message, hint: 'names have the letters A to Z, a to z, digits and _ only' }
  if (/\s/u.test(text))
    return { message: 'this blank is a special character', hint: 'use the plain blank, tab or line end' }
  return { message }
}

/** Explains that a value was expected, and what was found instead. */
export function missingValue(tokens: readonly Token[], index: number): Explanation {
  const token = tokens[index] as Token
  const message = `found ${showToken(token)} instead of a value`
  const expected = 'a number, a text, a name or ('
  return { message, expected, ...hintFor(token, tokens[index - 1], tokens[index - 2]) }
}

function hintFor(token: Token, before?: Token, earlier?: Token): { readonly hint?: string } {
  const pair =
    before?.kind === 'symbol' && before.end === token.start ? `${before.text}${token.text}` : token.text
  const known = token.kind === 'symbol' ? PAIRS[pair] : undefined
  if (known !== undefined) return { hint: known }
  if (isSymbol(token, ';') && (before === undefined || isSymbol(before, ';'))) {
    return { hint: 'a script does not begin with ;' }
  }
  if (before !== undefined && isSymbol(before, '-') && earlier !== undefined && isSymbol(earlier, '-')) {
    return { hint: 'there is no --; write x -= 1' }
  }
  if (token.kind === 'symbol' && token.text === ')' && before !== undefined && isSymbol(before, '(')) {
    return { hint: 'there are no functions' }
  }
  if (token.kind === 'symbol' && '= := += -= *= /='.split(' ').includes(token.text)) {
    return { hint: `write a name before ${token.text}; equality is ==` }
  }
  return {}
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '"': "texts are written in single quotes: 'like this'",
  '`': "texts are written in single quotes: 'like this'",
  '’': "texts are written in plain single quotes: 'like this'",
  '‘': "texts are written in plain single quotes: 'like this'",
  '“': "texts are written in plain single quotes: 'like this'",
  '”': "texts are written in plain single quotes: 'like this'",
  '#': 'scripts have no comments',
  '%': 'there is no operator for the remainder',
  ',': 'statements are separated by ;',
  '{': 'in a script a blackboard entry is written without braces: x',
  '}': 'in a script a blackboard entry is written without braces: x',
  '[': 'scripts cannot reach into lists',
  ']': 'scripts cannot reach into lists',
  $: 'a blackboard entry is written by its name alone: x',
  '\\': 'texts have no escapes',
  '≠': 'write !=',
  '≤': 'write <=',
  '≥': 'write >=',
  '×': 'write *',
  '÷': 'write /',
  '−': 'write -',
}

const PAIRS: Readonly<Record<string, string>> = {
  '===': 'equality is ==',
  '!==': 'inequality is !=',
  '=<': 'write <=',
  '=>': 'write >=',
  '<>': 'inequality is !=',
  '**': 'there is no power operator',
  '//': 'scripts have no comments',
  '/*': 'scripts have no comments',
  '<<': 'there is no shift operator',
  '>>': 'there is no shift operator',
  '++': 'there is no ++; write x += 1',
  '=+': 'write +=',
  '==+': 'write +=',
  '&&&': 'logical and is &&',
  '|||': 'logical or is ||',
  '....': 'texts are joined with two dots, ..',
  '??': 'there is no ??; write x == 0 ? a : b',
  '::': 'a condition is written test ? yes : no',
}
