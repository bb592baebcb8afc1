import { describe, expect, it } from 'vitest'
import { formatDiagnostic, type Diagnostic, type SourceRef } from '#base/diagnostic.js'
import type { NodeDef, TreeDef, TreeDoc } from '#bt/document.js'
import { NodeLibrary } from '#bt/library.js'
import { sortDiagnostics, validate } from '#bt/validate/validate.js'
import { locationInValue } from '#bt/problem.js'

const library = new NodeLibrary()
const judged = (doc: TreeDoc): string[] => validate(doc, library).map(formatDiagnostic)

const leaf: NodeDef = { id: 'AlwaysSuccess', kind: 'action', attrs: {}, children: [] }
const sequence = (children: readonly NodeDef[]): NodeDef => ({
  id: 'Sequence',
  kind: 'control',
  attrs: {},
  children,
})
const row = (nodes: number): NodeDef => sequence(Array.from({ length: nodes - 1 }, () => leaf))
const below = (levels: number, node: NodeDef): NodeDef =>
  levels === 0 ? node : { id: 'Inverter', kind: 'decorator', attrs: {}, children: [below(levels - 1, node)] }
const subtree = (id: string): NodeDef => ({ id: 'SubTree', kind: 'subtree', attrs: { ID: id }, children: [] })
const doc = (main: string, trees: Readonly<Record<string, NodeDef>>): TreeDoc => ({
  main,
  trees: Object.entries(trees).map(([id, root]) => ({ id, root })),
})

describe('documents that no text holds', () => {
  it('need a main tree', () => {
    expect(judged({ main: '', trees: [] })).toEqual([
      'error bt.main-tree: no main tree is named\n  hint:     trees: ',
    ])
    expect(judged(doc('Elsewhere', { A: leaf, B: leaf }))).toEqual([
      'error bt.main-tree: main tree Elsewhere is not defined\n  hint:     trees: A, B',
    ])
    expect(judged(doc('Mian', { A: leaf, Main: leaf }))).toEqual([
      'error bt.main-tree: main tree Mian is not defined\n  hint:     did you mean Main?',
    ])
    expect(judged(doc('Main', { A: leaf, Main: leaf }))).toEqual([])
  })

  it('hold each tree once, which is told at the later one', () => {
    const where = { file: 't', line: 3, column: 1 }
    const at = (line: number): NodeDef => ({ ...leaf, where: { file: 't', line, column: 5 } })
    const trees: TreeDef[] = [
      { id: 'M', root: at(1) },
      { id: 'M', root: at(3), where },
      { id: 'M', root: at(4) },
    ]
    expect(judged({ main: 'M', trees })).toEqual([
      't:3:1: error bt.tree-twice: tree M is defined twice',
      't:4:5: error bt.tree-twice: tree M is defined twice',
    ])
  })

  it('may have a tree without ID and nodes whose tag had none', () => {
    expect(judged(doc('', { '': { ...leaf, id: '' } }))).toEqual([])
  })

  it('have 256 trees at most', () => {
    const trees = (count: number): TreeDoc => ({
      main: 'T0',
      trees: Array.from({ length: count }, (_, index) => ({ id: `T${index}`, root: leaf })),
    })
    expect(judged(trees(256))).toEqual([])
    expect(judged(trees(257))).toEqual(['error bt.too-large: more than 256 trees'])
  })

  it('have 256 nodes below one another at most, in each tree', () => {
    const hint = '\n  hint:     move a part of the tree into a SubTree of its own, or flatten it'
    expect(judged(doc('M', { M: below(255, leaf) }))).toEqual([])
    expect(judged(doc('M', { M: leaf, N: below(256, leaf) }))).toEqual([
      `error bt.too-deep: nodes nested more than 256 deep${hint}`,
    ])
    expect(judged(doc('M', { M: below(200, leaf), N: below(200, leaf) }))).toEqual([])
  })

  it('have 10000 nodes at most, over all trees', () => {
    const wrong = ['error bt.too-large: more than 10000 nodes\n  hint:     use Repeat instead of copies']
    expect(judged(doc('M', { M: row(10_000) }))).toEqual([])
    expect(judged(doc('M', { M: row(10_001) }))).toEqual(wrong)
    expect(judged(doc('M', { M: row(5_000), N: row(5_000) }))).toEqual([])
    expect(judged(doc('M', { M: row(5_000), N: row(5_001) }))).toEqual(wrong)
  })

  it('have 10000 nodes at most when the SubTrees of the main tree are opened', () => {
    const opened = (leaves: number): Readonly<Record<string, NodeDef>> => ({
      M: sequence([
        ...Array.from({ length: 99 }, () => subtree('S')),
        ...Array.from({ length: leaves }, () => leaf),
      ]),
      S: row(99),
    })
    expect(judged(doc('M', opened(99)))).toEqual([])
    expect(judged(doc('M', opened(100)))).toEqual([
      'error bt.opened-too-large: more than 10000 nodes, with SubTrees expanded\n  hint:     use Repeat instead of copies',
    ])
    expect(judged(doc('S', opened(100)))).toEqual([])
    expect(judged(doc('Nowhere', opened(100)))).toHaveLength(1)
  })

  it('have 1024 nodes below one another at most when SubTrees are opened', () => {
    const chain = {
      A: below(255, leaf),
      B: below(255, subtree('A')),
      C: below(255, subtree('B')),
      D: below(255, subtree('C')),
      E: sequence([leaf, subtree('D'), leaf]),
      F: subtree('D'),
    }
    expect(judged(doc('D', chain))).toEqual([])
    for (const main of ['E', 'F'])
      expect(judged(doc(main, chain))).toEqual([
        'error bt.opened-too-large: nodes nested more than 1024 deep, with SubTrees expanded\n  hint:     flatten the tree',
      ])
  })

  it('have no size when a tree holds itself', () => {
    const found = judged(doc('M', { M: sequence(Array.from({ length: 3 }, () => subtree('M'))) }))
    expect(found).toEqual(
      Array.from(
        { length: 3 },
        () =>
          'error bt.recursion: tree M contains itself: M → M\n  hint:     to run it again, use Repeat or a retry',
      ),
    )
  })

  it('are told two hundred errors and two hundred warnings, in their order', () => {
    const both: NodeDef[] = Array.from({ length: 201 }, () => [
      { ...leaf, attrs: { port: '1' } },
      { ...leaf, attrs: { 'a.b': '1' } },
    ]).flat()
    const found = validate(doc('M', { M: sequence(both) }), library)
    expect(found.map(({ severity }) => severity)).toEqual(
      Array.from({ length: 200 }, () => ['error', 'warning']).flat(),
    )
  })
})

