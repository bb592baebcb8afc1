import type { Diagnostic, SourceRef } from '#base/diagnostic.js'
import { LIMITS } from '../limits.js'
import type { XmlDocument } from './element.js'
import { ElementStack, shorten } from './element-stack.js'
import { SourceText } from './source-text.js'
import { NAME, scanAttributes } from './scan-attributes.js'
import { Cursor } from './cursor.js'

/**
 * Scans XML, resuming after each error so that all are reported at once, with their exact locations. It is hand-written
 * because XML libraries report only the first error, and no location for attributes.
 *
 * As lenient as BehaviorTree.CPP's reader, with a warning for each leniency: `<` and lone `&` in attribute values
 * (common in scripts), text between elements, CDATA, a second root element, a document type. Entities are never
 * expanded, and documents that define any are rejected, since they enable entity bombs and external files.
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
  cursor.skip(/[ \t\n\v\f\r]*\uFEFF?/y)
  scanProlog(cursor)
  while (!cursor.atEnd() && !stack.done() && !cursor.tooMany()) scanItem(cursor, stack)
  const scanned = stack.finish()
  if (!cursor.tooMany()) return { ...scanned, diagnostics }
  diagnostics.splice(-1, 1, tooMany(source.at(cursor.offset)))
  return { root: undefined, wellFormed: false, diagnostics }
}

/** Scans `<?xml …?>`, which may appear only before everything else. */
function scanProlog(cursor: Cursor): void {
  for (let start = cursor.offset; cursor.take(/[ \t\n\v\f\r]*<\?/y) !== undefined; start = cursor.offset) {
    until(cursor, '?>', start, 'declaration')
  }
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
  if (cursor.take(/<\?/y) !== undefined) return misplacedDeclaration(cursor, start)
  if (cursor.take(/<!/y) !== undefined) return scanDocumentType(cursor, start)
  scanTag(cursor, stack, start)
}

function scanTag(cursor: Cursor, stack: ElementStack, start: number): void {
  cursor.take(/</y)
  const blanks = cursor.skip(/[ \t\n\v\f\r]*/y)
  const closing = cursor.take(/\//y) !== undefined
  const name = cursor.take(NAME)
  if (name === undefined) {
    return cursor.error(start, 'xml.stray-lt', '`<` does not begin a tag', {
      hint: 'write &lt; for the character',
    })
  }
  if (blanks)
    cursor.warning(start, 'xml.blank-in-tag', 'blanks between `<` and the name', { hint: `write <${name}` })
  if (closing) scanClosingTag(cursor, stack, name, start)
  else scanOpeningTag(cursor, stack, name, start)
}

function scanOpeningTag(cursor: Cursor, stack: ElementStack, name: string, start: number): void {
  const attrs = scanAttributes(cursor)
  const { span } = stack.open(name, start, attrs)
  const slash = cursor.offset
  const end = cursor.take(/\/\s*>|>/y)
  span.openEnd = span.closeStart = span.end = cursor.offset
  if (end !== undefined && end !== '>') stack.close(name, start)
  if (end !== undefined && end.length > 2) {
    cursor.error(slash, 'xml.unterminated-tag', '`/` and `>` belong together', { hint: 'write />' })
  }
  if (end !== undefined) return
  const hint = 'add `>` or `/>`'
  cursor.error(start, 'xml.unterminated-tag', `<${shorten(name)} is not closed by \`>\``, { hint })
  cursor.skip(/[^<>]*/y)
}

function scanClosingTag(cursor: Cursor, stack: ElementStack, name: string, start: number): void {
  const attrs = scanAttributes(cursor)
  if (attrs.length > 0) {
    const written = shorten(attrs.map((attr) => `${attr.name}="${attr.value}"`).join(' '))
    cursor.warning(start, 'xml.closing-attribute', `closing tag </${name}> has an attribute`, {
      got: `</${name} ${written}>`,
      hint: `write </${name}>; if a new node should begin here, write <${name} ${written}>`,
    })
  }
  const span = stack.close(name, start)?.span
  const complete = cursor.take(/>/y) !== undefined
  if (span !== undefined) [span.closeStart, span.end] = [start, cursor.offset]
  if (complete) return
  const hint = cursor.take(/\/\s*>/y) === undefined ? 'add `>`' : `write </${shorten(name)}>`
  cursor.error(start, 'xml.unterminated-tag', `</${shorten(name)} is not closed by \`>\``, { hint })
  if (hint === 'add `>`') cursor.skip(/[^<>]*/y)
}

function until(cursor: Cursor, end: string, start: number, what: string): void {
  if (cursor.skipPast(end)) return
  cursor.error(start, 'xml.unterminated', `the ${what} has no end`, { hint: `add ${end}` })
}

function misplacedDeclaration(cursor: Cursor, start: number): void {
  const hint = 'move it to the very beginning of the file, or remove it'
  cursor.error(start, 'xml.declaration', '<?…?> must come before everything else', { hint })
  until(cursor, '?>', start, 'declaration')
}

/** Scans up to the first `>`, as BehaviorTree.CPP's reader does, plus the `]>` that an internal subset leaves. */
function scanDocumentType(cursor: Cursor, start: number): void {
  until(cursor, '>', start, 'declaration')
  if (/<!ENTITY/i.test(cursor.slice(start))) {
    const hint = 'remove it; only &lt; &gt; &amp; &quot; &apos; and &#…; are known'
    return cursor.error(start, 'xml.entity-declaration', 'documents that define entities are refused', {
      hint,
    })
  }
  cursor.skip(/\s*\]\s*>/y)
  cursor.warning(start, 'xml.doctype', 'the declaration <!…> is ignored', { hint: 'remove it' })
}

function reportControlCharacter(cursor: Cursor): void {
  const found = /[\0-\x08\x0b\x0c\x0e-\x1f]/.exec(cursor.source.text)
  if (found === null) return
  const code = `U+${found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  const message = `control character ${code} is not allowed in XML`
  if (cursor.source.text.includes('\0')) {
    return cursor.error(cursor.source.text.indexOf('\0'), 'xml.nul', 'the text contains a NUL character', {
      hint: 'this looks like a binary file, or like text in UTF-16: save it as UTF-8',
    })
  }
  cursor.warning(found.index, 'xml.control-character', message, { hint: 'remove it' })
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
