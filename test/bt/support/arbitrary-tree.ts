import fc from 'fast-check'
import type { NodeDef, TreeDoc } from '#bt/document.js'

/** Valid main trees of the robot, with the shipped subtrees' names; small enough to shrink well. */
export const arbitraryNode: fc.Arbitrary<NodeDef> = fc.letrec<{
  node: NodeDef
  branch: NodeDef
  leaf: NodeDef
}>((tie) => ({
  leaf: fc.oneof(
    fc
      .record({ zone: fc.integer({ min: 1, max: 8 }), position: fc.option(fc.integer({ min: 1, max: 2 })) })
      .map((p) =>
        leaf('MoveToZone', {
          zone: String(p.zone),
          ...(p.position === null ? {} : { position: String(p.position) }),
        }),
      ),
    fc.constantFrom('0000', '0101', '1111', '{faces}').map((mask) => leaf('RotateBlocks', { mask })),
    fc.constantFrom('0.5', '3.0').map((duration) => leaf('CustomDelay', { duration })),
    fc.constantFrom('MoveToHome', 'LoadBlocks', 'AlwaysSuccess').map((id) => leaf(id, {})),
    fc
      .constantFrom('LoadBlocksSequence', 'UnloadBlocksSequence', 'CursorSequence')
      .map((ID): NodeDef => ({ id: 'SubTree', kind: 'subtree', attrs: { ID }, children: [] })),
  ),
  branch: fc.oneof(
    fc
      .record({
        id: fc.constantFrom('Sequence', 'Fallback', 'ReactiveSequence'),
        name: fc.option(fc.constantFrom('pair', 'a "b" & <c>\n')),
        children: fc.array(tie('node'), { minLength: 1, maxLength: 5 }),
      })
      .map(({ id, name, children }): NodeDef => ({
        id,
        kind: 'control',
        attrs: name === null ? {} : { name },
        children,
      })),
    fc
      .record({ id: fc.constantFrom('Inverter', 'ForceSuccess'), child: tie('node') })
      .map(({ id, child }) => around(id, {}, child)),
    fc
      .record({ attempts: fc.integer({ min: 1, max: 3 }), child: tie('node') })
      .map(({ attempts, child }) =>
        around('RetryUntilSuccessful', { num_attempts: String(attempts) }, child),
      ),
  ),
  node: fc.oneof({ maxDepth: 4, withCrossShrink: true }, tie('leaf'), tie('branch')),
})).node

const leaf = (id: string, attrs: Record<string, string>): NodeDef => ({
  id,
  kind: 'action',
  attrs,
  children: [],
})

const around = (id: string, attrs: Record<string, string>, child: NodeDef): NodeDef => ({
  id,
  kind: 'decorator',
  attrs,
  children: [child],
})

/** The document with another main tree. */
export const withMain = (doc: TreeDoc, root: NodeDef): TreeDoc => ({
  ...doc,
  trees: doc.trees.map((tree) => (tree.id === doc.main ? { ...tree, root } : tree)),
})
