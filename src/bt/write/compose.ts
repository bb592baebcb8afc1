import { increasing } from '../edit/match/longest-common.js'
import type { XmlElement } from '../xml/element.js'
import { indentBefore, layoutOf, reindent, type Chunk } from './layout.js'
import type { TextLine } from '../xml/write-model.js'
import type { Style } from './source.js'
import { withTagEnd } from './tag.js'

/** A part of an element's new content. */
export interface Part {
  /** the original element, here or elsewhere, whose comments move with it */
  readonly chunk?: Chunk
  /** writes its text for the given indentation; `undefined` means everything on one line */
  readonly write: (indent: string | undefined) => string
}

/** Writes an element with new children: those that stay in order keep their place and everything between them. */
export function compose(
  { text, style }: { readonly text: string; readonly style: Style },
  element: XmlElement,
  tag: string,
  parts: readonly Part[],
): string {
  const { chunks, floats, end } = layoutOf(text, element)
  const own = indentBefore(text, element.span.start)
  const inner = innerIndent(text, element, own, style)
  const places = new Map(chunks.map((chunk, index) => [chunk.element, index]))
  const candidates = parts.flatMap((part, at) => {
    const index = part.chunk && places.get(part.chunk.element)
    return index === undefined ? [] : [{ at, index }]
  })
  const kept = new Map(
    increasing(candidates.map(({ index }) => index)).map((i) => [
      candidates[i]?.at ?? 0,
      candidates[i]?.index ?? 0,
    ]),
  )
  const slots = slotsOf(parts.length, kept, chunks.length)
  let [content, next] = ['', 0]
  const flush = (until: number): void => {
    const passed = floats.slice(next, until + 1)
    next = until + 1
    // where children were removed, the blank lines around them collapse into one
    const words = passed.filter((float, at) => at === 0 || float.trim() !== '')
    content +=
      words.join('') === '' && content !== '' ? (passed.find((float) => float !== '') ?? '') : words.join('')
  }
  for (const [at, part] of parts.entries()) {
    const slot = slots[at]
    if (slot !== undefined) flush(slot)
    const index = kept.get(at)
    if (index !== undefined) {
      const { lead, trail, element: child } = chunks[index] as Chunk
      content += lead + part.write(indentBefore(text, child.span.start)) + trail
    } else content += writeWithComments(text, part, inner, style)
  }
  flush(chunks.length)
  if (content.trim() === '' && parts.length === 0) return withTagEnd(tag, true)
  const last = end !== '' || inner === undefined || own === undefined ? end : style.newline + own
  return `${withTagEnd(tag, false)}${content}${last}</${element.name}>`
}

/** The old child whose place each part takes: its own, or that of a removed child between its neighbours. */
function slotsOf(parts: number, kept: ReadonlyMap<number, number>, children: number): (number | undefined)[] {
  const slots: (number | undefined)[] = []
  let free = 0
  for (let at = 0; at < parts; at++) {
    const next = [...kept].find(([part]) => part >= at)?.[1] ?? children
    const own = kept.get(at)
    slots.push(own ?? (free < next ? free : undefined))
    free = (slots[at] ?? free - 1) + 1
  }
  return slots
}

/** The chunk of an element with its comments, if it has one. */
export const withChunk = (
  chunkOf: ReadonlyMap<XmlElement, Chunk>,
  element: XmlElement,
): Pick<Part, 'chunk'> => {
  const chunk = chunkOf.get(element)
  return chunk === undefined ? {} : { chunk }
}

export const linesText = (lines: readonly TextLine[], indent: string | undefined, style: Style): string =>
  indent === undefined
    ? lines.map(({ text }) => text).join('')
    : lines.map(({ text, depth }) => style.unit.repeat(depth) + text).join(style.newline + indent)

/** Writes a part with the comments that belong to it, on its own lines. */
export function writeWithComments(
  text: string,
  part: Part,
  indent: string | undefined,
  style: Style,
): string {
  const fresh = indent === undefined ? '' : style.newline + indent
  if (part.chunk === undefined) return fresh + part.write(indent)
  const { lead, trail, element } = part.chunk
  const from = indentBefore(text, element.span.start)
  // a comment on its node's line has no indentation to adjust, and single-line output has none at all
  const comments =
    lead.trim() === '' || from === undefined || indent === undefined
      ? fresh + lead.trim()
      : reindent(lead, from, indent)
  return comments + part.write(indent) + trail
}

/**
 * The indentation of the element's children: that of an existing child, else one level deeper; `undefined` for the same
 * line.
 */
function innerIndent(
  text: string,
  { children }: XmlElement,
  own: string | undefined,
  style: Style,
): string | undefined {
  for (const child of children) {
    const indent = indentBefore(text, child.span.start)
    if (indent !== undefined) return indent
  }
  return children.length > 0 || own === undefined ? undefined : own + style.unit
}
