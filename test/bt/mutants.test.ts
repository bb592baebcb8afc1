import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NodeDef } from '#bt/document.js'
import { nodeLines, writeTree } from '#bt/xml/write.js'
import { parseTree } from '#bt/xml/parse.js'
import { validate } from '#bt/validate/validate.js'
import { arbitraryNode, withMain } from './support/arbitrary-tree.js'
import { loadMission, robotLibrary } from './support/mission.js'

const originals = [
  'initial.xml',
  'reference/fig9-before.xml',
  'reference/fig9-after.xml',
  'reference/best-F1.xml',
].map(loadMission)
const [base] = originals
if (base === undefined) throw new Error('no missions')

/** Every way to break one node by one fault, with a name for the fault. */
function faults(node: NodeDef): [string, NodeDef][] {
  const attr = (name: string, value: string): NodeDef => ({
    ...node,
    attrs: { ...node.attrs, [name]: value },
  })
  const without = (name: string): NodeDef => ({
    ...node,
    attrs: Object.fromEntries(Object.entries(node.attrs).filter(([key]) => key !== name)),
  })
  const home: NodeDef = { id: 'MoveToHome', kind: 'action', attrs: {}, children: [] }
  const list: [string, NodeDef, boolean][] = [
    ['unknown tag', { ...node, id: `${node.id}X`, kind: 'action' }, node.kind !== 'subtree'],
    ['extra port', attr('colour', 'orange'), true],
    ['missing port', without('zone'), node.id === 'MoveToZone'],
    ['missing port', without('mask'), node.id === 'RotateBlocks'],
    ['missing port', without('num_attempts'), node.id === 'RetryUntilSuccessful'],
    ['missing port', without('duration'), node.id === 'CustomDelay'],
    ['ill-typed port', attr('zone', 'one'), node.id === 'MoveToZone'],
    ['ill-typed port', attr('zone', '1.5'), node.id === 'MoveToZone'],
    ['ill-typed port', attr('mask', '01012'), node.id === 'RotateBlocks'],
    ['ill-typed port', attr('num_attempts', 'twice'), node.id === 'RetryUntilSuccessful'],
    ['zone out of range', attr('zone', '0'), node.id === 'MoveToZone'],
    ['zone out of range', attr('zone', '9'), node.id === 'MoveToZone'],
    ['position out of range', attr('position', '3'), node.id === 'MoveToZone'],
    ['delay out of range', attr('duration', '10.1'), node.id === 'CustomDelay'],
    ['attempts out of range', attr('num_attempts', '-2'), node.id === 'RetryUntilSuccessful'],
    ['decorator without child', { ...node, children: [] }, node.kind === 'decorator'],
    [
      'decorator with two children',
      { ...node, children: [...node.children, home] },
      node.kind === 'decorator',
    ],
    ['control without child', { ...node, children: [] }, node.kind === 'control'],
    ['leaf with a child', { ...node, children: [home] }, node.kind === 'action' || node.kind === 'subtree'],
    ['unknown SubTree', attr('ID', 'NoSuchTree'), node.kind === 'subtree'],
    ['SubTree without ID', without('ID'), node.kind === 'subtree'],
    ['cycle', attr('ID', 'Main'), node.kind === 'subtree'],
  ]
  const below = node.children.flatMap((inner, index) =>
    faults(inner).map(([name, broken]): [string, NodeDef] => [
      name,
      { ...node, children: node.children.with(index, broken) },
    ]),
  )
  return [
    ...list.filter(([, , applies]) => applies).map(([name, broken]): [string, NodeDef] => [name, broken]),
    ...below,
  ]
}

const errors = (doc: ReturnType<typeof loadMission>): number =>
  validate(doc, robotLibrary, { compat: 'strict' }).filter((d) => d.severity === 'error').length
const accepted = (doc: ReturnType<typeof loadMission>): boolean =>
  parseTree(writeTree(doc), { file: 'm.xml', library: robotLibrary, compat: 'strict' }).ok

describe('VRL-02: single-fault mutants', () => {
  it('of the shipped missions are all rejected, the originals are not, by parser and validator alike', () => {
    const counts = new Map<string, number>()
    for (const doc of originals) {
      expect(errors(doc)).toBe(0)
      const root = doc.trees.find((tree) => tree.id === doc.main)?.root
      if (root === undefined) throw new Error('no main tree')
      for (const [name, broken] of faults(root)) {
        const mutant = withMain(doc, broken)
        expect(
          errors(mutant),
          `${name}: ${nodeLines(broken)
            .map((l) => l.text)
            .join('')}`,
        ).toBeGreaterThan(0)
        expect(accepted(mutant), name).toBe(false)
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
    }
    expect(counts.size).toBe(15)
    expect([...counts.values()].reduce((sum, n) => sum + n, 0)).toBe(663)
  })

  it('of 300 generated trees are all rejected, the originals are not', () => {
    fc.assert(
      fc.property(arbitraryNode, fc.nat(), (root, pick) => {
        expect(errors(withMain(base, root))).toBe(0)
        const all = faults(root)
        const [name, broken] = all[pick % all.length] ?? ['none', root]
        expect(errors(withMain(base, broken)), name).toBeGreaterThan(0)
      }),
      { numRuns: 300, seed: 2 },
    )
  })
})
