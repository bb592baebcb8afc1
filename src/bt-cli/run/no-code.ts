import type { Diagnostic } from '#base/diagnostic.js'
import type { NodeDef, NodeSpec, TreeDoc } from '#bt/document.js'

/** The problem of a node that cannot run here, located at its first use, with the commands that help. */
export function noCode(
  { id }: NodeSpec,
  { doc, file, isRobot }: { readonly doc: TreeDoc; readonly file: string; readonly isRobot: boolean },
): Diagnostic {
  const where = doc.trees.flatMap(({ root }) => find(root, id) ?? [])[0]?.where
  const at = where === undefined ? {} : { where }
  const simulate = `simulate it: --mock ${id}=success, or all such nodes: --mock success`
  return isRobot
    ? {
        code: 'bt.no-code',
        severity: 'error',
        message: `${id} is a skill of the robot, and graft bt run moves no robot`,
        ...at,
        hint: `run the mission with graft run --tree ${file}; or ${simulate}`,
      }
    : {
        code: 'bt.no-code',
        severity: 'error',
        message: `the palette describes ${id}, but there is no code for it`,
        ...at,
        hint: simulate,
      }
}

const find = (node: NodeDef, id: string): NodeDef | undefined =>
  node.id === id ? node : node.children.map((child) => find(child, id)).find((found) => found !== undefined)
