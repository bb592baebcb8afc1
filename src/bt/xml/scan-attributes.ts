import type { Cursor } from './cursor.js'
import type { XmlAttr } from './element.js'
import { LIMITS } from '../validate/limits.js'
import { unescapeXml } from './entities.js'

/** Attributes up to the end of a tag, which is left for the caller. */
export function scanAttributes(cursor: Cursor): XmlAttr[] {
  const attrs = new Map<string, XmlAttr>()
  while (attrs.size <= LIMITS.attributes && !cursor.tooMany()) {
    cursor.skip(/\s+/y)
    const start = cursor.offset
    const name = cursor.take(NAME)
    if (name === undefined) {
      const junk = cursor.take(/(?:(?!\/\s*>)[^\s<>])+/y)
      if (junk === undefined) return [...attrs.values()]
      cursor.error(start, 'xml.attribute', 'expected an attribute here', {
        got: junk,
        hint: 'write name="value"',
      })
      continue
    }
    const value = scanValue(cursor, name, start)
    if (attrs.has(name)) {
      cursor.error(start, 'xml.duplicate-attribute', `attribute ${name} is written twice`, {
        hint: 'remove one of them',
      })
    } else if (value !== undefined) {
      const span = { start, end: cursor.offset }
      attrs.set(name, { name, value, where: cursor.source.at(start), span })
    }
  }
  cursor.error(cursor.offset, 'xml.too-many-attributes', `more than ${LIMITS.attributes} attributes`)
  return [...attrs.values()]
}

function scanValue(cursor: Cursor, name: string, start: number): string | undefined {
  if (cursor.take(/\s*=\s*/y) === undefined) {
    cursor.error(start, 'xml.attribute', `attribute ${name} has no value`, { hint: `write ${name}="value"` })
    return undefined
  }
  const from = cursor.offset
  const quoted = cursor.take(/"[^"]*"|'[^']*'/y)
  if (quoted !== undefined && !swallowsTags(quoted)) return checkValue(cursor, quoted.slice(1, -1), from + 1)
  cursor.offset = from
  if (quoted !== undefined || cursor.take(/["']/y) !== undefined) {
    cursor.error(from, 'xml.unterminated-value', `the value of ${name} has no closing quote`, {
      hint: 'add the quote',
    })
    return cursor.take(/["']?[^\s<>"'/]*/y)?.replace(/^["']/, '')
  }
  const bare = cursor.take(/[^\s<>"'/]*/y) ?? ''
  cursor.error(from, 'xml.unquoted-value', `the value of ${name} is not quoted`, {
    hint: `write ${name}="${bare}"`,
  })
  return bare
}

/** A value with a line break and a tag behind it is a quote that was forgotten, not a value. */
function swallowsTags(quoted: string): boolean {
  const lineBreak = quoted.search(/[\r\n]/)
  return lineBreak >= 0 && quoted.includes('<', lineBreak)
}

function checkValue(cursor: Cursor, raw: string, from: number): string {
  const lt = raw.indexOf('<')
  if (lt >= 0) cursor.warning(from + lt, 'xml.raw-lt', '`<` in an attribute value', { hint: 'write &lt;' })
  const { text, strays } = unescapeXml(raw)
  for (const stray of strays) {
    const at = from + stray
    if (raw[stray + 1] === '#') {
      cursor.error(at, 'xml.character', 'this number is no character', { hint: 'write &amp;#' })
    } else cursor.warning(at, 'xml.raw-ampersand', '`&` begins no known entity', { hint: 'write &amp;' })
  }
  return text
}

const NAME = /[\p{L}_][\p{L}\p{N}_.:-]{0,127}/uy
