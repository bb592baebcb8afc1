import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import type { NodeDef } from '#bt/document.js'
import type { PatchEdit, PatchOp } from '#bt/edit.js'
import { AddressBook } from '#bt/edit/address-book.js'
import { applyEdits, firstRevision, revise } from '#bt/edit/apply.js'
import { keyed } from '#bt/edit/keyed.js'
import { rebasePatch } from '#bt/edit/rebase.js'
import { mainTree } from '#bt/paths.js'
import { doc, go, sequence } from './support/edited-document.js'

const retry = { id: 'Retry', kind: 'decorator', attrs: { times: '2' } } as const
const patch = (...ops: PatchOp[]): PatchEdit[] => ops.map((op) => ({ ...op, because: 'score' }))
const set = (at: string, value = '5'): PatchOp => ({ op: 'setAttr', at: at as '/', name: 'to', value })

/** a node as its attribute `to`, or its type, and its children in brackets */
const shown = (node: NodeDef | undefined): string =>
  node === undefined
    ? ''
    : `${node.attrs['to'] ?? node.id}${node.children.map((each) => ` (${shown(each)})`).join(',')}`

describe('the keys of nodes', () => {
  const book = (...ops: PatchOp[]): AddressBook =>
    must(revise(firstRevision(doc), patch(...ops)), 'edits').book
  const standing = (of: AddressBook): string[] => of.keys().map((key) => `${key} ${of.pathOf(key)}`)
  const MAIN = [
    'Sequence~1 /',
    'Go~1 /0',
    'Sequence~2 /1',
    'Go~2 /1/0',
    'Go~3 /1/1',
    'Load~1 /2',
    'SubTree~1 /3',
  ]
  const LOAD = ['Sequence~3', 'Go~4', 'Go~5', 'Sequence~4', 'Go~6']
  const PATHS = ['', '0', '1', '2', '2/0']
  const load = (name: string): string[] => LOAD.map((key, at) => `${key} ${name}:/${PATHS[at]}`)

  it.each<[string, PatchOp[], string[]]>([
    ['nothing', [], [...MAIN, ...load('Load')]],
    [
      'a new tree',
      [{ op: 'addTree', tree: 'New', root: sequence(go('0')) }],
      [...MAIN, ...load('Load'), 'Sequence~5 New:/', 'Go~7 New:/0'],
    ],
    ['a tree that goes', [{ op: 'removeTree', tree: 'Load' }], MAIN],
    ['another name of a tree', [{ op: 'renameTree', tree: 'Load', to: 'Lift' }], [...MAIN, ...load('Lift')]],
    [
      'another name of the main tree',
      [{ op: 'renameTree', tree: 'Main', to: 'Top' }],
      [...MAIN, ...load('Load')],
    ],
    [
      'another main tree',
      [{ op: 'setMain', tree: 'Load' }],
      [
        ...MAIN.map((line) => line.replace(' /', ' Main:/')),
        ...load('Load').map((line) => line.replace('Load:', '')),
      ],
    ],
    [
      'a model that comes and goes',
      [
        { op: 'setModel', model: { id: 'Load', kind: 'subtree', description: '', ports: [] } },
        { op: 'removeModel', model: 'Load' },
      ],
      [...MAIN, ...load('Load')],
    ],
    [
      'a wrapper, a node that is unwrapped and one that is replaced',
      [
        { op: 'wrap', at: '/0', with: retry },
        { op: 'unwrap', at: 'Load:/2' },
        { op: 'replaceSubtree', at: '/1', node: go('0') },
      ],
      [
        'Sequence~1 /',
        'Retry~1 /0',
        'Go~1 /0/0',
        'Go~7 /1',
        'Load~1 /2',
        'SubTree~1 /3',
        'Sequence~3 Load:/',
        'Go~4 Load:/0',
        'Go~5 Load:/1',
        'Go~6 Load:/2',
      ],
    ],
  ])('after %s are these', (_, ops, keys) => {
    expect(standing(book(...ops)).toSorted()).toEqual(keys.toSorted())
  })

  it('of a tree that went say which edit took it', () => {
    const gone = book(set('/0'), { op: 'removeTree', tree: 'Load' })
    for (const key of ['Sequence~3', 'Go~4', 'Go~6'] as const) {
      expect(gone.removedBy(key)).toEqual({
        number: 1,
        edit: { op: 'removeTree', tree: 'Load', because: 'score' },
      })
    }
    expect(gone.removedBy('Go~1')).toBeUndefined()
    const unwrapped = book({ op: 'unwrap', at: 'Load:/2' })
    expect([unwrapped.removedBy('Sequence~4')?.number, unwrapped.removedBy('Go~6')]).toEqual([0, undefined])
  })

  it('count every edit, also those that take nothing', () => {
    const history = patch(
      set('/0'),
      { op: 'wrap', at: '/0', with: retry },
      { op: 'remove', at: '/1' },
      set('Go~2'),
    )
    expect(applyEdits(doc, history)).toMatchObject({
      error: { number: 3, message: 'Go~2 is gone: edit 2 (remove, because score) removed it' },
    })
  })

  it('in a place that is none are none', () => {
    const first = AddressBook.of(doc)
    expect(first.keyAt({ tree: 'No', indices: [] })).toBeUndefined()
    expect(first.keyAt({ tree: 'Main', indices: [7, 1] })).toBeUndefined()
    expect(first.keyAt({ tree: 'Load', indices: [2, 0] })).toBe('Go~6')
    expect([first.pathOf('Go~6'), first.pathOf('Go~7')]).toEqual(['Load:/2/0', undefined])
  })
})

