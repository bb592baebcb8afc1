import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { applyEdits } from '#bt/edit/apply.js'
import { diff, treeDiff } from '#bt/edit/diff.js'
import { documentDiffLines } from '#bt/edit/diff-lines.js'
import { increasing, longestCommon } from '#bt/edit/match/longest-common.js'
import { readPatch } from '#bt-cli/edit/read-patch.js'
import { NodeLibrary } from '#bt/library.js'
import { writeTree } from '#bt/xml/write.js'
import { readPlainly } from './support/messy-text.js'

const doc = (body: string, main = 'M'): TreeDoc =>
  readPlainly(`<root main_tree_to_execute="${main}">${body}</root>`)
const tree = (body: string, id = 'M'): string => `<BehaviorTree ID="${id}">${body}</BehaviorTree>`
const leaves = (text: string): string => [...text].map((to) => `<Go to="${to}"/>`).join('')
const long = leaves('abcdefghijklmnop')

const PAIRS: readonly (readonly [string, string])[] = [
  ['<A/>', '<A/>'],
  ['<A/>', '<B/>'],
  ['<A x="1" y="2"/>', '<A y="3" z="4"/>'],
  ['<A/>', '<A><B/></A>'],
  ['<A><B/></A>', '<A/>'],
  ['<A><B/></A>', '<B/>'],
  ['<B/>', '<A><B/></A>'],
  ['<A><B/><C/></A>', '<B/>'],
  ['<A><B/><C/></A>', '<A><C/><B/></A>'],
  [`<A>${leaves('abc')}</A>`, `<A>${leaves('axc')}</A>`],
  [`<A>${leaves('abcd')}</A>`, `<A>${leaves('bcda')}</A>`],
  [`<A>${leaves('abcd')}</A>`, `<A>${leaves('dcba')}</A>`],
  [`<A>${leaves('ab')}</A>`, `<A>${leaves('xaybz')}</A>`],
  [`<A>${leaves('xaybz')}</A>`, `<A>${leaves('ab')}</A>`],
  [`<A><B>${leaves('ab')}</B><C>${leaves('cd')}</C></A>`, `<A><B>${leaves('abcd')}</B><C/></A>`],
  [
    `<A><B>${leaves('ab')}</B><C>${leaves('cd')}</C></A>`,
    `<A><C>${leaves('cd')}<B>${leaves('ab')}</B></C></A>`,
  ],
  [
    `<A><B>${leaves('abc')}</B><C>${leaves('de')}</C></A>`,
    `<A><C>${leaves('de')}<B>${leaves('abx')}</B></C></A>`,
  ],
  [`<A><B>${leaves('abc')}</B><C/></A>`, `<A><C><D>${leaves('abc')}</D></C></A>`],
  [`<A><B><C>${leaves('ab')}</C></B><D/></A>`, `<A><D/><E><F><C>${leaves('ab')}</C></F></E></A>`],
  ['<A><B><C/></B></A>', '<A><D><C/></D></A>'],
  ['<A><B><C/><D/></B></A>', '<A><C/><D/></A>'],
  ['<A><C/><D/></A>', '<A><B><C/><D/></B></A>'],
  ['<A><R><B/></R><R><C/></R></A>', '<A><B/><R><R><C/></R></R></A>'],
  [`<A><B>${leaves('abcd')}</B></A>`, `<C><B>${leaves('abcd')}</B><D/></C>`],
  [`<A><D/><B>${leaves('abcd')}</B></A>`, `<B>${leaves('abcde')}</B>`],
  ['<SubTree ID="X" a="1"/>', '<SubTree ID="Y" a="1"/>'],
  ['<SubTree ID="X" a="1"/>', '<SubTree ID="X" a="2"/>'],
  [`<A>${long}</A>`, `<A>${long.replace('"h"', '"H"')}</A>`],
  [
    `<A>${long}</A>`,
    `<A>${long.replace('<Go to="c"/>', '').replace('<Go to="n"/>', '<Go to="n"/><New/>')}</A>`,
  ],
]

const listed = (lines: readonly { kind: string; text: string; depth: number }[]): string =>
  lines
    .map(
      ({ kind, text, depth }) =>
        `${{ added: '+', removed: '-', same: ' ' }[kind] ?? kind} ${'  '.repeat(depth)}${text}`,
    )
    .join('\n')

