import { TreeLogicError } from '#bt/engine/errors.js'
import type { TreeNode } from '#bt/engine/node.js'

/** @throws TreeLogicError unless there is a condition, a branch, and perhaps another branch */
export function requireBranches({ label, children }: TreeNode): void {
  if (children.length === 2 || children.length === 3) return
  throw new TreeLogicError(
    `${label} has ${children.length} children; it needs a condition and one or two branches`,
  )
}
