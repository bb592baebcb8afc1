import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import type { NodeDef, TreeDoc } from '#bt/document.js'
import type { PatchEdit, PatchOp } from '#bt/edit.js'
import { parseAddress } from '#bt/edit/address.js'
import { AddressBook } from '#bt/edit/address-book.js'
import { applyEdits, firstRevision, revise } from '#bt/edit/apply.js'
import { keyed } from '#bt/edit/keyed.js'
import { rebasePatch } from '#bt/edit/rebase.js'
import { below } from '#bt/edit/structure.js'
import { treeById } from '#bt/paths.js'
import { writeTree } from '#bt/xml/write.js'
import { arbitraryChoice, arbitraryDocument, editsFrom } from './support/arbitrary-document.js'

const go = (to: string): NodeDef => ({ id: 'Go', kind: 'action', attrs: { to }, children: [] })
const sequence = (...children: NodeDef[]): NodeDef => ({
  id: 'Sequence',
  kind: 'control',
  attrs: {},
  children,
})
const doc: TreeDoc = {
  main: 'Main',
  trees: [
    { id: 'Load', root: sequence(go('9')) },
    { id: 'Main', root: sequence(go('1'), sequence(go('2'), go('3')), go('4')) },
  ],
}
const retry = { id: 'Retry', kind: 'decorator', attrs: { times: '2' } } as const
const patch = (...ops: PatchOp[]): PatchEdit[] => ops.map((op) => ({ ...op, because: 'score' }))
const nodeOf = ({ doc: at, book }: { doc: TreeDoc; book: AddressBook }, key: `${string}~${number}`) => {
  const spot = book.spotOf(key)
  return spot && below(treeById(at, spot.tree)?.root, spot.indices)
}

describe('addresses of nodes (VRL-06)', () => {
  it('are told apart by their form', () => {
    const kinds = ['/', '/2/0', 'Load:/', 'a b:/1', 'Go~2', '+0', '+3/1'].map(
      (text) => parseAddress(text)?.kind,
    )
    expect(kinds).toEqual(['path', 'path', 'path', 'path', 'key', 'made', 'made'])
    for (const text of ['', 'Go', 'Go~0', '~1', '/01', 'Load:', '+', '+x', '//', 'Go~1/0']) {
      expect(parseAddress(text), text).toBeUndefined()
    }
  })

  it('number nodes by kind, main tree first, parents before children', () => {
    const book = AddressBook.of(doc)
    expect(book.keys().map((key) => `${key} ${book.pathOf(key)}`)).toEqual([
      'Sequence~1 /',
      'Go~1 /0',
      'Sequence~2 /1',
      'Go~2 /1/0',
      'Go~3 /1/1',
      'Go~4 /2',
      'Sequence~3 Load:/',
      'Go~5 Load:/0',
    ])
    const turned = { ...doc, trees: doc.trees.toReversed() }
    expect(AddressBook.of(turned).keys()).toEqual(book.keys())
  })

  it('a path with a tree in front, and a key, reach every tree', () => {
    const byPath = applyEdits(doc, patch({ op: 'setAttr', at: 'Load:/0', name: 'to', value: '8' }))
    const byKey = applyEdits(doc, patch({ op: 'setAttr', at: 'Go~5', name: 'to', value: '8' }))
    expect(byPath).toEqual(byKey)
    expect(byPath.ok && treeById(byPath.value, 'Load')?.root.children[0]?.attrs).toEqual({ to: '8' })
  })

  it('a node moves to another tree and keeps its key', () => {
    const moved = must(
      revise(firstRevision(doc), patch({ op: 'move', at: 'Go~2', parent: 'Load:/', index: 1 })),
      '',
    )
    expect(moved.book.pathOf('Go~2')).toBe('Load:/1')
  })

  it('a key is always the same node, and no key is used twice, for 300 histories', () => {
    fc.assert(
      fc.property(arbitraryDocument, fc.array(arbitraryChoice, { maxLength: 6 }), (from, choices) => {
        const { ops } = editsFrom(from, choices)
        let revision = firstRevision(from)
        const ever = new Set(revision.book.keys())
        for (const edit of patch(...ops)) {
          const next = must(revise(revision, [edit]), 'an edit')
          for (const key of next.book.keys()) {
            const [old, now] = [nodeOf(revision, key), nodeOf(next, key)]
            const same =
              edit.op === 'setAttr' || isDeepStrictEqual([now?.id, now?.attrs], [old?.id, old?.attrs])
            expect(old === undefined ? !ever.has(key) : same, key).toBe(true)
            ever.add(key)
          }
          const gone = revision.book.keys().filter((key) => next.book.spotOf(key) === undefined)
          for (const key of gone) expect(next.book.removedBy(key)?.edit).toBe(edit)
          revision = next
        }
        expect(revise(firstRevision(from), patch(...ops))).toMatchObject({ ok: true, value: revision })
      }),
      { numRuns: 300, seed: 7 },
    )
  })
})

