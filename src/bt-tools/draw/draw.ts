import type { NodeDef } from '#bt/document.js'
import { matchTrees } from '#bt/edit/match/matching.js'
import type { Status } from '#bt/status.js'
import { diffFigure } from './diff-figure.js'
import { figureOf } from './figure.js'
import { toSvg, type DrawOptions } from './svg.js'

export type { DrawOptions } from './svg.js'

/**
 * A tree as an SVG picture: node types by their signs, ports in small print, and a colour for each status.
 *
 * @param statusAt of the node at these child indices from the root; without it all nodes are neutral
 */
export const drawTree = (
  root: NodeDef,
  options: DrawOptions & { readonly statusAt?: (indices: readonly number[]) => Status | undefined } = {},
): string => toSvg(figureOf(root, options.statusAt), options)

/** Two trees as one SVG picture: what comes in green, what goes in red and struck, what changed in amber, old → new. */
export const drawDiff = (before: NodeDef, after: NodeDef, options: DrawOptions = {}): string =>
  toSvg(diffFigure(matchTrees(before, after)), { title: 'changes of a behaviour tree', ...options })
