import type { NodeDef } from '#bt/document.js'
import { nodeLines } from '#bt/xml/write.js'
import type { Matching } from './matching.js'
import { mergedTags, type Tag } from './merge.js'
import type { IndexedNode } from './tree-indexer.js'

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
  /** levels of indentation */
  readonly depth: number
  /** removed here and added elsewhere: its node has moved */
  readonly moved?: true
}

/** What people are told besides the sign of a line; '' mostly. */
export const lineNote = ({ kind, moved }: Pick<DiffLine, 'kind' | 'moved'>): string =>
  moved === undefined ? '' : kind === 'removed' ? '  (moves from here)' : '  (moves here)'

/** Lists both trees together; a moved node appears twice, as removed and as added. */
export function listingOf(matching: Matching): DiffLine[] {
  const lines: DiffLine[] = []
  let depth = 0
  const { moved, toA } = matching
  const hasMoved = (node: IndexedNode): boolean => moved.has(toA.get(node) ?? node)
  const write = (kind: DiffLine['kind'], { indexed, text, step }: Tag, carried = false): void => {
    if (step < 0) depth = Math.max(0, depth + step)
    lines.push({ kind, text, depth, ...(carried && hasMoved(indexed) && { moved: true }) })
    if (step > 0) depth += step
  }
  for (const row of mergedTags(matching)) {
    if (row.kind !== 'both') write(row.kind, row.tag, true)
    else if (row.old.text === row.now.text) write('same', row.old)
    else {
      write('removed', { ...row.old, step: 0 })
      write('added', { ...row.now, step: 0 })
      depth += Math.max(row.old.step, row.now.step)
    }
  }
  return lines
}

/** A node as lines of one kind. */
export const linesOf = (node: NodeDef, kind: DiffLine['kind']): DiffLine[] =>
  nodeLines(node).map((line) => ({ kind, ...line }))
