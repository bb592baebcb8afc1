import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TreeDoc } from '#bt/document.js'
import type { PatchOp } from '#bt/edit.js'
import { applyEdits } from '#bt/edit/apply.js'
import { diff } from '#bt/edit/diff.js'
import { Planner } from '#bt/edit/match/plan.js'
import { TreeIndexer } from '#bt/edit/match/tree-indexer.js'
import { writeTree } from '#bt/xml/write.js'
import {
  arbitraryChoice,
  arbitraryDocument,
  editsFrom,
  largeTree,
  sizeOf,
} from './support/arbitrary-document.js'

const because = 'test'
const withRoot = (root: TreeDoc['trees'][number]['root']): TreeDoc => ({
  main: 'Main',
  trees: [{ id: 'Main', root }],
})

/** how many nodes and attributes a patch names, and how many edits it has */
const weight = (ops: readonly PatchOp[]): number =>
  ops.reduce((sum, op) => sum + 1 + ('node' in op ? sizeOf(op.node) : 0), 0)

describe('diff of documents (VRL-06)', () => {
  it('apply(diff(a, b), a) is b, for 500 pairs of any documents', () => {
    fc.assert(
      fc.property(arbitraryDocument, arbitraryDocument, (a, b) => {
        const applied = applyEdits(a, diff(a, b))
        expect(applied.ok ? writeTree(applied.value) : applied.error).toBe(writeTree(b))
      }),
      { numRuns: 500, seed: 1 },
    )
  })

  it('of documents that differ in the order of trees, models and attributes only is empty', () => {
    fc.assert(
      fc.property(arbitraryDocument, (doc) => {
        const { models, ...rest } = doc
        const turned = {
          ...rest,
          trees: doc.trees.toReversed(),
          ...(models && { models: models.toReversed() }),
        }
        expect(diff(doc, turned)).toEqual([])
      }),
      { numRuns: 50, seed: 2 },
    )
  })

  it('of k edits of one tree has at most three times their weight', () => {
    let seen = 0
    const sizes = fc.record({ size: fc.integer({ min: 5, max: 60 }), seed: fc.nat(1000) })
    fc.assert(
      fc.property(
        sizes,
        fc.array(arbitraryChoice, { minLength: 1, maxLength: 6 }),
        ({ size, seed }, choices) => {
          const doc = withRoot(largeTree(size, seed))
          const { ops, doc: changed } = editsFrom(doc, choices)
          const found = diff(doc, changed)
          const applied = applyEdits(doc, found)
          expect(applied.ok && writeTree(applied.value)).toBe(writeTree(changed))
          expect(weight(found), JSON.stringify({ ops, found })).toBeLessThanOrEqual(3 * weight(ops))
          seen += ops.length
        },
      ),
      { numRuns: 500, seed: 3 },
    )
    expect(seen).toBeGreaterThan(1000)
  })

  it('a renamed tree is one edit that its SubTree nodes follow', () => {
    const call = { id: 'SubTree', kind: 'subtree', attrs: { ID: 'Old' }, children: [] } as const
    const leaf = { id: 'Go', kind: 'action', attrs: { to: '1' }, children: [] } as const
    const named = (ID: string): TreeDoc => ({
      main: 'Main',
      trees: [
        { id: 'Main', root: { ...call, attrs: { ID } } },
        { id: ID, root: leaf },
      ],
    })
    expect(diff(named('Old'), named('New'))).toEqual([
      { op: 'renameTree', tree: 'Old', to: 'New', because: 'diff' },
    ])
  })

  it('of the main tree alone speaks the language of the actor: index paths', () => {
    let told = 0
    fc.assert(
      fc.property(
        arbitraryDocument,
        fc.array(arbitraryChoice, { minLength: 1, maxLength: 4 }),
        (doc, choices) => {
          const { doc: changed } = editsFrom(doc, choices)
          for (const edit of diff(doc, changed)) {
            const places = [...('at' in edit ? [edit.at] : []), ...('parent' in edit ? [edit.parent] : [])]
            told += places.length
            expect(places.filter((place) => !place.startsWith('/'))).toEqual([])
          }
        },
      ),
      { numRuns: 50, seed: 4 },
    )
    expect(told).toBeGreaterThan(20)
  })
})

describe('diff of large trees', () => {
  it('of a thousand nodes and ten edits is short and looks at few pairs', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const doc = withRoot(largeTree(1000, seed))
      const choices = fc.sample(arbitraryChoice, { numRuns: 10, seed })
      const { ops, doc: changed } = editsFrom(doc, choices)
      const found = diff(doc, changed)
      const applied = applyEdits(doc, found)
      expect(applied.ok && writeTree(applied.value)).toBe(writeTree(changed))
      expect(weight(found)).toBeLessThanOrEqual(3 * weight(ops))
      expect(stepsOf(doc, changed)).toBeLessThan(150_000)
    }
  })

  it('of a thousand unlike nodes keeps to its bound and is right', () => {
    const [a, b] = [withRoot(largeTree(1000, 1)), withRoot(largeTree(1000, 2))]
    const applied = applyEdits(a, diff(a, b))
    expect(applied.ok && writeTree(applied.value)).toBe(writeTree(b))
    expect(stepsOf(a, b)).toBeLessThan(200_000)
  })

  it('of a thousand children with one taken out in the middle and one put in is two edits', () => {
    const children = Array.from({ length: 1000 }, (_, i) => ({
      id: 'Go',
      kind: 'action' as const,
      attrs: { to: String(i % 7) },
      children: [],
    }))
    const row = (list: typeof children): TreeDoc =>
      withRoot({ id: 'Sequence', kind: 'control', attrs: {}, children: list })
    const say = { id: 'Say', kind: 'action' as const, attrs: { to: 'x' }, children: [] }
    const [a, b] = [row(children), row(children.toSpliced(700, 1).toSpliced(200, 0, say))]
    expect(
      diff(a, b, because)
        .map(({ op }) => op)
        .sort(),
    ).toEqual(['insert', 'remove'])
  })
})

function stepsOf(a: TreeDoc, b: TreeDoc): number {
  const [indexer, planner] = [new TreeIndexer(), new Planner()]
  const indexTree = ({ trees }: TreeDoc) => indexer.index((trees[0] as TreeDoc['trees'][number]).root)
  planner.plan(indexTree(a), indexTree(b))
  return planner.steps
}
