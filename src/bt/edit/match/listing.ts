import type { NodeDef } from '../../document.js'
import { closeTag, openTag } from '../../xml/write.js'
import type { Matching } from './matching.js'
import type { Placed } from './spread.js'

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
  /** levels of indentation */
  readonly depth: number
}

/** Both trees as one listing; what was moved stands in it twice, as removed and as added. */
export function listingOf({ a, b, toB, moved }: Matching): DiffLine[] {
  const [old, fresh] = [tagsOf(a), tagsOf(b)]
  const places = new Map(fresh.map((tag, at) => [tag.placed, { ...positions(tag, at) }]))
  fresh.forEach((tag, at) => Object.assign(places.get(tag.placed) ?? {}, positions(tag, at)))
  const writer = new LineWriter()
  let next = 0
  for (const tag of old) {
    const partner = moved.has(tag.placed) ? undefined : toB.get(tag.placed)
    const at = partner === undefined ? undefined : places.get(partner)?.[tag.end]
    if (at === undefined) {
      writer.write('removed', tag)
      continue
    }
    while (next < at) writer.write('added', fresh[next++] as Tag)
    writer.both(tag, fresh[next++] as Tag)
  }
  for (; next < fresh.length; next++) writer.write('added', fresh[next] as Tag)
  return writer.lines
}

/** A node as lines of one kind. */
export const linesOf = (node: NodeDef, kind: DiffLine['kind'], depth = 0): DiffLine[] => [
  { kind, text: openTag(node), depth },
  ...node.children.flatMap((child) => linesOf(child, kind, depth + 1)),
  ...(node.children.length === 0 ? [] : [{ kind, text: closeTag(node), depth }]),
]

interface Tag {
  readonly placed: Placed
  readonly end: 'open' | 'close'
  readonly text: string
  /** how it changes the indentation */
  readonly step: -1 | 0 | 1
}

const positions = (tag: Tag, at: number): Partial<Record<Tag['end'], number>> =>
  tag.end === 'open' ? { open: at } : { close: at }

function tagsOf(placed: Placed): Tag[] {
  const { node, children } = placed
  const open: Tag = { placed, end: 'open', text: openTag(node), step: children.length === 0 ? 0 : 1 }
  if (children.length === 0) return [open]
  return [open, ...children.flatMap(tagsOf), { placed, end: 'close', text: closeTag(node), step: -1 }]
}

class LineWriter {
  readonly lines: DiffLine[] = []
  #depth = 0

  write(kind: DiffLine['kind'], { text, step }: Tag): void {
    if (step < 0) this.#depth += step
    this.lines.push({ kind, text, depth: Math.max(this.#depth, 0) })
    if (step > 0) this.#depth += step
  }

  /** the two tags of a node that lives on */
  both(a: Tag, b: Tag): void {
    if (a.text === b.text) return this.write('same', a)
    this.write('removed', { ...a, step: 0 })
    this.write('added', { ...b, step: 0 })
    this.#depth += Math.max(a.step, b.step)
  }
}