describe('the order of what is said', () => {
  const said = (message: string, where?: SourceRef): Diagnostic => ({
    code: 'bt.x',
    severity: 'error',
    message,
    ...(where === undefined ? {} : { where }),
  })
  const at = (file: string, line: number, column: number): SourceRef => ({ file, line, column })

  it('is that of the file itself, of others as they come, and of what has no place', () => {
    const found = [
      said('nowhere'),
      said('other 2:1', at('other', 2, 1)),
      said('third 1:1', at('third', 1, 1)),
      said('own 3:9', at('own', 3, 9)),
      said('nowhere again'),
      said('own 3:10', at('own', 3, 10)),
      said('own 20:1', at('own', 20, 1)),
      said('other 1:7', at('other', 1, 7)),
      said('own 3:2', at('own', 3, 2)),
      said('own 3:2 again', at('own', 3, 2)),
    ]
    const sorted = [
      'own 3:2',
      'own 3:2 again',
      'own 3:9',
      'own 3:10',
      'own 20:1',
      'other 1:7',
      'other 2:1',
      'third 1:1',
      'nowhere',
      'nowhere again',
    ]
    expect(sortDiagnostics(found, 'own').map(({ message }) => message)).toEqual(sorted)
    expect(found[0]?.message).toBe('nowhere')
  })
})

describe('a place inside a value', () => {
  const start = at('t', 4, 10)
  function at(file: string, line: number, column: number): SourceRef {
    return { file, line, column }
  }
  const place = (value: string, offset: number, raw?: string): string => {
    const node: NodeDef = {
      ...leaf,
      attrs: { code: value },
      where: at('t', 4, 1),
      places: { code: start },
      ...(raw === undefined ? {} : { written: { code: { where: at('t', 4, 3), raw } } }),
    }
    const found = locationInValue(node, 'code', offset)
    return `${found?.line}:${found?.column}`
  }

  it('counts from where the value begins, in later lines from 1', () => {
    expect(place('abc', 0)).toBe('4:10')
    expect(place('abc', 2)).toBe('4:12')
    expect(place('a\nbc', 1)).toBe('4:11')
    expect(place('a\nbc', 2)).toBe('5:1')
    expect(place('a\n\nbc', 4)).toBe('6:2')
  })

  it('minds entities and line breaks as they are written', () => {
    expect(place('a<b', 1, 'a&lt;b')).toBe('4:11')
    expect(place('a<b', 2, 'a&lt;b')).toBe('4:15')
    expect(place('a<b', 3, 'a&lt;b')).toBe('4:16')
    expect(place('a\nbc', 3, 'a\r\nbc')).toBe('5:2')
    expect(place('a\nbc', 2, 'a\rbc')).toBe('5:1')
  })

  it('is that of the node when nobody knows where the value stands', () => {
    expect(locationInValue({ ...leaf, where: start }, 'code', 3)).toEqual(start)
    expect(locationInValue(leaf, 'code', 3)).toBeUndefined()
    expect(locationInValue({ ...leaf, places: { code: start } }, 'code', 3)).toEqual(start)
  })
})
