import type { NodeDef } from '../document.js'
import type { EditOp } from '../edit.js'
import { pathIndices } from '../paths.js'
import { sameNode } from './same.js'

type Remove = Extract<EditOp, { op: 'remove' }>
type Insert = Extract<EditOp, { op: 'insert' }>

/** An edit, and for a removal the node that it takes away. */
export type PlannedOp = Exclude<EditOp, Remove> | (Remove & { readonly removed: NodeDef })

/** Two edits in a row that remove a node and insert its like into the same parent say that it was moved. */
export function joinMoves(planned: readonly PlannedOp[]): EditOp[] {
  const ops: EditOp[] = []
  for (let i = 0; i < planned.length; i++) {
    const [op, next] = [planned[i] as PlannedOp, planned[i + 1]]
    const move = next === undefined ? undefined : asMove(op, next)
    ops.push(move ?? plain(op))
    if (move !== undefined) i += 1
  }
  return ops
}

function asMove(first: PlannedOp, second: PlannedOp): EditOp | undefined {
  const [removal, insertion] = first.op === 'remove' ? [first, second] : [second, first]
  if (removal.op !== 'remove' || insertion.op !== 'insert') return undefined
  if (!sameNode(removal.removed, insertion.node)) return undefined
  const slot = childOf(removal.at, insertion)
  if (slot === undefined) return undefined
  const { parent, index } = insertion
  if (removal === first) return { op: 'move', at: removal.at, parent, index }
  // the removal's path counts the inserted node; a move takes the node out first
  if (slot > index) {
    return { op: 'move', at: `${parent === '/' ? '' : parent}/${slot - 1}` as const, parent, index }
  }
  return { op: 'move', at: removal.at, parent, index: index - 1 }
}

/** Which child of the insertion's parent `path` is, if it is one. */
function childOf(path: string, { parent }: Insert): number | undefined {
  const steps = pathIndices(path) ?? []
  return `/${steps.slice(0, -1).join('/')}` === parent ? steps.at(-1) : undefined
}

function plain(op: PlannedOp): EditOp {
  return op.op === 'remove' ? { op: 'remove', at: op.at } : op
}
