/**
 * The language of formulas as docs/twin/domains.md describes it, read a second time. Nothing of `src/twin` is used here:
 * what the two have in common is the page.
 */
export type Node =
  | { readonly is: 'constant'; readonly value: number | boolean }
  | { readonly is: 'word'; readonly word: string; readonly of: readonly Node[] }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'not' | 'was'; readonly of: Node }
  | { readonly is: Binary; readonly left: Node; readonly right: Node }
  | { readonly is: 'in' | 'not in'; readonly of: Node; readonly set: Many }
  | { readonly is: Quantifier; readonly name: string; readonly set: Many; readonly body: Node }

type Binary = 'and' | 'or' | 'implies' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*'
type Quantifier = 'forall' | 'exists' | 'count' | 'sum' | 'min' | 'max'

/** `place | none`, `0..3`, `{shirt, ?cloth}` */
export type Many =
  { readonly range: readonly (string | readonly [number, number])[] } | { readonly members: readonly Node[] }

export type Line =
  | { readonly do: 'set'; readonly fact: string; readonly of: readonly Node[]; readonly to: Node }
  | { readonly do: 'if'; readonly test: Node; readonly then: Line; readonly otherwise: Line | undefined }
  | { readonly do: 'forall'; readonly name: string; readonly set: Many; readonly lines: readonly Line[] }

export const readFormula = (text: string): Node => whole(text, (words) => implied(words))
export const readLine = (text: string): Line => whole(text, line)
export const readMany = (text: string): Many => whole(text, many)

/** `?p in part` */
export const readBound = (text: string): { readonly name: string; readonly set: Many } => whole(text, bound)

/** `location(cloth)`, `heavy(?c in cloth, ?n in 0..3)`, `running` */
export function readHeader(text: string): { readonly name: string; readonly takes: readonly string[] } {
  const [, name = '', inside] = /^\s*(\w+)\s*(?:\((.*)\))?\s*$/.exec(text) ?? []
  return { name, takes: inside === undefined ? [] : inside.split(/,(?![^{]*\})/).map((part) => part.trim()) }
}

class Words {
  readonly #words: readonly string[]
  #at = 0

  constructor(text: string) {
    this.#words = text.match(/\?\w+|\w+|:=|!=|<=|>=|\.\.|\S/g) ?? []
  }

  get word(): string {
    return this.#words[this.#at] ?? ''
  }

  get next(): string {
    return this.#words[this.#at + 1] ?? ''
  }

  take(): string {
    const { word } = this
    this.#at += 1
    return word
  }

  skip(word: string): boolean {
    if (this.word !== word) return false
    this.#at += 1
    return true
  }

  need(word: string): void {
    if (!this.skip(word)) throw new Error(`${word} expected before ${this.#words.slice(this.#at).join(' ')}`)
  }
}

function whole<T>(text: string, read: (words: Words) => T): T {
  const words = new Words(text)
  const made = read(words)
  if (words.word !== '') throw new Error(`${words.word} is too much in ${text}`)
  return made
}

/** `implies` is read from the right: a implies (b implies c). */
function implied(words: Words): Node {
  const left = chain(words, 'or')
  return words.skip('implies') ? { is: 'implies', left, right: implied(words) } : left
}

function chain(words: Words, kind: 'or' | 'and'): Node {
  const part = (): Node => (kind === 'or' ? chain(words, 'and') : negated(words))
  let made = part()
  while (words.skip(kind)) made = { is: kind, left: made, right: part() }
  return made
}

const negated = (words: Words): Node =>
  words.skip('not') ? { is: 'not', of: negated(words) } : compared(words)

function compared(words: Words): Node {
  const left = summed(words)
  for (const sign of ['=', '!=', '<=', '>=', '<', '>'] as const)
    if (words.skip(sign)) return { is: sign, left, right: summed(words) }
  if (words.word === 'not' && words.next === 'in') {
    words.take()
    words.take()
    return { is: 'not in', of: left, set: many(words) }
  }
  return words.skip('in') ? { is: 'in', of: left, set: many(words) } : left
}

function summed(words: Words): Node {
  let made = multiplied(words)
  for (;;) {
    if (words.skip('+')) made = { is: '+', left: made, right: multiplied(words) }
    else if (words.skip('-')) made = { is: '-', left: made, right: multiplied(words) }
    else return made
  }
}

function multiplied(words: Words): Node {
  let made = atom(words)
  while (words.skip('*')) made = { is: '*', left: made, right: atom(words) }
  return made
}

function atom(words: Words): Node {
  if (words.skip('(')) return closed(words, implied(words))
  const word = words.take()
  if (word === 'true' || word === 'false') return { is: 'constant', value: word === 'true' }
  if (/^\d+$/.test(word)) return { is: 'constant', value: Number(word) }
  if (word.startsWith('?')) return { is: 'name', name: word.slice(1) }
  if (word === 'was') {
    words.need('(')
    return { is: 'was', of: closed(words, implied(words)) }
  }
  const aggregates = (word === 'sum' || word === 'min' || word === 'max') && words.word.startsWith('?')
  if (word === 'forall' || word === 'exists' || word === 'count' || aggregates) {
    const { name, set } = bound(words)
    words.need('(')
    return { is: word, name, set, body: closed(words, implied(words)) }
  }
  if (!words.skip('(')) return { is: 'word', word, of: [] }
  const of = [summed(words)]
  while (words.skip(',')) of.push(summed(words))
  return closed(words, { is: 'word', word, of })
}

function closed(words: Words, node: Node): Node {
  words.need(')')
  return node
}

function bound(words: Words): { readonly name: string; readonly set: Many } {
  const name = words.take().slice(1)
  words.need('in')
  return { name, set: many(words) }
}

function many(words: Words): Many {
  if (words.skip('{')) {
    const members = [summed(words)]
    while (words.skip(',')) members.push(summed(words))
    words.need('}')
    return { members }
  }
  const range = [part(words)]
  while (words.skip('|')) range.push(part(words))
  return { range }
}

function part(words: Words): string | readonly [number, number] {
  const number = (): number => (words.skip('-') ? -Number(words.take()) : Number(words.take()))
  if (!/^(-|\d)/.test(words.word)) return words.take()
  const low = number()
  words.need('..')
  return [low, number()]
}

function line(words: Words): Line {
  if (words.skip('if')) {
    const test = implied(words)
    words.need('then')
    const then = line(words)
    // an else belongs to the nearest if
    return { do: 'if', test, then, otherwise: words.skip('else') ? line(words) : undefined }
  }
  if (words.skip('forall')) {
    const { name, set } = bound(words)
    words.need('(')
    const lines = [line(words)]
    while (words.skip(',')) lines.push(line(words))
    words.need(')')
    return { do: 'forall', name, set, lines }
  }
  const target = atom(words)
  words.need(':=')
  if (target.is !== 'word') throw new Error(`${target.is} cannot be set`)
  return { do: 'set', fact: target.word, of: target.of, to: implied(words) }
}