describe('patches written in keys', () => {
  it('do what the same patch in paths does, for 300 patches', () => {
    fc.assert(
      fc.property(arbitraryDocument, fc.array(arbitraryChoice, { maxLength: 6 }), (from, choices) => {
        const { ops, doc: end } = editsFrom(from, choices)
        const inKeys = must(keyed(firstRevision(from), patch(...ops)), 'keyed')
        const at = inKeys.flatMap((edit) => ('at' in edit ? [edit.at] : []))
        expect(at.filter((key) => key.startsWith('/'))).toEqual([])
        expect(writeTree(must(applyEdits(from, inKeys), 'applied'))).toBe(writeTree(end))
      }),
      { numRuns: 300, seed: 8 },
    )
  })

  it('still mean the same nodes after another patch', () => {
    const mine = patch(
      { op: 'insert', parent: '/1', index: 1, node: sequence(go('new')) },
      { op: 'setAttr', at: '/1/1/0', name: 'to', value: 'newer' },
      { op: 'remove', at: '/2' },
    )
    const theirs = patch(
      { op: 'insert', parent: '/', index: 0, node: go('0') },
      { op: 'wrap', at: '/2/0', with: retry },
      { op: 'wrap', at: '/', with: retry },
    )
    const rebased = must(rebasePatch(firstRevision(doc), mine, theirs), 'rebased')
    expect(rebased.patch.map((edit) => ('at' in edit ? edit.at : 'after' in edit ? edit.after : ''))).toEqual(
      ['Go~2', '+0/0', 'Go~4'],
    )
    const wrapped = { ...retry, children: [go('2')] }
    const inner = sequence(wrapped, sequence(go('newer')), go('3'))
    expect(writeTree(rebased.revision.doc)).toBe(
      writeTree({
        ...doc,
        trees: [
          { id: 'Main', root: { ...retry, children: [sequence(go('0'), go('1'), inner)] } },
          { id: 'Load', root: sequence(go('9')) },
        ],
      }),
    )
  })

  it('say which edit took a node away', () => {
    const mine = patch({ op: 'setAttr', at: '/1/0', name: 'to', value: '7' })
    const theirs = patch({ op: 'remove', at: '/0' }, { op: 'remove', at: '/0' })
    expect(rebasePatch(firstRevision(doc), mine, theirs)).toMatchObject({
      ok: false,
      error: {
        code: 'edit.gone',
        number: 0,
        by: { number: 1, edit: { op: 'remove', at: 'Sequence~2' } },
        message: 'Go~2 is gone: edit 1 (remove, because score) removed it',
      },
    })
  })

  it.each<[string, PatchOp, PatchOp, string]>([
    [
      'one attribute is set twice',
      { op: 'setAttr', at: '/0', name: 'to', value: '7' },
      { op: 'setAttr', at: '/0', name: 'to', value: '8' },
      'edit.both-changed',
    ],
    [
      'one node is moved twice',
      { op: 'move', at: '/0', parent: '/', index: 2 },
      { op: 'move', at: '/0', parent: '/1', index: 0 },
      'edit.both-changed',
    ],
    [
      'the sibling that names a place has left',
      { op: 'insert', parent: '/1', index: 1, node: go('5') },
      { op: 'move', at: '/1/0', parent: '/', index: 0 },
      'edit.moved-away',
    ],
  ])('are refused when %s', (_, mine, theirs, code) => {
    const rebased = rebasePatch(firstRevision(doc), patch(mine), patch(theirs))
    expect(rebased).toMatchObject({ ok: false, error: { code } })
    const same = rebasePatch(firstRevision(doc), patch(mine), patch(mine))
    expect(same.ok).toBe(true)
  })
})

describe('edits of the list of trees', () => {
  it.each<[PatchOp, string]>([
    [{ op: 'addTree', tree: 'Load', root: go('1') }, 'edit.tree-exists'],
    [{ op: 'renameTree', tree: 'Load', to: 'Main' }, 'edit.tree-exists'],
    [{ op: 'removeTree', tree: 'Nope' }, 'edit.no-such-tree'],
    [{ op: 'removeTree', tree: 'Main' }, 'edit.is-main'],
    [{ op: 'setMain', tree: 'Nope' }, 'edit.no-such-tree'],
    [{ op: 'removeModel', model: 'Load' }, 'edit.no-such-model'],
    [{ op: 'remove', at: 'Nope:/0' }, 'edit.no-such-tree'],
    [{ op: 'remove', at: 'Nope~3' }, 'edit.no-such-node'],
    [{ op: 'remove', at: '+0' }, 'edit.no-such-node'],
    [{ op: 'setAttr', at: '/0', name: 'a b', value: '1' }, 'edit.not-xml'],
    [{ op: 'setAttr', at: '/0', name: 'to', value: '\u0000' }, 'edit.not-xml'],
    [{ op: 'move', at: 'Load:/', parent: '/', index: 0 }, 'edit.is-root'],
  ])('%j is refused', (op, code) => {
    expect(applyEdits(doc, patch(op))).toMatchObject({ ok: false, error: { code } })
  })
})
