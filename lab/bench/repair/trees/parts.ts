import type { ZoneId } from '#base/field-map.js'
import type { NodeDef, TreeDef, TreeDoc } from '#bt/document.js'
import { action, withRetry } from '#forecast/plan/plan-tree.js'
import type { Trip } from '#forecast/plan/route.js'

/** The nodes that missions are made of, as `bt/reference` writes them. */
export const subtree = (id: string, attrs: Readonly<Record<string, string>> = {}): NodeDef => ({
  id: 'SubTree',
  kind: 'subtree',
  attrs: { ID: id, ...attrs },
  children: [],
})

export const control = (id: 'Sequence' | 'Fallback', children: readonly NodeDef[]): NodeDef => ({
  id,
  kind: 'control',
  attrs: {},
  children,
})

export const retried = (child: NodeDef): NodeDef => withRetry(child, 2)

export const go = (zone: ZoneId | string): NodeDef => action('MoveToZone', { zone: `${zone}` })
export const load = (): NodeDef => subtree('LoadBlocksSequence')
export const unload = (): NodeDef => subtree('UnloadBlocksSequence')
export const shelf = (): NodeDef => subtree('CursorSequence')
export const home = (): NodeDef => action('MoveToHome')
export const turn = (mask: string): readonly NodeDef[] =>
  mask === '0000' ? [] : [action('RotateBlocks', { mask })]

/** Four blocks from one zone to another, the wrong ones turned before they are put down. */
export const transport = ({ from, to, mask }: Trip): NodeDef =>
  control('Sequence', [go(from), load(), go(to), ...turn(mask), unload()])

export const mission = (
  units: readonly NodeDef[],
  more: readonly TreeDef[],
  root: 'Sequence' | 'Fallback' = 'Sequence',
): TreeDoc => ({ main: 'Main', trees: [{ id: 'Main', root: control(root, units) }, ...more] })
