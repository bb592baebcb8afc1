import { describe, expect, it } from 'vitest'
import type { NodeDef, NodeKind, TreeDoc } from '#bt/document.js'
import { NodeLibrary } from '#bt/library.js'
import {
  canonicalTrees,
  childPath,
  indexPath,
  nodeAt,
  nodeLabel,
  pathIndices,
  runtimeChildren,
} from '#bt/paths.js'
import { units } from '#bt/units.js'

const node = (
  id: string,
  kind: NodeKind,
  attrs: Record<string, string>,
  ...children: NodeDef[]
): NodeDef => ({
  id,
  kind,
  attrs,
  children,
})
const act = (id: string, attrs: Record<string, string> = {}) => node(id, 'action', attrs)
const sequence = (...children: NodeDef[]) => node('Sequence', 'control', {}, ...children)
const around = (child?: NodeDef) => node('Inverter', 'decorator', {}, ...(child ? [child] : []))
const subtree = (attrs: Record<string, string>) => node('SubTree', 'subtree', attrs)
const doc = (root: NodeDef, ...others: [id: string, root: NodeDef][]): TreeDoc => ({
  main: 'M',
  trees: [...others.map(([id, other]) => ({ id, root: other })), { id: 'M', root }],
})

describe('addresses of nodes', () => {
  it.each<[string, readonly number[] | undefined]>([
    ['/', []],
    ['/0', [0]],
    ['/10/2/0', [10, 2, 0]],
    ['/999999', [999999]],
    ['/1000000', undefined],
    ['/01', undefined],
    ['', undefined],
    ['0', undefined],
    ['/0/', undefined],
    ['x/0', undefined],
    ['/-1', undefined],
  ])('%s is read as %j', (path, indices) => {
    expect(pathIndices(path)).toEqual(indices)
    expect(indices === undefined ? undefined : indexPath(indices)).toBe(indices && path)
  })

  it('grow by one index from a parent to its child', () => {
    expect([childPath('/', 2), childPath('/2', 0)]).toEqual(['/2', '/2/0'])
  })

  it('go through SubTree nodes into the trees that they name, and end where nothing is', () => {
    const inner = sequence(act('A'), act('B'))
    const tree = doc(sequence(subtree({ ID: 'S' }), subtree({ ID: 'None' }), subtree({})), ['S', inner])
    expect(nodeAt(tree, '/0/0')).toBe(inner)
    expect(nodeAt(tree, '/0/0/1')?.id).toBe('B')
    expect(nodeAt(tree, '/1/0')).toBeUndefined()
    expect(nodeAt(tree, '/2/0')).toBeUndefined()
    expect(nodeAt(tree, '/0/0/1/0/0')).toBeUndefined()
    expect(nodeAt(tree, 'nowhere')).toBeUndefined()
    expect(nodeAt(tree, '/')?.id).toBe('Sequence')
    expect(nodeAt({ main: 'X', trees: tree.trees }, '/')).toBeUndefined()
    expect(nodeAt({ main: 'X', trees: tree.trees }, '/0')).toBeUndefined()
    expect(runtimeChildren(tree, subtree({ ID: 'None' }))).toEqual([])
    expect(runtimeChildren(tree, subtree({}))).toEqual([])
    expect(runtimeChildren(doc(act('A'), ['', act('E')]), subtree({}))).toHaveLength(1)
  })

  it('labels say what a SubTree opens', () => {
    expect([act('A'), subtree({ ID: 'S' }), subtree({})].map(nodeLabel)).toEqual([
      'A',
      'SubTree:S',
      'SubTree:?',
    ])
  })

  it('trees stand in the order main, then by ID, wherever they stood before', () => {
    const trees = ['b', 'M', 'c', 'a', 'Z'].map((id) => ({ id, root: act(id) }))
    for (const order of [trees, [...trees].reverse()]) {
      expect(canonicalTrees({ main: 'M', trees: order }).map(({ id }) => id)).toEqual([
        'M',
        'Z',
        'a',
        'b',
        'c',
      ])
    }
  })
})

describe('units of a mission', () => {
  it('are the children of the first control node, below decorators and SubTrees', () => {
    const tree = doc(around(subtree({ ID: 'S' })), [
      'S',
      sequence(act('Go', { zone: '1' }), around(act('Look')), subtree({ ID: 'T' }), subtree({})),
    ])
    expect(units(tree)).toEqual([
      { path: '/0/0/0', label: 'Go zone=1' },
      { path: '/0/0/1', label: 'Look' },
      { path: '/0/0/2', label: 'T' },
      { path: '/0/0/3', label: 'SubTree:?' },
    ])
  })

  it('are one without a control node, and none without a main tree', () => {
    expect(units(doc(around(act('Go'))))).toEqual([{ path: '/0', label: 'Go' }])
    expect(units(doc(around()))).toEqual([{ path: '/', label: 'Inverter' }])
    expect(units({ main: 'X', trees: [] })).toEqual([])
  })

  it('are called by their name, or by all their leaves', () => {
    const named = node('Sequence', 'control', { name: 'fetch' }, act('A'))
    expect(units(doc(sequence(named, sequence(act('A'), act('B', { m: '0101' })))))).toEqual([
      { path: '/0', label: 'fetch' },
      { path: '/1', label: 'A, B m=0101' },
    ])
  })

  it('have labels of 100 characters at most', () => {
    const label = (length: number) => units(doc(sequence(act('x'.repeat(length)))))[0]?.label
    expect(label(100)).toBe('x'.repeat(100))
    expect(label(101)).toBe(`${'x'.repeat(99)}…`)
  })

  it('are given up in a tree that opens itself', () => {
    expect(units(doc(subtree({ ID: 'M' })))).toEqual([])
  })
})

describe('a node library', () => {
  const spec = (id: string) => ({ id, kind: 'action', description: '', ports: [] }) as const

  it('refuses a node type that it has, built in or not, and passes over built-in ones of palettes', () => {
    expect(() => new NodeLibrary([spec('A'), spec('A')])).toThrow('node type A is defined twice')
    const library = new NodeLibrary([spec('A'), spec('Sequence'), spec('SubTree')])
    expect(library.get('Sequence')?.kind).toBe('control')
    expect(library.isBuiltIn('SubTree')).toBe(true)
    expect(library.get('SubTree')).toBeUndefined()
    for (const id of ['A', 'Sequence', 'SubTree']) {
      expect(() => library.add(spec(id))).toThrow(`node type ${id} is defined twice`)
    }
    library.add(spec('B'))
    expect(library.get('B')).toEqual(spec('B'))
  })
})
