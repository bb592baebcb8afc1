import { describe, expect, it } from 'vitest'
import type { NodeDef } from '#bt/document.js'
import type { PatchEdit, PatchOp } from '#bt/edit.js'
import { AddressBook } from '#bt/edit/address-book.js'
import { parseAddress, spotPath } from '#bt/edit/address.js'
import { applyEdits } from '#bt/edit/apply.js'
import { call, doc, go, sequence } from './support/edited-document.js'

const patch = (...ops: PatchOp[]): PatchEdit[] => ops.map((op) => ({ ...op, because: 'score' }))
const FORMS = 'addresses look like /2/0 (/ is the root), Tree:/2/0, MoveTo~2 or +0'
const NO_NAME = 'a node needs a name that XML can hold'
const set = (at: string, value = '5'): PatchOp => ({ op: 'setAttr', at: at as '/', name: 'to', value })

describe('an edit that cannot be done', () => {
  it.each<[PatchOp, object]>([
    [set('x'), { code: 'edit.bad-path', path: 'x', message: FORMS }],
    [set('+2'), { code: 'edit.no-such-node', path: '+2', message: 'no earlier edit created a node +2' }],
    [set('+0'), { code: 'edit.no-such-node', path: '+0', message: 'no earlier edit created a node +0' }],
    [set('Go~9'), { code: 'edit.no-such-node', path: 'Go~9', message: 'the document never had a node Go~9' }],
    [set('No:/'), { code: 'edit.no-such-tree', path: 'No:/', message: 'the document has no tree No' }],
    [
      set('/1/5'),
      {
        code: 'edit.no-such-node',
        path: '/1/5',
        message: 'Sequence has 2 children; there is no child 5',
      },
    ],
    [
      set('/2/0'),
      {
        code: 'edit.subtree-inside',
        path: '/2/0',
        message: 'the inside of a SubTree is another tree: Load:/…',
      },
    ],
    [
      set('/3/0'),
      { code: 'edit.subtree-inside', path: '/3/0', message: 'the inside of a SubTree is another tree: :/…' },
    ],
    [
      { op: 'remove', at: '/' },
      { code: 'edit.is-root', path: '/', message: 'a tree needs a root; replace it instead' },
    ],
    [
      { op: 'move', at: 'Load:/', parent: '/', index: 0 },
      { code: 'edit.is-root', path: 'Load:/', message: 'a tree needs a root; it cannot be moved away' },
    ],
    [
      { op: 'move', at: '/1', parent: '/1', index: 0 },
      { code: 'edit.into-itself', path: '/1', message: 'a node cannot be moved below itself' },
    ],
    [
      { op: 'unwrap', at: '/1' },
      { code: 'edit.not-one-child', path: '/1', children: 2, message: 'Sequence has 2 children, not one' },
    ],
    [
      { op: 'insert', parent: '/1', index: 3, node: go('5') },
      { code: 'edit.index', path: '/1', children: 2, message: 'index 3 is not in 0…2' },
    ],
    [
      { op: 'insert', parent: '/1', index: -1, node: go('5') },
      { code: 'edit.index', path: '/1', children: 2, message: 'index -1 is not in 0…2' },
    ],
    [
      { op: 'move', at: '/1/0', parent: '/1', index: 2 },
      { code: 'edit.index', path: '/1', children: 1, message: 'index 2 is not in 0…1' },
    ],
    [
      { op: 'move', at: 'Load:/2/0', parent: '/1', index: 3 },
      { code: 'edit.index', path: '/1', children: 2, message: 'index 3 is not in 0…2' },
    ],
    [
      { op: 'insert', parent: '/1', after: '/0', node: go('5') },
      { code: 'edit.moved-away', path: '/0', message: '/0 is no longer a child of /1' },
    ],
    [
      { op: 'insert', parent: '/1', after: '/1', node: go('5') },
      { code: 'edit.moved-away', path: '/1', message: '/1 is no longer a child of /1' },
    ],
    [
      { op: 'insert', parent: '/', after: 'Load:/0', node: go('5') },
      { code: 'edit.moved-away', path: 'Load:/0', message: 'Load:/0 is no longer a child of /' },
    ],
    [
      { op: 'insert', parent: '/1', after: 'Load:/2/0', node: go('5') },
      { code: 'edit.moved-away', path: 'Load:/2/0', message: 'Load:/2/0 is no longer a child of /1' },
    ],
    [
      { op: 'removeTree', tree: 'Main' },
      { code: 'edit.is-main', path: 'Main', message: 'choose another main tree first (setMain)' },
    ],
    [
      { op: 'removeTree', tree: 'No' },
      { code: 'edit.no-such-tree', path: 'No', message: 'the document has no tree No' },
    ],
    [
      { op: 'renameTree', tree: 'Load', to: 'Main' },
      { code: 'edit.tree-exists', path: 'Main', message: 'the document has a tree Main already' },
    ],
    [
      { op: 'removeModel', model: 'Load' },
      { code: 'edit.no-such-model', path: 'Load', message: 'the document has no model of Load' },
    ],
    [
      { op: 'setAttr', at: '/0', name: 'a b', value: '1' },
      { code: 'edit.not-xml', path: '/0', message: '"a b" is not a valid attribute name' },
    ],
    [
      { op: 'setAttr', at: '/0', name: 'to', value: '\u0001' },
      {
        code: 'edit.not-xml',
        path: '/0',
        message: 'the value of to contains a character that XML does not allow',
      },
    ],
    [
      { op: 'replaceSubtree', at: '/0', node: { ...go('1'), id: '' } },
      { code: 'edit.not-xml', path: '/0', message: NO_NAME },
    ],
    [
      { op: 'insert', parent: '/1', index: 0, node: { ...go('1'), id: 'a\u0000' } },
      { code: 'edit.not-xml', path: '/1', message: NO_NAME },
    ],
    [
      { op: 'wrap', at: '/0', with: { id: 'X', kind: 'decorator', attrs: { 'a b': '1' } } },
      { code: 'edit.not-xml', path: '/0', message: '"a b" is not a valid attribute name' },
    ],
    [
      { op: 'addTree', tree: 'New', root: sequence(go('1'), sequence(go('\u0002'))) },
      {
        code: 'edit.not-xml',
        path: 'New',
        message: 'the value of to contains a character that XML does not allow',
      },
    ],
  ])('%j says exactly why', (op, error) => {
    // after an edit that makes no node, so that the number is told as well
    expect(applyEdits(doc, patch(set('/0'), op))).toEqual({ ok: false, error: { ...error, number: 1 } })
  })

  it('in a document without its main tree has no place', () => {
    const rootless = { main: 'Gone', trees: doc.trees }
    expect(applyEdits(rootless, patch(set('/0')))).toEqual({
      ok: false,
      error: { code: 'edit.no-such-node', number: 0, path: '/0', message: 'no main tree' },
    })
  })
})