describe('a node that a patch made', () => {
  const end = (...ops: PatchOp[]): string => {
    const applied = must(applyEdits(doc, patch(...ops)), 'edits')
    return [mainTree(applied)?.root, applied.trees.find(({ id }) => id === 'New')?.root]
      .map(shown)
      .join(' | ')
  }

  it.each<[string, PatchOp[], string]>([
    [
      'by insert',
      [{ op: 'insert', parent: '/', index: 1, node: sequence(go('a')) }, set('+0/0', 'b')],
      'Sequence (1), (Sequence (b)), (Sequence (2), (3)), (SubTree), (SubTree) | ',
    ],
    ['by wrap', [{ op: 'wrap', at: '/0', with: retry }, set('+0', 'b')], 'b (1)'],
    [
      'by replaceSubtree',
      [{ op: 'replaceSubtree', at: '/0', node: sequence(go('a')) }, set('+0/0', 'b')],
      '(b)',
    ],
    [
      'by addTree',
      [{ op: 'addTree', tree: 'New', root: sequence(go('a')) }, set('+0/0', 'b'), set('+0', 'c')],
      'Sequence (1), (Sequence (2), (3)), (SubTree), (SubTree) | c (b)',
    ],
    [
      'is a place behind which, and in which, more goes',
      [
        { op: 'insert', parent: '/', index: 0, node: sequence() },
        { op: 'insert', parent: '/', after: '+0', node: go('y') },
        { op: 'insert', parent: '+0', index: 0, node: go('x') },
        { op: 'move', at: '/2', parent: '+0', after: '+2' },
      ],
      'Sequence (Sequence (x), (1)), (y), (Sequence (2), (3)), (SubTree), (SubTree) | ',
    ],
  ])('%s has the address +n', (_, ops, shape) => {
    expect(end(...ops)).toContain(shape)
  })

  it('is told apart from edits that make none', () => {
    for (const op of [
      { op: 'remove', at: '/0' },
      { op: 'unwrap', at: 'Load:/2' },
      { op: 'move', at: '/0', parent: '/1', index: 0 },
      { op: 'setMain', tree: 'Load' },
      { op: 'renameTree', tree: 'Load', to: 'Lift' },
      { op: 'removeTree', tree: 'Load' },
    ] as const) {
      expect(applyEdits(doc, patch(op, set('+0'))), op.op).toMatchObject({
        error: { number: 1, message: 'no earlier edit created a node +0' },
      })
    }
  })
})

describe('a place behind a sibling', () => {
  it.each<[string, PatchOp, string]>([
    [
      'of an insertion',
      { op: 'insert', parent: '/1', after: '/1/0', node: go('x') },
      'Sequence (2), (x), (3)',
    ],
    [
      'that holds the node named',
      { op: 'insert', parent: '/', after: '/1/0', node: go('x') },
      '(Sequence (2), (3)), (x), (SubTree)',
    ],
    [
      'of a node that moves on',
      { op: 'move', at: '/0', parent: '/', after: '/1' },
      '(Sequence (2), (3)), (1), (SubTree)',
    ],
    [
      'of a node that moves back',
      { op: 'move', at: '/2', parent: '/', after: '/0' },
      '(1), (SubTree), (Sequence (2), (3))',
    ],
    [
      'that is the node itself',
      { op: 'move', at: '/1', parent: '/', after: '/0' },
      '(1), (Sequence (2), (3)), (SubTree)',
    ],
    [
      'of a node from another parent',
      { op: 'move', at: '/1/0', parent: '/', after: '/0' },
      '(1), (2), (Sequence (3))',
    ],
    [
      'in another tree',
      { op: 'move', at: 'Load:/0', parent: '/1', after: '/1/1' },
      '(Sequence (2), (3), (9))',
    ],
  ])('%s is right behind it', (_, op, shape) => {
    const applied = must(applyEdits(doc, patch(op)), 'edit')
    expect(shown(mainTree(applied)?.root)).toContain(shape)
  })
})

