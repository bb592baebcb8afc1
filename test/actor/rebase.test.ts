import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NodeDef, NodePath, TreeDoc } from '#bt/document.js'
import { applyEdits } from '#bt/edit/apply.js'
import type { EditOp } from '#bt/edit.js'
import { childPath, nodeAt } from '#bt/paths.js'
import { rebase } from '#learning/actor/rebase.js'

const group = (children: readonly NodeDef[]): NodeDef => ({
  id: 'Sequence',
  kind: 'control',
  attrs: {},
  children,
})
const NODE = fc.letrec<{ node: NodeDef; some: NodeDef }>((tie) => ({
  some: fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map(group),
  node: fc.oneof({ maxDepth: 3 }, fc.constant(group([])), tie('some')),
})).some

/** every node gets a name of its own, so that it can be found again */
function named(node: NodeDef, path: NodePath): NodeDef {
  return {
    ...node,
    attrs: { name: path },
    children: node.children.map((child, i) => named(child, childPath(path, i))),
  }
}

const paths = (node: NodeDef, path: NodePath = '/'): NodePath[] => [
  path,
  ...node.children.flatMap((child, i) => paths(child, childPath(path, i))),
]

const leaf = { id: 'New', kind: 'action', attrs: { name: 'new' }, children: [] } as const

test('VRL-06: after any edit, rebase finds the node that an address meant', () => {
  fc.assert(
    fc.property(NODE, fc.nat(), fc.nat(), fc.nat(), fc.nat(), (shape, a, b, c, kind) => {
      const root = named(shape, '/')
      const doc: TreeDoc = { main: 'M', trees: [{ id: 'M', root }] }
      const all = paths(root)
      const at = all[a % all.length] as NodePath
      const parent = all[b % all.length] as NodePath
      const index = c % 4
      const ops: readonly EditOp[] = [
        { op: 'insert', parent, index, node: leaf },
        { op: 'remove', at },
        { op: 'wrap', at, with: { id: 'Wrap', kind: 'decorator', attrs: { name: 'wrap' } } },
        { op: 'unwrap', at },
        { op: 'move', at, parent, index },
        { op: 'setAttr', at, name: 'x', value: '1' },
        { op: 'replaceSubtree', at, node: leaf },
      ]
      const op = ops[kind % ops.length] as EditOp
      const after = applyEdits(doc, [{ ...op, because: 'score' }])
      fc.pre(after.ok)
      for (const path of all) {
        const where = rebase(path, op)
        const found = where === null ? undefined : nodeAt(after.value, where)
        if (op.op === 'replaceSubtree' && path === at) expect(found?.attrs['name']).toBe('new')
        else if (where === null)
          expect(
            paths(after.value.trees[0]?.root as NodeDef).some(
              (p) => nodeAt(after.value, p)?.attrs['name'] === path,
            ),
          ).toBe(false)
        else expect(found?.attrs['name']).toBe(path)
      }
    }),
    { numRuns: 500 },
  )
})