describe('the patch between two trees', () => {
  it('is the one that people would write, edit by edit and line by line', async () => {
    const pages = PAIRS.map(([from, to]) => {
      const [a, b] = [doc(tree(from)), doc(tree(to))]
      const patch = diff(a, b)
      expect(writeTree(must(applyEdits(a, patch), 'applied'))).toBe(writeTree(b))
      const edits = patch.map(({ because: _, ...op }) => JSON.stringify(op)).join('\n')
      return `## ${from} → ${to}\n${edits}\n${listed(treeDiff(a, b).lines)}\n`
    })
    await expect(pages.join('\n')).toMatchFileSnapshot('fixtures/diff-page/trees.txt')
  })

  it('carries its cause', () => {
    expect(diff(doc(tree('<A/>')), doc(tree('<B/>')), 'why')).toMatchObject([{ because: 'why' }])
  })

  it('has no lines where a main tree is missing', () => {
    const rootless = doc(tree('<A/>'), 'Gone')
    expect(treeDiff(rootless, doc(tree('<A/>'))).lines).toEqual([])
    expect(treeDiff(doc(tree('<A/>')), rootless).lines).toEqual([])
  })
})

describe('the listing of two documents', () => {
  const models = (text: string): string => `<TreeNodesModel>${text}</TreeNodesModel>`
  const base = tree(`<A>${long}</A>`) + tree('<B><SubTree ID="Old"/></B>', 'K') + tree('<C/>', 'Old')
  const model = '<SubTree ID="Z"><input_port name="p"/></SubTree>'

  it.each<[string, TreeDoc, TreeDoc, number?]>([
    ['one line', doc(base), doc(base.replace('"h"', '"H"'))],
    ['near both ends', doc(base), doc(base.replace('"b"', '"B"').replace('"o"', '"O"')), 1],
    ['no context', doc(base), doc(base.replace('"c"', '"C"').replace('"e"', '"E"').replace('"h"', '"H"')), 0],
    ['another main tree', doc(base), doc(base, 'K')],
    ['another name of the main tree', doc(base), doc(base.replace('ID="M"', 'ID="N"'), 'N')],
    ['another name of a tree', doc(base), doc(base.replaceAll('"Old"', '"New"'))],
    ['trees that come and go', doc(base), doc(tree('<A/>') + tree('<D><E/></D>', 'L'))],
    [
      'models',
      doc(base + models('<SubTree ID="Y"/><SubTree ID="X"/>')),
      doc(base + models(`${model}<SubTree ID="X"/>`)),
    ],
    [
      'a changed model',
      doc(base + models(model)),
      doc(base + models(model.replace('"p"', '"q"') + '<SubTree ID="A"/>')),
    ],
  ])('of %s', async (name, a, b, context) => {
    const lines = context === undefined ? documentDiffLines(a, b) : documentDiffLines(a, b, context)
    await expect(`${listed(lines)}\n`).toMatchFileSnapshot(
      `fixtures/diff-page/listing ${name}.txt`.replaceAll(' ', '-'),
    )
  })
})

describe('longest runs', () => {
  const numbers = (text: string): number[] => [...text].map((char) => char.charCodeAt(0))

  it.each([
    ['', '', ''],
    ['', 'ab', ''],
    ['ab', '', ''],
    ['abcabba', 'cbabac', 'baba'],
    ['abc', 'abc', 'abc'],
    ['xabc', 'abcy', 'abc'],
    ['aaaa', 'aa', 'aa'],
    ['abcdef', 'acf', 'acf'],
    ['acf', 'abcdef', 'acf'],
  ])('of %j and %j is as long as %j', (a, b, run) => {
    const pairs = longestCommon(numbers(a), numbers(b), 20)
    expect(pairs.map(([x]) => a[x]).join('')).toBe(pairs.map(([, y]) => b[y]).join(''))
    expect(pairs).toHaveLength(run.length)
    expect(
      pairs.every(
        ([x, y], at) => at === 0 || (x > (pairs[at - 1]?.[0] ?? 0) && y > (pairs[at - 1]?.[1] ?? 0)),
      ),
    ).toBe(true)
  })

  it('is none when more differs than was asked for', () => {
    expect(longestCommon(numbers('abx'), numbers('aby'), 1)).toEqual([])
    expect(longestCommon(numbers('abx'), numbers('aby'), 2)).toEqual([
      [0, 0],
      [1, 1],
    ])
  })

  it('that rise strictly', () => {
    expect(increasing([])).toEqual([])
    expect(increasing([3, 1, 2, 2, 5, 4])).toHaveLength(3)
    expect(increasing([2, 2, 2])).toHaveLength(1)
    expect(increasing([5, 1, 6, 2, 7])).toEqual([1, 3, 4])
  })
})