describe('a patch in keys', () => {
  const inKeys = (...ops: PatchOp[]): unknown =>
    must(keyed(firstRevision(doc), patch(...ops)), 'keyed').map(({ because: _, ...op }) => op)

  it('names places behind siblings, and nodes that it made by their number', () => {
    const node = go('x')
    expect(
      inKeys(
        { op: 'insert', parent: '/1', index: 0, node },
        { op: 'insert', parent: '/1', index: 3, node },
        { op: 'insert', parent: 'Load:/2', after: 'Load:/2/0', node: sequence(node) },
        set('Load:/2/1/0'),
        { op: 'remove', at: '/1/3' },
        { op: 'addTree', tree: 'New', root: sequence(node) },
        { op: 'move', at: '/0', parent: 'New:/', index: 1 },
        { op: 'wrap', at: 'New:/0', with: retry },
        { op: 'unwrap', at: 'New:/0' },
        { op: 'setMain', tree: 'Load' },
        set('/0'),
        set('Main:/0/1'),
      ),
    ).toEqual([
      { op: 'insert', parent: 'Sequence~2', index: 0, node },
      { op: 'insert', parent: 'Sequence~2', after: 'Go~3', node },
      { op: 'insert', parent: 'Sequence~4', after: 'Go~6', node: sequence(node) },
      set('+2/0'),
      { op: 'remove', at: '+1' },
      { op: 'addTree', tree: 'New', root: sequence(node) },
      { op: 'move', at: 'Go~1', parent: '+5', after: '+5/0' },
      { op: 'wrap', at: '+5/0', with: retry },
      { op: 'unwrap', at: '+7' },
      { op: 'setMain', tree: 'Load' },
      set('Go~4'),
      set('Go~2'),
    ])
  })

  it('leaves out the node that moves when it counts its new siblings', () => {
    expect(inKeys({ op: 'move', at: '/0', parent: '/', index: 2 })).toEqual([
      { op: 'move', at: 'Go~1', parent: 'Sequence~1', after: 'Load~1' },
    ])
  })
})

describe('two patches of one document', () => {
  const rebase = (mine: PatchOp[], theirs: PatchOp[]): unknown =>
    rebasePatch(firstRevision(doc), patch(...mine), patch(...theirs))

  it('clash in an attribute', () => {
    expect(rebase([set('/1'), set('/0', 'a')], [set('/1/0'), set('/0', 'b')])).toEqual({
      ok: false,
      error: {
        code: 'edit.both-changed',
        number: 1,
        path: 'Go~1',
        by: { number: 1, edit: { op: 'setAttr', at: 'Go~1', name: 'to', value: 'b', because: 'score' } },
        message: 'the other patch has changed to of Go~1 too (edit 1)',
      },
    })
  })

  it('clash in the place of a node', () => {
    expect(
      rebase(
        [{ op: 'move', at: '/0', parent: '/1', index: 0 }],
        [{ op: 'move', at: '/0', parent: '/', index: 1 }],
      ),
    ).toMatchObject({
      error: { path: 'Go~1', message: 'the other patch has changed the place of Go~1 too (edit 0)' },
    })
  })

  it('do not clash where they agree, nor in nodes that each makes', () => {
    const both = [set('/0', 'a')]
    expect(rebase(both, both)).toMatchObject({ ok: true })
    const made = (value: string): PatchOp[] => [
      { op: 'insert', parent: '/1', index: 0, node: go('0') },
      set('/1/0', value),
    ]
    expect(rebase(made('a'), made('b'))).toMatchObject({ ok: true })
  })

  it('are refused when either does not apply by itself', () => {
    const bad = set('/9')
    const error = { number: 0, path: '/9', message: 'Sequence has 4 children; there is no child 9' }
    expect(rebase([bad], [])).toMatchObject({ ok: false, error })
    expect(rebase([], [bad])).toMatchObject({ ok: false, error })
  })
})
