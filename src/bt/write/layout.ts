import type { XmlElement } from '../xml/element.js'

/** A child with the comments that belong to it: directly above it and after it on its line. */
export interface Chunk {
  readonly element: XmlElement
  /** from the line break before its first comment, or before itself, up to its `<` */
  readonly lead: string
  /** a comment on its last line */
  readonly trail: string
}

/** The content of an element: `floats[0] chunk 0 floats[1] chunk 1 … floats[n] end`, byte for byte. */
export interface Layout {
  readonly chunks: readonly Chunk[]
  /** blank lines, and comments followed by a blank line: they belong to no node */
  readonly floats: readonly string[]
  /** the line break and blanks before the closing tag */
  readonly end: string
}

export function layoutOf(text: string, element: XmlElement): Layout {
  const { children, span } = element
  const chunks: Chunk[] = []
  const floats: string[] = []
  let from = span.openEnd
  for (const [index, child] of children.entries()) {
    const split = splitGap(text.slice(from, child.span.start), index > 0)
    const before = chunks.at(-1)
    if (before !== undefined) chunks[index - 1] = { ...before, trail: split.trail }
    floats.push(split.float)
    chunks.push({ element: child, lead: split.lead, trail: '' })
    from = child.span.end
  }
  const rest = text.slice(from, span.closeStart)
  const trail = children.length > 0 ? trailOf(rest) : ''
  const last = chunks.at(-1)
  if (last !== undefined) chunks[chunks.length - 1] = { ...last, trail }
  const end = /\r?\n[ \t]*$/.exec(rest.slice(trail.length))?.[0] ?? ''
  floats.push(rest.slice(trail.length, rest.length - end.length))
  return { chunks, floats, end }
}

/** The blanks between the last line break and the offset, or `undefined` when there is other text. */
export function indentBefore(text: string, offset: number): string | undefined {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1
  const blanks = text.slice(start, offset)
  return /^[ \t]*$/.test(blanks) ? blanks : undefined
}

function splitGap(gap: string, behindChild: boolean): { trail: string; float: string; lead: string } {
  const trail = behindChild ? trailOf(gap) : ''
  const rest = gap.slice(trail.length)
  const lead = leadOf(rest)
  return { trail, float: rest.slice(0, rest.length - lead.length), lead }
}

const trailOf = (gap: string): string =>
  /^(?:[ \t]*<!--(?:(?!-->)[^\r\n])*-->)+(?=[ \t]*(?:\r?\n|$))/.exec(gap)?.[0] ?? ''

/** Walks back from the child over comments that no blank line separates from it. */
function leadOf(gap: string): string {
  const pieces = gap.match(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|\s+|[^<\s]+|</g) ?? []
  let length = 0
  for (let at = pieces.length - 1; at >= 0; at--) {
    const piece = pieces[at] as string
    if (/^\s/.test(piece)) {
      const lines = piece.match(/\r?\n[ \t]*/g) ?? []
      const attached = at > 0 && lines.length === 1 && (pieces[at - 1] as string).startsWith('<!--')
      if (!attached) return gap.slice(gap.length - length - (lines.at(-1)?.length ?? piece.length))
    } else if (!piece.startsWith('<!--')) break
    length += piece.length
  }
  return gap.slice(gap.length - length)
}

/**
 * Replaces the indentation `from` with `to` at the start of lines. Line breaks inside values, CDATA and instructions
 * are significant and left alone.
 */
export function reindent(text: string, from: string, to: string): string {
  if (from === to) return text
  const shift = (part: string): string =>
    part.replace(/(\r?\n)([ \t]+|(?=[^\s]))/g, (line, end: string, blanks: string) =>
      blanks.startsWith(from) ? end + to + blanks.slice(from.length) : line,
    )
  return text.replace(PIECE, (piece) => {
    if (piece.startsWith('<![') || piece.startsWith('<?')) return piece
    if (!piece.startsWith('<') || piece.startsWith('<!--')) return shift(piece)
    return piece.replace(/"[^"]*"|'[^']*'|[^"']+/g, (part) => (/^["']/.test(part) ? part : shift(part)))
  })
}

const PIECE = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?:"[^"]*"|'[^']*'|[^>"'])*>|[^<]+/g
