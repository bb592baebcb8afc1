import type { Diagnostic, SourceRef } from '../../base/diagnostic.js'
import { LIMITS } from '../validate/limits.js'
import type { XmlDocument } from './element.js'
import { ElementStack } from './element-stack.js'
import { SourceText } from './source-text.js'
import { scanAttributes } from './scan-attributes.js'
import { Cursor } from './cursor.js'

/**
 * Reads XML, going on after each error so that all are reported at once, with their true places. A reader of our own
 * because the XML library reports only the first error, and no place at all for attributes.
 *
 * As lenient as BehaviorTree.CPP's reader about `<` and lone `&` inside attribute values (scripts are full of them),
 * with a warning. Document types are refused: they are how entity bombs and outside files come in.
 */
export function scanXml(text: string, file: string): XmlDocument {
  const source = new SourceText(text, file)
  const diagnostics: Diagnostic[] = []
  if (text.length > LIMITS.text) {
    return { root: undefined, wellFormed: false, diagnostics: [tooLong(text.length, source.at(0))] }
  }
  const cursor = new Cursor(source, diagnostics)
  const stack = new ElementStack(cursor)
  reportControlCharacter(cursor)
  cursor.skip(/\uFEFF/y)
  while (!cursor.atEnd() && !stack.full() && !cursor.tooMany()) scanItem(cursor, stack)
  const scanned = stack.finish()
  if (!cursor.tooMany()) return { ...scanned, diagnostics }
  diagnostics.splice(-1, 1, tooMany(source.at(cursor.offset)))
  return { root: undefined, wellFormed: false, diagnostics }
}

function scanItem(cursor: Cursor, stack: ElementStack): void {
  const start = cursor.offset
  const text = cursor.take(/[^<]+/y)
  if (text !== undefined) return stack.text(text, start)
  if (cursor.take(/<!--/y) !== undefined) return until(cursor, '-->', start, 'comment')
  if (cursor.take(/<!\[CDATA\[/y) !== undefined) {
    const from = cursor.offset
    until(cursor, ']]>', start, 'CDATA section')
    return stack.text(cursor.slice(from).replace(/\]\]>$/, ''), from)
  }
  if (cursor.take(/<\?/y) !== undefined) return until(cursor, '?>', start, 'processing instruction')
  if (cursor.take(/<!/y) !== undefined) return refuseDeclaration(cursor, start)
  const closing = cursor.take(/<\/\s*/y) !== undefined
  if (!closing) cursor.take(/</y)
  const name = cursor.take(NAME)
  if (name === undefined) {
    return cursor.error(start, 'xml.stray-lt', '`<` does not begin a tag', {
      hint: 'write &lt; for the character',
    })
  }
  if (closing) scanClosingTag(cursor, stack, name, start)
  else scanOpeningTag(cursor, stack, name, start)
}

function scanOpeningTag(cursor: Cursor, stack: ElementStack, name: string, start: number): void {
  const attrs = scanAttributes(cursor)
  const { span } = stack.open(name, start, attrs)
  const closed = cursor.take(/\/\s*>/y) !== undefined
  const complete = closed || cursor.take(/>/y) !== undefined
  span.openEnd = span.closeStart = span.end = cursor.offset
  if (closed) stack.close(name, start)
  if (complete) return
  cursor.error(start, 'xml.unterminated-tag', `<${name} is not closed by \`>\``, { hint: 'add `>` or `/>`' })
  cursor.skip(/[^<>]*/y)
}

function scanClosingTag(cursor: Cursor, stack: ElementStack, name: string, start: number): void {
  const attrs = scanAttributes(cursor)
  if (attrs.length > 0) {
    const written = attrs.map((attr) => `${attr.name}="${attr.value}"`).join(' ')
    cursor.error(start, 'xml.closing-attribute', `closing tag </${name}> carries an attribute`, {
      got: `</${name} ${written}>`,
      hint: `write </${name}>; if a new node should begin here, write <${name} ${written}>`,
    })
  }
  const span = stack.close(name, start)?.span
  const complete = cursor.take(/\/?\s*>/y) !== undefined
  if (span !== undefined) [span.closeStart, span.end] = [start, cursor.offset]
  if (complete) return
  cursor.error(start, 'xml.unterminated-tag', `</${name} is not closed by \`>\``, { hint: 'add `>`' })
  cursor.skip(/[^<>]*/y)
}

function until(cursor: Cursor, end: string, start: number, what: string): void {
  if (cursor.moveBehind(end)) return
  cursor.error(start, 'xml.unterminated', `the ${what} has no end`, { hint: `add ${end}` })
}

function refuseDeclaration(cursor: Cursor, start: number): void {
  const hint = 'remove it; entities other than &lt; &gt; &amp; &quot; &apos; and &#…; are not known'
  cursor.error(start, 'xml.doctype', 'document types and declarations are not accepted', { hint })
  cursor.skip(/[^<>[]*(\[[^\]]*\]\s*)?>?/y)
}

function reportControlCharacter(cursor: Cursor): void {
  const found = /[\0-\x08\x0b\x0c\x0e-\x1f]/.exec(cursor.source.text)
  if (found === null) return
  const code = `U+${found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  cursor.error(found.index, 'xml.control-character', `control character ${code} is not allowed in XML`)
}

const tooLong = (length: number, where: SourceRef): Diagnostic => ({
  code: 'xml.too-large',
  severity: 'error',
  message: `the document has ${length} characters`,
  where,
  expected: `at most ${LIMITS.text}`,
})

const tooMany = (where: SourceRef): Diagnostic => ({
  code: 'xml.too-many-problems',
  severity: 'error',
  message: `more than ${LIMITS.diagnostics} problems; the rest was not read`,
  where,
})

const NAME = /[\p{L}_][\p{L}\p{N}_.:-]{0,127}/uy
