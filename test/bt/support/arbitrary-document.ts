import fc from 'fast-check'
import type { NodeDef, NodeSpec, TreeDoc } from '#bt/document.js'
import type { NodePath } from '#bt/document.js'
import type { PatchOp } from '#bt/edit.js'
import { applyEdits } from '#bt/edit/apply.js'
import { childPath, mainTree } from '#bt/paths.js'

const awkward = fc.constantFrom(
  '1',
  '',
  ' a  b ',
  '<&>"\'',
  '{key}',
  'x:=1; y:=2\n\tz:=3',
  'ärger 🤖',
  ']]>',
  '-->',
)

const attrs = (names: readonly string[]): fc.Arbitrary<Record<string, string>> =>
  fc.dictionary(fc.constantFrom(...names, 'name', '_skipIf', '_onHalted'), awkward, { maxKeys: 3 })

/** Any nodes, known to a library or not. */
export const arbitraryPart: fc.Arbitrary<NodeDef> = fc.letrec<{
  node: NodeDef
  leaf: NodeDef
  branch: NodeDef
}>((tie) => ({
  leaf: fc.oneof(
    fc
      .record({ id: fc.constantFrom('Go', 'Say', '3D scan'), attrs: attrs(['to', 'text']) })
      .map((part): NodeDef => ({ ...part, kind: 'action', children: [] })),
    fc.record({ ID: fc.constantFrom('Load', 'Z-1'), attrs: attrs(['port']) }).map((part): NodeDef => ({
      id: 'SubTree',
      kind: 'subtree',
      attrs: { ID: part.ID, ...part.attrs },
      children: [],
    })),
  ),
  branch: fc.oneof(
    fc
      .record({
        id: fc.constantFrom('Sequence', 'Fallback'),
        attrs: attrs([]),
        children: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
      })
      .map((part): NodeDef => ({ ...part, kind: 'control' })),
    fc
      .record({ id: fc.constantFrom('Inverter', 'Retry'), attrs: attrs(['times']), child: tie('node') })
      .map(({ id, attrs: all, child }): NodeDef => ({
        id,
        kind: 'decorator',
        attrs: all,
        children: [child],
      })),
  ),
  node: fc.oneof({ maxDepth: 4, withCrossShrink: true }, tie('leaf'), tie('branch')),
})).node

const arbitraryModel: fc.Arbitrary<NodeSpec> = fc.record({
  id: fc.constantFrom('Load', 'Z-1', 'Main'),
  kind: fc.constant('subtree' as const),
  description: fc.constantFrom('', 'loads & <unloads>'),
  ports: fc.uniqueArray(
    fc
      .record({
        name: fc.constantFrom('to', 'text', 'port'),
        direction: fc.constantFrom('in' as const, 'out' as const, 'inout' as const),
        description: fc.constantFrom('', 'where "to"', ' a < b &amp; c'),
        fallback: fc.option(fc.constantFrom('1', '{key}')),
      })
      .map(({ fallback, ...port }) => ({
        ...port,
        type: { kind: 'string' } as const,
        ...(fallback === null ? {} : { default: fallback }),
      })),
    { selector: ({ name }) => name, maxLength: 2 },
  ),
})

/** Documents of one to four trees with scripts, names, awkward text, SubTrees and models. */
export const arbitraryDocument: fc.Arbitrary<TreeDoc> = fc
  .record({
    roots: fc.uniqueArray(fc.tuple(fc.constantFrom('Main', 'Load', 'Über', 'Z-1'), arbitraryPart), {
      selector: ([id]) => id,
      minLength: 1,
      maxLength: 4,
    }),
    models: fc.uniqueArray(arbitraryModel, { selector: ({ id }) => id, maxLength: 2 }),
    main: fc.nat(),
  })
  .map(({ roots, models, main }): TreeDoc => {
    const trees = roots.map(([id, root]) => ({ id, root }))
    const doc = { main: trees[main % trees.length]?.id ?? 'Main', trees }
    return models.length === 0 ? doc : { ...doc, models }
  })

export interface Choice {
  readonly kind: number
  readonly at: number
  readonly parent: number
  readonly index: number
  readonly node: NodeDef
}

export const arbitraryChoice: fc.Arbitrary<Choice> = fc.record({
  kind: fc.nat(6),
  at: fc.nat(100_000),
  parent: fc.nat(100_000),
  index: fc.nat(100_000),
  node: arbitraryPart,
})

/** Edits of the main tree made of such choices, those left out that cannot be done. */
export function editsFrom(doc: TreeDoc, choices: readonly Choice[]): { ops: PatchOp[]; doc: TreeDoc } {
  const ops: PatchOp[] = []
  let current = doc
  for (const choice of choices) {
    const op = opFrom(current, choice)
    const next = op === undefined ? undefined : applyEdits(current, [{ ...op, because: 'test' }])
    if (op === undefined || next?.ok !== true) continue
    ops.push(op)
    current = next.value
  }
  return { ops, doc: current }
}

function opFrom(doc: TreeDoc, { kind, at, parent, index, node }: Choice): PatchOp | undefined {
  const root = mainTree(doc)?.root
  const all = root === undefined ? [] : placesIn(root)
  const place = all[at % all.length]
  const controls = all.filter((each) => each.node.kind === 'control')
  const target = controls[parent % Math.max(1, controls.length)]
  if (place === undefined || target === undefined) return undefined
  const slot = index % (target.node.children.length + 1)
  const shell = { id: 'Retry', kind: 'decorator', attrs: { times: String(index % 5) } } as const
  const inner = all.filter((each) => each.node.children.length === 1)
  const ops: readonly (PatchOp | undefined)[] = [
    { op: 'insert', parent: target.path, index: slot, node },
    { op: 'remove', at: place.path },
    { op: 'wrap', at: place.path, with: shell },
    { op: 'unwrap', at: inner[at % Math.max(1, inner.length)]?.path ?? place.path },
    { op: 'move', at: place.path, parent: target.path, index: slot },
    { op: 'setAttr', at: place.path, name: 'name', value: index % 4 === 0 ? null : `n${index}` },
    { op: 'replaceSubtree', at: place.path, node },
  ]
  return ops[kind % ops.length]
}

export const placesIn = (
  node: NodeDef,
  path: NodePath = '/',
): { readonly path: NodePath; readonly node: NodeDef }[] => [
  { path, node },
  ...node.children.flatMap((child, index) => placesIn(child, childPath(path, index))),
]

export const sizeOf = (node: NodeDef): number => node.children.reduce((sum, child) => sum + sizeOf(child), 1)

/** A tree of `count` nodes of many kinds, the same for the same seed. */
export function largeTree(count: number, seed: number): NodeDef {
  let state = seed * 2 + 1
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
  const build = (size: number, depth: number): NodeDef => {
    if (size <= 1) {
      const zone = String(random(9))
      return { id: random(2) === 0 ? 'Go' : 'Say', kind: 'action', attrs: { zone }, children: [] }
    }
    if (size === 2 || (depth < 20 && random(4) === 0)) {
      const attrs = { times: String(random(4)) }
      return { id: 'Retry', kind: 'decorator', attrs, children: [build(size - 1, depth + 1)] }
    }
    const children: NodeDef[] = []
    let left = size - 1
    while (left > 0) {
      const part = Math.min(left, 1 + random(Math.max(2, size >> 2)))
      children.push(build(part, depth + 1))
      left -= part
    }
    return { id: random(3) === 0 ? 'Fallback' : 'Sequence', kind: 'control', attrs: {}, children }
  }
  return build(count, 0)
}
