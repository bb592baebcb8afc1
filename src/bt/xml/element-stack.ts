import { LIMITS } from '../limits.js'
import type { Cursor } from './cursor.js'
import type { XmlAttr, XmlElement } from './element.js'

/** allows for the document's own elements around the nodes */
const MAX_DEPTH = LIMITS.depth + 2

/** The open elements; recovers from mismatched tags and reports them. */
export class ElementStack {
  readonly #cursor: Cursor
  readonly #open: { readonly element: XmlElement; readonly offset: number }[] = []
  #root: XmlElement | undefined
  #count = 0
  #wellFormed = true
  #full = false
  #ended = false

  constructor(cursor: Cursor) {
    this.#cursor = cursor
  }

  /** true when the rest is to be ignored: the document is too deep, too large, or already closed */
  done(): boolean {
    return this.#full || this.#ended
  }

  /** Whether no element is open: before or after the root element. */
  outside(): boolean {
    return this.#open.length === 0
  }

  open(name: string, offset: number, attrs: readonly XmlAttr[]): XmlElement {
    const span = { start: offset, openEnd: offset, closeStart: offset, end: offset }
    const where = this.#cursor.source.at(offset)
    const element: XmlElement = { name, where, attrs, children: [], text: '', span }
    const parent = this.#open.at(-1)?.element
    if (parent !== undefined) parent.children.push(element)
    else if (this.#root === undefined) this.#root = element
    else {
      const message = `<${shorten(name)}> is outside of <${shorten(this.#root.name)}> and is ignored`
      this.#cursor.warning(offset, 'xml.second-root', message, { hint: 'move it inside' })
    }
    this.#open.push({ element, offset })
    this.#count += 1
    if (this.#open.length > MAX_DEPTH) this.#stop(offset, 'xml.too-deep', `more than ${LIMITS.depth} levels`)
    if (this.#count > LIMITS.nodes) this.#stop(offset, 'xml.too-large', `more than ${LIMITS.nodes} elements`)
    return element
  }

  /** @returns the element that was open under this name, if there is one */
  close(name: string, offset: number): XmlElement | undefined {
    const index = this.#open.findLastIndex(({ element }) => element.name === name)
    const closing = `</${shorten(name)}>`
    if (index === -1) {
      const message = `${closing} matches no open tag`
      if (this.outside() && this.#root !== undefined) {
        this.#ended = true
        const hint = `remove it; everything after it is ignored`
        this.#cursor.warning(offset, 'xml.after-root', message, { hint })
        return undefined
      }
      const hint = `remove it, or write the opening <${shorten(name)}> that it should close`
      this.#broken(offset, 'xml.stray-closing-tag', message, hint)
      return undefined
    }
    for (const { element } of this.#open.slice(index + 1).reverse()) {
      const opened = `${element.where.line}:${element.where.column}`
      const message = `${closing} found while <${shorten(element.name)}> of ${opened} is still open`
      const hint = `add </${shorten(element.name)}> before ${closing}`
      this.#broken(offset, 'xml.mismatched-tag', message, hint)
    }
    const closed = this.#open[index]?.element
    this.#open.length = index
    return closed
  }

  text(text: string, offset: number): void {
    const trimmed = text.replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, '')
    if (trimmed === '') return
    const where = offset + text.indexOf(trimmed)
    const element = this.#open.at(-1)?.element
    if (element === undefined) {
      const got = shorten(trimmed)
      if (this.#cursor.atEnd()) {
        return this.#cursor.error(where, 'xml.trailing-text', 'text after the last tag', {
          got,
          hint: 'remove it',
        })
      }
      return this.#cursor.warning(where, 'xml.text', 'text outside of the root element is ignored', { got })
    }
    element.textWhere ??= this.#cursor.source.at(where)
    element.text = element.text === '' ? trimmed : `${element.text} ${trimmed}`
  }

  finish(): { root: XmlElement | undefined; wellFormed: boolean } {
    if (!this.#full) {
      for (const { element, offset } of [...this.#open].reverse()) {
        const name = shorten(element.name)
        const hint = `add </${name}>, or end the tag with />`
        this.#broken(offset, 'xml.unclosed-tag', `<${name}> is never closed`, hint)
      }
      if (this.#root === undefined) {
        this.#broken(0, 'xml.empty', 'there is no element', 'begin with <root BTCPP_format="4">')
      }
    }
    return { root: this.#root, wellFormed: this.#wellFormed }
  }

  #broken(offset: number, code: string, message: string, hint: string): void {
    this.#wellFormed = false
    this.#cursor.error(offset, code, message, { hint })
  }

  #stop(offset: number, code: string, message: string): void {
    this.#full = true
    this.#broken(offset, code, message, 'make the tree smaller')
  }
}

export const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 39)}…` : text)
