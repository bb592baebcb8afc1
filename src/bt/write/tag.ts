import { escapeXml } from '../entities.js'
import { attrOf, type XmlElement } from '../xml/element.js'

/** `null` removes an attribute. */
export type AttrChange = readonly [name: string, value: string | null]

/** The original opening tag with only these attributes changed: order, quotes and blanks are kept. */
export function patchedTag(text: string, element: XmlElement, changes: readonly AttrChange[]): string {
  const { start, openEnd } = element.span
  const edits = changes.flatMap(([name, value]) => change(text, element, name, value))
  edits.sort((a, b) => a.from - b.from)
  let [out, at] = ['', start]
  for (const { from, to, by } of edits) {
    out += text.slice(at, from) + by
    at = to
  }
  return out + text.slice(at, openEnd)
}

/** Makes an opening tag end in `/>` if `selfClosing`, else in `>`. */
export function withTagEnd(tag: string, selfClosing: boolean): string {
  const is = /\/\s*>$/.test(tag)
  if (is === selfClosing) return tag
  return selfClosing ? tag.replace(/\s*>$/, '/>') : tag.replace(/\s*\/\s*>$/, '>')
}

interface Replacement {
  readonly from: number
  readonly to: number
  readonly by: string
}

function change(text: string, element: XmlElement, name: string, value: string | null): Replacement[] {
  const attr = attrOf(element, name)
  if (attr === undefined) {
    if (value === null) return []
    const last = element.attrs.at(-1)
    const from = last?.span.end ?? element.span.start + 1 + element.name.length
    const gap = last === undefined ? ' ' : blanksBefore(text, last.span.start)
    return [{ from, to: from, by: `${gap}${name}="${escapeXml(value)}"` }]
  }
  const { start, end } = attr.span
  if (value === null) return [{ from: start - blanksBefore(text, start).length, to: end, by: '' }]
  const quote = text[end - 1] === "'" ? "'" : '"'
  const written =
    quote === '"' ? escapeXml(value) : escapeXml(value).replaceAll('&quot;', '"').replaceAll("'", '&apos;')
  const from = text.lastIndexOf(quote, end - 2) + 1
  return [{ from, to: end - 1, by: written }]
}

const blanksBefore = (text: string, offset: number): string => /\s*$/.exec(text.slice(0, offset))?.[0] ?? ' '
