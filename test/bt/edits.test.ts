import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NodeDef } from '#bt/document.js'
import type { EditOp } from '#bt/edit.js'
import { applyEdits } from '#bt/edit/apply.js'
import { diff, treeDiff } from '#bt/edit/diff.js'
import { mainTree, nodeAt } from '#bt/paths.js'
import { nodeLines, writeTree } from '#bt/xml/write.js'
import { arbitraryNode, withMain } from './support/arbitrary-tree.js'
import { loadMission } from './support/mission.js'

const initial = loadMission('initial.xml')
const before = loadMission('reference/fig9-before.xml')
const after = loadMission('reference/fig9-after.xml')
const home: NodeDef = { id: 'MoveToHome', kind: 'action', attrs: {}, children: [] }

const apply = (op: EditOp, doc = initial) => applyEdits(doc, [{ ...op, because: 'score' }])
const mainText = (doc = initial): string =>
  nodeLines(mainTree(doc)?.root ?? home)
    .map((line) => '  '.repeat(line.depth) + line.text)
    .join('\n')

describe('edits (VRL-06)', () => {
  it('insert puts a node before another, or at the end', () => {
    const at = (index: number) => apply({ op: 'insert', parent: '/', index, node: home })
    const ends = [at(0), at(4)]
    expect(ends.map((end) => end.ok && nodeAt(end.value, '/0')?.id)).toEqual(['MoveToHome', 'MoveToZone'])
    expect(ends.map((end) => end.ok && nodeAt(end.value, '/4')?.id)).toEqual(['SubTree', 'MoveToHome'])
  })

  it('wrap and unwrap are each other’s reverse', () => {
    const retry = { id: 'RetryUntilSuccessful', kind: 'decorator', attrs: { num_attempts: '2' } } as const
    const wrapped = apply({ op: 'wrap', at: '/1', with: retry })
    if (!wrapped.ok) throw new Error(wrapped.error.message)
    expect(nodeAt(wrapped.value, '/1/0')?.attrs['ID']).toBe('LoadBlocksSequence')
    const back = apply({ op: 'unwrap', at: '/1' }, wrapped.value)
    expect(back.ok && writeTree(back.value)).toBe(writeTree(initial))
  })

  it('the root may be wrapped, unwrapped, replaced and changed, but not removed', () => {
    const wrapped = apply({ op: 'wrap', at: '/', with: { id: 'Inverter', kind: 'decorator', attrs: {} } })
    expect(wrapped.ok && mainTree(wrapped.value)?.root.id).toBe('Inverter')
    const replaced = apply({ op: 'replaceSubtree', at: '/', node: home })
    expect(replaced.ok && mainTree(replaced.value)?.root).toEqual(home)
    expect(apply({ op: 'remove', at: '/' })).toMatchObject({
      ok: false,
      error: { code: 'edit.is-root', number: 0 },
    })
  })

  it('setAttr sets, and with null goes back to the default', () => {
    const set = apply({ op: 'setAttr', at: '/0', name: 'position', value: '2' })
    if (!set.ok) throw new Error(set.error.message)
    expect(nodeAt(set.value, '/0')?.attrs).toEqual({ zone: '1', position: '2' })
    const unset = apply({ op: 'setAttr', at: '/0', name: 'position', value: null }, set.value)
    expect(unset.ok && writeTree(unset.value)).toBe(writeTree(initial))
  })

  it.each([
    ['/0', '/', 3, 'SubTree MoveToZone SubTree MoveToZone'],
    ['/3', '/', 0, 'SubTree MoveToZone SubTree MoveToZone'],
    ['/0', '/', 0, 'MoveToZone SubTree MoveToZone SubTree'],
  ] as const)('move %s to %s index %i', (at, parent, index, order) => {
    const moved = apply({ op: 'move', at, parent, index })
    const children = moved.ok ? mainTree(moved.value)?.root.children.map((child) => child.id) : []
    expect(children?.join(' ')).toBe(order)
  })

  it('move finds its parent by the path before the node was taken out', () => {
    const moved = apply({ op: 'move', at: '/0', parent: '/1/0', index: 0 }, before)
    if (!moved.ok) throw new Error(moved.error.message)
    expect(nodeAt(moved.value, '/0/0/0')?.id).toBe('RetryUntilSuccessful')
    expect(nodeAt(moved.value, '/0/0/1')?.id).toBe('MoveToZone')
  })

  it.each<[EditOp, string]>([
    [{ op: 'remove', at: '/9' }, 'edit.no-such-node'],
    [{ op: 'remove', at: '/0/0' }, 'edit.no-such-node'],
    [{ op: 'remove', at: 'nonsense' as '/' }, 'edit.bad-path'],
    [{ op: 'setAttr', at: '/-1', name: 'zone', value: '2' }, 'edit.bad-path'],
    [{ op: 'setAttr', at: '/1/0', name: 'zone', value: '2' }, 'edit.subtree-inside'],
    [{ op: 'insert', parent: '/', index: 5, node: home }, 'edit.index'],
    [{ op: 'insert', parent: '/', index: 0.5, node: home }, 'edit.index'],
    [{ op: 'unwrap', at: '/' }, 'edit.not-one-child'],
    [{ op: 'unwrap', at: '/0' }, 'edit.not-one-child'],
    [{ op: 'move', at: '/', parent: '/0', index: 0 }, 'edit.into-itself'],
    [{ op: 'move', at: '/1', parent: '/1', index: 0 }, 'edit.into-itself'],
  ])('%j is refused', (op, code) => {
    expect(apply(op)).toMatchObject({ ok: false, error: { code } })
  })

  it('a patch is applied as a whole or not at all, each edit to the result of the one before', () => {
    const ops = [
      { op: 'remove', at: '/0' },
      { op: 'remove', at: '/0' },
      { op: 'remove', at: '/7' },
    ] as const
    const result = applyEdits(
      initial,
      ops.map((op) => ({ ...op, because: 'trace' })),
    )
    expect(result).toMatchObject({ ok: false, error: { number: 2 } })
    const two = applyEdits(
      initial,
      ops.slice(0, 2).map((op) => ({ ...op, because: 'trace' })),
    )
    expect(two.ok && mainText(two.value)).toBe(
      '<Sequence>\n  <MoveToZone zone="2"/>\n  <SubTree ID="UnloadBlocksSequence"/>\n</Sequence>',
    )
  })
})