describe('an address', () => {
  it.each([
    ['/', { kind: 'path', tree: undefined, indices: [] }],
    ['/12/0', { kind: 'path', tree: undefined, indices: [12, 0] }],
    ['a:b:/3', { kind: 'path', tree: 'a:b', indices: [3] }],
    [':/', { kind: 'path', tree: '', indices: [] }],
    ['Größe_1.x-y~10', { kind: 'key', key: 'Größe_1.x-y~10' }],
    ['+10', { kind: 'made', number: 10, indices: [] }],
    ['+999999/1/2', { kind: 'made', number: 999_999, indices: [1, 2] }],
    ['+1x', undefined],
    ['+1abc/0', undefined],
    ['+1/x', undefined],
    ['+1/0\n', undefined],
    ['+01', undefined],
    ['+1234567', undefined],
  ])('%j is read as it is meant', (text, parsed) => {
    expect(parseAddress(text)).toEqual(parsed)
  })

  it('names the tree only where it is not the main tree', () => {
    expect(spotPath({ tree: 'Main', indices: [1, 0] }, 'Main')).toBe('/1/0')
    expect(spotPath({ tree: 'Main', indices: [] }, 'Load')).toBe('Main:/')
  })

  it('as a key has only letters that keys have, and a number of its own for each name', () => {
    const odd = (id: string): NodeDef => ({ ...go('1'), id })
    const root = sequence(odd('3D scan'), odd('3D/scan'), odd(''), call({ ID: 'a b' }), call({}))
    expect(AddressBook.of({ main: 'M', trees: [{ id: 'M', root }] }).keys()).toEqual([
      'Sequence~1',
      '3D_scan~1',
      '3D_scan~2',
      'Node~1',
      'a_b~1',
      'SubTree~1',
    ])
    // an action's attribute ID is no name
    const action = { ...go('1'), attrs: { ID: 'other' } }
    expect(AddressBook.of({ main: 'M', trees: [{ id: 'M', root: action }] }).keys()).toEqual(['Go~1'])
  })
})
