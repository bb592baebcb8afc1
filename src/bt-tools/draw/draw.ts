import type { NodeDef } from '#bt/document.js'
import type { Matching } from '#bt/edit/match/matching.js'
import { matchForReading } from '#bt/edit/match/wraps.js'
import type { Status } from '#bt/status.js'
import { figureOf, portLines, portsOf, type Change, type Figure, type FigureLine } from './figure.js'
import { toSvg, type DrawOptions } from './svg.js'
import { mergedTags, type MergedTag } from '#bt/edit/match/merge.js'

export type { DrawOptions } from './svg.js'

/**
 * Draws a tree as SVG: node types by their symbols, ports in small print, and a colour per status.
 *
 * @param statusAt status of the node at these child indices from the root; without it all nodes are neutral
 */
export const drawTree = (
  root: NodeDef,
  options: DrawOptions & { readonly statusAt?: (indices: readonly number[]) => Status | undefined } = {},
): string => toSvg(figureOf(root, options.statusAt), options)

/** Draws a diff of two trees as SVG: added in green, removed in red and struck through, changed in amber, old → new. */
export const drawDiff = (before: NodeDef, after: NodeDef, options: DrawOptions = {}): string =>
  drawMatching(matchForReading(before, after), options)

/** The same of two trees that are matched already. */
export const drawMatching = (matching: Matching, options: DrawOptions = {}): string =>
  toSvg(diffFigure(matching), { title: 'changes of a behaviour tree', ...options })

/** Merges both trees into one figure: removed and added nodes side by side, wrappers around what they wrap. */
export function diffFigure(matching: Matching): Figure {
  const top: FigureInProgress[] = []
  const open: FigureInProgress[] = []
  for (const row of mergedTags(matching)) {
    if (isOpening(row)) {
      const built = figureOfRow(row, matching)
      ;(open.at(-1)?.children ?? top).push(built)
      if (stepOf(row) > 0) open.push(built)
    } else open.pop()
  }
  // a replaced root is drawn next to the new one
  return top.length === 1
    ? (top[0] as Figure)
    : { node: ROOT_OF_BOTH, change: 'same', lines: [], children: top }
}

interface FigureInProgress extends Figure {
  readonly children: FigureInProgress[]
}

const ROOT_OF_BOTH: NodeDef = { id: 'before and after', kind: 'control', attrs: {}, children: [] }

const isOpening = (row: MergedTag): boolean => (row.kind === 'both' ? row.old : row.tag).end === 'open'

const stepOf = (row: MergedTag): number =>
  row.kind === 'both' ? Math.max(row.old.step, row.now.step) : row.tag.step

function figureOfRow(row: MergedTag, { moved, toA }: Matching): FigureInProgress {
  if (row.kind === 'both') {
    const [old, now] = [row.old.indexed.node, row.now.indexed.node]
    const lines = bothLines(old, now)
    const changed = lines.some((line) => line.old !== undefined) || old.attrs['name'] !== now.attrs['name']
    return { node: now, change: changed ? 'changed' : 'same', lines, children: [] }
  }
  const { node } = row.tag.indexed
  const source = row.kind === 'removed' ? row.tag.indexed : toA.get(row.tag.indexed)
  const isMoved = source !== undefined && moved.has(source)
  return { node, change: isMoved ? MOVED[row.kind] : row.kind, lines: portLines(node), children: [] }
}

const MOVED: Readonly<Record<'removed' | 'added', Change>> = { removed: 'moved away', added: 'moved here' }

const NONE = '–'

function bothLines(old: NodeDef, now: NodeDef): FigureLine[] {
  const [before, after] = [new Map(portsOf(old)), new Map(portsOf(now))]
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  const lines = names.map((name): FigureLine => {
    const [was, is] = [before.get(name), after.get(name)]
    return was === is
      ? { text: `${name} = ${is ?? NONE}` }
      : { text: is ?? NONE, old: `${name} = ${was ?? NONE}` }
  })
  const [oldName, newName] = [old.attrs['name'], now.attrs['name']]
  return oldName === newName ? lines : [{ text: newName ?? NONE, old: `name = ${oldName ?? NONE}` }, ...lines]
}
