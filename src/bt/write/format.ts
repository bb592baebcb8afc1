import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { XmlAttr, XmlElement } from '../xml/element.js'
import { scanXml } from '../xml/scan.js'
import { indentBefore, reindent } from './layout.js'

/**
 * Formats a text: two blanks per level, one tag per line, no trailing blanks and at most one blank line in a row; a tag
 * that is too long for a line has one attribute per line. Comments, text, and the order and spelling of attributes are
 * kept, so the tree is unchanged. Formatting is idempotent.
 */
export function formatTree(text: string, file = ''): Result<string, readonly Diagnostic[]> {
  const { root, wellFormed, diagnostics } = scanXml(text, file)
  if (root === undefined || !wellFormed) return err(diagnostics)
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const formatter = new Formatter(text, newline)
  formatter.gap(0, root.span.start, 0, { isFirst: true })
  formatter.element(root, 0)
  formatter.gap(root.span.end, text.length, 0, { isLast: true })
  return ok(`${formatter.lines.join(newline)}${newline}`)
}

const WIDTH = 120
const UNIT = '  '

/** Blank lines at the beginning and at the end of an element or of the text are dropped. */
interface GapPlace {
  readonly isFirst?: boolean
  readonly isLast?: boolean
}

class Formatter {
  readonly lines: string[] = []
  readonly #text: string
  readonly #newline: string

  constructor(text: string, newline: string) {
    this.#text = text
    this.#newline = newline
  }

  element(element: XmlElement, depth: number): void {
    const { openEnd, closeStart } = element.span
    const empty = element.children.length === 0 && this.#text.slice(openEnd, closeStart).trim() === ''
    const tag = this.#openTag(element, depth, empty ? '/>' : '>')
    const close = `</${element.name}>`
    if (empty) return this.#add(tag, depth)
    if (element.text !== '') return this.#add(tag + this.#text.slice(openEnd, closeStart) + close, depth)
    this.#add(tag, depth)
    let from = openEnd
    for (const [index, child] of element.children.entries()) {
      this.gap(from, child.span.start, depth + 1, { isFirst: index === 0 })
      this.element(child, depth + 1)
      from = child.span.end
    }
    this.gap(from, closeStart, depth + 1, { isFirst: element.children.length === 0, isLast: true })
    this.#add(close, depth)
  }

  /** Writes the comments and blank lines between elements. */
  gap(from: number, to: number, depth: number, { isFirst = false, isLast = false }: GapPlace): void {
    const pieces = this.#text.slice(from, to).match(PIECES) ?? []
    let [breaks, written, at] = [0, false, from]
    const blankLine = (): void => {
      if (breaks > 1 && (written || !isFirst)) this.lines.push('')
    }
    for (const piece of pieces) {
      if (piece.trim() === '' && !piece.startsWith('<')) breaks = piece.match(/\r\n?|\n/g)?.length ?? 0
      else {
        const onLine = breaks === 0 && at > 0 && piece.startsWith('<!--') && this.lines.length > 0
        if (onLine) this.lines.push(`${this.lines.pop() ?? ''} ${piece}`)
        else {
          blankLine()
          const old = indentBefore(this.#text, at)
          this.#add(old === undefined ? piece : reindent(piece, old, UNIT.repeat(depth)), depth)
        }
        ;[breaks, written] = [0, true]
      }
      at += piece.length
    }
    if (!isLast) blankLine()
  }

  #openTag(element: XmlElement, depth: number, end: string): string {
    const attrs = element.attrs.map((attr) => this.#attr(attr))
    const line = [`<${element.name}`, ...attrs].join(' ') + end
    const fits = attrs.length < 2 || depth * UNIT.length + line.length <= WIDTH
    const indent = UNIT.repeat(depth + 2)
    return fits ? line : [`<${element.name}`, ...attrs.map((attr) => indent + attr)].join(this.#newline) + end
  }

  #attr({ span }: XmlAttr): string {
    return this.#text.slice(span.start, span.end).replace(/^([^\s=]+)\s*=\s*/, '$1=')
  }

  #add(text: string, depth: number): void {
    this.lines.push(UNIT.repeat(depth) + text)
  }
}

const PIECES = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|\s+|[^<\s]+|</g
