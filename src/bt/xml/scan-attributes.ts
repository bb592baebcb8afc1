import type { Cursor } from './cursor.js'
import type { XmlAttr } from './element.js'
import { LIMITS } from '../limits.js'
import { unescapeXml } from '../entities.js'

/** Names of elements and attributes as BehaviorTree.CPP's reader accepts them, up to a generous length. */
export const NAME = /[A-Za-z_:\u0080-\uffff][\w:.\-\u0080-\uffff]{0,255}/y

/** Scans attributes up to the end of a tag, which is left for the caller. */
export function scanAttributes(cursor: Cursor): XmlAttr[] {
  const attrs = new Map<string, XmlAttr>()
  while (attrs.size <= LIMITS.attributes && !cursor.tooMany()) {
    cursor.skip(/[ \t\n\v\f\r]+/y)
    const start = cursor.offset
    const name = cursor.take(NAME)
    if (name === undefined) {
      const junk = cursor.take(/(?:(?!\/\s*>)[^\s<>])+/y)
      if (junk === undefined) return [...attrs.values()]
      cursor.error(start, 'xml.attribute', 'expected an attribute here', {
        got: junk.slice(0, 40),
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
      const where = cursor.source.at(start)
      const raw = value.raw === value.text ? {} : { raw: value.raw }
      const place = cursor.source.at(value.from)
      attrs.set(name, { name, value: value.text, where, place, ...raw, span: { start, end: cursor.offset } })
    }
  }
  cursor.error(cursor.offset, 'xml.too-many-attributes', `more than ${LIMITS.attributes} attributes`)
  return [...attrs.values()]
}

interface ScannedValue {
  readonly text: string
  readonly raw: string
  readonly from: number
}

function scanValue(cursor: Cursor, name: string, start: number): ScannedValue | undefined {
  if (cursor.take(/[ \t\n\v\f\r]*=[ \t\n\v\f\r]*/y) === undefined) {
    cursor.error(start, 'xml.attribute', `attribute ${name} has no value`, { hint: `write ${name}="value"` })
    return undefined
  }
  const from = cursor.offset
  const quoted = cursor.take(/"[^"]*"|'[^']*'/y)
  if (quoted !== undefined && !swallowsAttribute(cursor, quoted)) {
    return checkValue(cursor, quoted.slice(1, -1), from + 1)
  }
  cursor.offset = from
  if (quoted !== undefined || cursor.take(/["']/y) !== undefined) {
    cursor.error(from, 'xml.unterminated-value', `the value of ${name} has no closing quote`, {
      hint: 'add the quote',
    })
    return bareValue(cursor.take(/["']?[^\s<>"'/]*/y)?.replace(/^["']/, '') ?? '', from)
  }
  const bare = cursor.take(/[^\s<>"'/]*/y) ?? ''
  cursor.error(from, 'xml.unquoted-value', `the value of ${name} is not quoted`, {
    hint: `write ${name}="${bare.slice(0, 40)}"`,
  })
  return bareValue(bare, from)
}

const bareValue = (text: string, from: number): ScannedValue => ({ text, raw: text, from })

/**
 * Whether the closing quote is really the opening quote of another value: then the text after it does not continue a
 * tag, and the value contains a line break or ends with the name of the other attribute. Multi-line scripts may contain
 * `<` and `=`.
 */
function swallowsAttribute(cursor: Cursor, quoted: string): boolean {
  const from = cursor.offset
  const goesOn = cursor.take(/[\s/>]|[A-Za-z_:][\w:.-]*\s*=\s*["']/y) !== undefined
  cursor.offset = from
  return !goesOn && (/[\r\n]/.test(quoted) || /=\s*["']$/.test(quoted))
}

function checkValue(cursor: Cursor, raw: string, from: number): ScannedValue {
  const lt = raw.indexOf('<')
  if (lt >= 0) cursor.warning(from + lt, 'xml.raw-lt', '`<` in an attribute value', { hint: 'write &lt;' })
  const { text, stray, noCharacter } = unescapeXml(raw)
  if (stray !== undefined) {
    cursor.warning(from + stray, 'xml.raw-ampersand', '`&` begins no known entity and is kept', {
      hint: 'write &amp;',
    })
  }
  if (noCharacter !== undefined) {
    cursor.warning(from + noCharacter, 'xml.character', 'this number is not a character', {
      hint: 'write &amp;#',
    })
  }
  return { text, raw, from }
}