describe('diff (VRL-06)', () => {
  it('apply(diff(a, b), a) is b, for 600 pairs of any trees', () => {
    fc.assert(
      fc.property(arbitraryNode, arbitraryNode, (a, b) => {
        const [from, to] = [withMain(initial, a), withMain(initial, b)]
        const applied = applyEdits(from, diff(from, to))
        expect(applied.ok && writeTree(applied.value)).toBe(writeTree(to))
      }),
      { numRuns: 600, seed: 6 },
    )
  })

  it('also for related trees, where it is short: one edit is found again as one edit', () => {
    const retry = { id: 'RetryUntilSuccessful', kind: 'decorator', attrs: { num_attempts: '2' } } as const
    const edits: EditOp[] = [
      { op: 'remove', at: '/4' },
      { op: 'insert', parent: '/7/0', index: 1, node: home },
      { op: 'wrap', at: '/5', with: retry },
      { op: 'unwrap', at: '/3' },
      { op: 'move', at: '/0', parent: '/', index: 12 },
      { op: 'move', at: '/12', parent: '/', index: 0 },
      { op: 'setAttr', at: '/1/0/0', name: 'zone', value: '7' },
      { op: 'replaceSubtree', at: '/2', node: home },
    ]
    for (const edit of edits) {
      const changed = apply(edit, before)
      if (!changed.ok) throw new Error(changed.error.message)
      expect(diff(before, changed.value, 'trace')).toEqual([{ ...edit, because: 'trace' }])
    }
  })

  it('of equal trees is empty', () => {
    expect(diff(before, loadMission('reference/fig9-before.xml'))).toEqual([])
  })

  it('carries no places of files into a patch', () => {
    expect(JSON.stringify(diff(initial, after))).not.toContain('"where"')
  })
})

describe('listing of a change (VRL-34)', () => {
  it('without the added lines is the old tree, without the removed ones the new', () => {
    fc.assert(
      fc.property(arbitraryNode, arbitraryNode, (a, b) => {
        const lines = treeDiff(withMain(initial, a), withMain(initial, b)).lines
        const without = (kind: string): string[] =>
          lines.filter((line) => line.kind !== kind).map((line) => line.text)
        expect(without('added')).toEqual(nodeLines(a).map((line) => line.text))
        expect(without('removed')).toEqual(nodeLines(b).map((line) => line.text))
      }),
      { numRuns: 300, seed: 34 },
    )
  })

  it('shows the edit of Fig. 9 as the paper does', async () => {
    const sign = { same: ' ', removed: '-', added: '+' } as const
    const text = treeDiff(before, after).lines.map(
      (line) => sign[line.kind] + '  '.repeat(line.depth) + line.text,
    )
    await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('fixtures/fig9.diff.txt')
  })
})
