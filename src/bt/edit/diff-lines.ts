import type { NodeDef, TreeDoc } from '../document.js'
import { canonicalTrees, treeById } from '../paths.js'
import { modelLines } from '../xml/write-model.js'
import { renamedTrees } from './diff-documents.js'
import { linesOf, listingOf, type DiffLine } from './match/listing.js'
import { changesOf, shiftsText, type Shifts } from './match/changes.js'
import type { Matching } from './match/matching.js'
import { matchForReading } from './match/wraps.js'
import { sameNode } from './same.js'

/** A line in a listing of two documents; colours are left to the caller. */
export type DocumentDiffLine =
  | DiffLine
  /** names what the lines below it belong to */
  | { readonly kind: 'heading'; readonly text: string; readonly depth: 0 }
  /** replaces a run of unchanged lines */
  | { readonly kind: 'gap'; readonly text: string; readonly depth: number }

/** Two documents side by side, each pair of trees matched once for all that is shown of it. */
export interface DocumentDiff {
  readonly lines: readonly DocumentDiffLine[]
  /** what the lines alone do not say, of all trees that both documents have: `1 wrap, 2 moves`; '' for neither */
  readonly shifts: string
  /** of each tree that differs, for a drawing; by its ID in the second document */
  readonly matchings: ReadonlyMap<string, Matching>
}

/**
 * Lists the differences between two documents: each tree that was changed, added, removed or renamed, the main tree,
 * and models. Empty when there are no differences.
 *
 * @param context number of unchanged lines shown around each change
 */
export const documentDiffLines = (a: TreeDoc, b: TreeDoc, context = 3): readonly DocumentDiffLine[] =>
  documentDiff(a, b, context).lines

/** The same lines and what else is to be said, or drawn, of the two documents. */
export function documentDiff(a: TreeDoc, b: TreeDoc, context = 3): DocumentDiff {
  const matchings = new Map<string, Matching>()
  const lines = linesBetween(a, b, (id, old, now) => {
    const matching = matchForReading(old, now)
    matchings.set(id, matching)
    return shortened(listingOf(matching), context)
  })
  return { lines, shifts: shiftsText(shiftsOf([...matchings.values()])), matchings }
}

/** @param changed lists a tree that both documents have, by its ID in the second */
function linesBetween(
  a: TreeDoc,
  b: TreeDoc,
  changed: (id: string, old: NodeDef, now: NodeDef) => readonly DocumentDiffLine[],
): DocumentDiffLine[] {
  const oldId = new Map(renamedTrees(a, b).map(({ tree, to }) => [to, tree]))
  const kept = new Set(b.trees.map(({ id }) => oldId.get(id) ?? id))
  return [
    ...(a.main === b.main || oldId.get(b.main) === a.main
      ? []
      : [heading(`main tree ${a.main} → ${b.main}`)]),
    ...canonicalTrees(b).flatMap(({ id, root }) => {
      const before = oldId.get(id) ?? id
      const old = treeById(a, before)
      if (old === undefined) return [heading(`new tree ${id}`), ...linesOf(root, 'added')]
      const title = before === id ? `tree ${id}` : `tree ${before} → ${id}`
      if (sameNode(old.root, root)) return before === id ? [] : [heading(title)]
      return [heading(title), ...changed(id, old.root, root)]
    }),
    ...canonicalTrees(a).flatMap(({ id, root }) =>
      kept.has(id) ? [] : [heading(`tree ${id} is gone`), ...linesOf(root, 'removed')],
    ),
    ...modelDiff(a, b),
  ]
}

function shiftsOf(matchings: readonly Matching[]): Shifts {
  const sum = { wraps: 0, unwraps: 0, moves: 0 }
  for (const matching of matchings) {
    const { wraps, unwraps, moves } = changesOf(matching)
    sum.wraps += wraps
    sum.unwraps += unwraps
    sum.moves += moves
  }
  return sum
}

const heading = (text: string): DocumentDiffLine => ({ kind: 'heading', text, depth: 0 })

/** Keeps only the lines near a change; the lines between are replaced by their count. */
function shortened(lines: readonly DiffLine[], context: number): DocumentDiffLine[] {
  const near = new Set<number>()
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue
    for (let i = at - context; i <= at + context; i++) near.add(i)
  }
  const shown: DocumentDiffLine[] = []
  for (let at = 0; at < lines.length;) {
    let end = at
    while (end < lines.length && !near.has(end)) end += 1
    const depth = lines[at]?.depth ?? 0
    // replacing a single line with a gap would save nothing
    if (end - at > 1) shown.push({ kind: 'gap', text: `${end - at} lines`, depth })
    else shown.push(...lines.slice(at, end))
    at = end
    while (at < lines.length && near.has(at)) shown.push(lines[at++] as DiffLine)
  }
  return shown
}

function modelDiff(a: TreeDoc, b: TreeDoc): DocumentDiffLine[] {
  const texts = ({ models = [] }: TreeDoc): Map<string, DiffLine[]> =>
    new Map(models.map((model) => [model.id, modelLines(model).map((line) => ({ kind: 'same', ...line }))]))
  const [old, now] = [texts(a), texts(b)]
  const ids = [...new Set([...old.keys(), ...now.keys()])].sort()
  return ids.flatMap((id) => {
    const [before = [], after = []] = [old.get(id), now.get(id)]
    const text = (lines: readonly DiffLine[]): string => lines.map((line) => line.text).join('\n')
    if (text(before) === text(after)) return []
    const marked = (lines: readonly DiffLine[], kind: DiffLine['kind']): DiffLine[] =>
      lines.map((line) => ({ ...line, kind }))
    return [heading(`model of ${id}`), ...marked(before, 'removed'), ...marked(after, 'added')]
  })
}