describe('a patch as JSON', () => {
  const library = new NodeLibrary()
  const told = (json: unknown): unknown => {
    const read = readPatch(typeof json === 'string' ? json : JSON.stringify(json), library)
    return read.ok ? read.value : read.error
  }
  const problem = (message: string, hint?: string): object => ({
    code: 'edit.patch',
    severity: 'error',
    message,
    ...(hint === undefined ? {} : { hint }),
  })
  const NODE = `"<Go to='1'/>" or { "id": "Go", "attrs": { "to": "1" } }`
  const MODEL = `"<SubTree ID='Load'><input_port name='to'/></SubTree>"`
  const insert = (node: unknown): object[] => [{ op: 'insert', parent: '/', index: 0, node, because: 'x' }]

  it('that is none is refused with what one looks like', () => {
    expect(told('[')).toEqual([{ ...problem('no JSON'), got: expect.stringContaining('JSON') as string }])
    expect(told('{}')).toEqual([problem('a patch is a list of edits', '[{ "op": …, "because": … }]')])
    expect(told([[], null, { because: 'x' }])).toEqual([
      problem('edit 0 is no object'),
      problem('edit 1 is no object'),
      problem(
        'edit 2 has the unknown op undefined',
        'insert, remove, wrap, unwrap, move, setAttr, replaceSubtree, addTree, removeTree, renameTree, setMain, setModel, removeModel',
      ),
    ])
  })

  it.each([
    [7],
    [null],
    [{}],
    [{ id: 7 }],
    [{ id: 'Go', attrs: { to: 1 } }],
    [{ id: 'Go', attrs: [] }],
    [{ id: 'Go', children: {} }],
    [{ id: 'Go', kind: 'leaf' }],
    [{ id: 'Go', children: [{ id: 'Go', kind: 7 }] }],
  ])('with the node %j is refused', (node) => {
    expect(told(insert(node))).toEqual([problem('edit 0 needs node, a node', NODE)])
  })

  it('has nodes of the kind that the library knows, else of the one given, else of a guess', () => {
    const kinds = (node: unknown): unknown => (told(insert(node)) as { node: object }[])[0]?.node
    const leaf = { id: 'X', kind: 'action', attrs: {}, children: [] }
    expect(kinds({ id: 'X' })).toEqual(leaf)
    expect(kinds({ id: 'X', kind: 'condition' })).toEqual({ ...leaf, kind: 'condition' })
    expect(kinds({ id: 'X', children: ['<X/>'] })).toEqual({ ...leaf, kind: 'control', children: [leaf] })
    expect(kinds({ id: 'Inverter', kind: 'action' })).toEqual({ ...leaf, id: 'Inverter', kind: 'decorator' })
    expect(kinds({ id: 'SubTree', attrs: { ID: 'L' } })).toEqual({
      ...leaf,
      id: 'SubTree',
      kind: 'subtree',
      attrs: { ID: 'L' },
    })
    expect(kinds("<Sequence><Go to='1'/></Sequence>")).toEqual({
      id: 'Sequence',
      kind: 'control',
      attrs: {},
      children: [{ ...leaf, id: 'Go', attrs: { to: '1' } }],
    })
  })

  it('says where in a piece of XML it is wrong', () => {
    const errors = told(insert('<Go to="1>')) as { where?: { file: string }; message: string }[]
    expect(errors.map(({ where }) => where?.file)).toEqual(errors.map(() => 'edit 0, node'))
    expect(errors.length).toBeGreaterThan(0)
    // what can be read is only warned of, and that does not matter here
    expect(told(insert('<Go to="1"/> '))).toHaveLength(1)
  })

  it('with a model that is none is refused', () => {
    const model = (value: unknown): unknown => told([{ op: 'setModel', model: value, because: 'x' }])
    for (const bad of [7, '', '<Action ID="X"/>', undefined]) {
      expect(model(bad), String(bad)).toContainEqual(problem('edit 0 needs model, XML', MODEL))
    }
    expect(model('<SubTree ID="L"/>')).toEqual([
      { op: 'setModel', model: { id: 'L', kind: 'subtree', description: '', ports: [] }, because: 'x' },
    ])
  })
})
