import { expect, it, describe } from 'vitest'
import type { NodeSpec, PortSpec, TreeDoc } from '#bt/document.js'
import type { PatchOp } from '#bt/edit.js'
import { applyEdits } from '#bt/edit/apply.js'
import { formatTree } from '#bt/write/format.js'
import { modelText } from '#bt/xml/write-model.js'
import { rewrite } from '#bt/write/rewrite.js'
import { readPlainly } from './support/messy-text.js'

const go = { id: 'Go', kind: 'action', attrs: { to: 'new' }, children: [] } as const
const part = { id: 'Sequence', kind: 'control', attrs: {}, children: [go, go] } as const
const port: PortSpec = { name: 'p', direction: 'in', type: { kind: 'string' }, description: 'of <b>' }
const model: NodeSpec = { id: 'Rack', kind: 'subtree', description: '', ports: [port] }

const line =
  '<root main_tree_to_execute="M"><BehaviorTree ID="M"><Sequence><Go to="1"/><Go to="2"/></Sequence></BehaviorTree></root>'
const tabs = `<root>
\t<BehaviorTree ID="M">
\t\t<Sequence>
\t\t\t<!-- one --><Go to="1"/> <!-- behind --> <!-- twice -->

\t\t\t<!-- nobody's -->

\t\t\t<!-- above -->
\t\t\t<!-- two,
\t\t\t     on two lines -->
\t\t\t<Go to="2"
\t\t\t\tby='a
\t\t\tb'></Go>


\t\t\t<Fallback/>
\t\t\t<Inverter >
\t\t\t</Inverter>
\t\t\t<!-- last -->
\t\t</Sequence>
\t</BehaviorTree>
</root>
`
const generic = `<root>
  <BehaviorTree>
    <Control ID="Many" name="x"><Action ID="Go" to='1'/>
      <Condition ID="Is"/> </Control>
  </BehaviorTree>
</root>`
const models = `<root main_tree_to_execute="A">
  <TreeNodesModel><SubTree ID="A"/></TreeNodesModel>
  <BehaviorTree ID="A">
    <Go/>
  </BehaviorTree>
  <!-- the second -->
  <BehaviorTree ID="B">
    <Go to="1"/>
  </BehaviorTree>
  <TreeNodesModel>
    <!-- of B -->
    <SubTree ID="B">
      <input_port name="p">text</input_port>
    </SubTree> <!-- end of B -->
    <Action ID="Go"/>
  </TreeNodesModel>
</root>
`
/** with the names that the reader gives to what has none */
const named = (text: string): TreeDoc => {
  const doc = readPlainly(text)
  return doc.main !== ''
    ? doc
    : {
        ...doc,
        main: doc.trees[0]?.id || 'BehaviorTree_1',
        trees: doc.trees.map((tree) => ({ ...tree, id: tree.id || 'BehaviorTree_1' })),
      }
}
const page = (text: string, before: TreeDoc, ops: readonly PatchOp[]): string => {
  const after = applyEdits(
    before,
    ops.map((op) => ({ ...op, because: 'test' })),
  )
  const title = `## ${JSON.stringify(ops)}\n`
  if (!after.ok) return `${title}${after.error.message}\n`
  const out = rewrite(text, before, after.value)
  return out.ok
    ? `${title}${out.value.replaceAll('\r', '␍')}\n`
    : `${title}${[out.error.code, out.error.message, out.error.hint].join('\n')}\n`
}
const wrap = (at: string): PatchOp => ({
  op: 'wrap',
  at: at as '/',
  with: { id: 'Retry', kind: 'decorator', attrs: { times: '2' } },
})
const nodeOps = (last: number): PatchOp[][] => [
  [],
  [{ op: 'setAttr', at: '/', name: 'name', value: 'a "b" \'c\' <d>' }],
  [{ op: 'setAttr', at: '/0', name: 'to', value: 'a "b" \'c\' <d>' }],
  [{ op: 'setAttr', at: '/0', name: 'to', value: null }],
  [
    { op: 'setAttr', at: '/0', name: 'z', value: '1' },
    { op: 'setAttr', at: '/0', name: 'to', value: null },
  ],
  [{ op: 'setAttr', at: '/1', name: 'z', value: '1' }],
  [{ op: 'insert', parent: '/', index: 0, node: part }],
  [{ op: 'insert', parent: '/', index: 1, node: go }],
  [{ op: 'insert', parent: '/', index: last + 1, node: part }],
  [{ op: 'remove', at: '/0' }],
  [{ op: 'remove', at: '/1' }],
  [{ op: 'remove', at: `/${last}` }],
  Array.from({ length: last + 1 }, (): PatchOp => ({ op: 'remove', at: '/0' })),
  [{ op: 'move', at: '/0', parent: '/', index: last }],
  [{ op: 'move', at: `/${last}`, parent: '/', index: 0 }],
  [wrap('/0')],
  [wrap('/1')],
  [wrap('/')],
  [wrap('/'), { op: 'insert', parent: '/', index: 1, node: go }],
  [{ op: 'replaceSubtree', at: '/0', node: part }],
  [{ op: 'replaceSubtree', at: '/', node: part }],
  [{ op: 'addTree', tree: 'New "1"', root: part }],
  [
    { op: 'addTree', tree: 'New', root: go },
    { op: 'setMain', tree: 'New' },
  ],
  [{ op: 'setModel', model }],
]

describe('a rewritten text', () => {
  it.each<[string, string, PatchOp[][]]>([
    ['one-line', line, nodeOps(1)],
    [
      'tabs',
      tabs,
      [
        ...nodeOps(3),
        [{ op: 'insert', parent: '/2', index: 0, node: go }],
        [{ op: 'insert', parent: '/3', index: 0, node: part }],
        [{ op: 'move', at: '/1', parent: '/3', index: 0 }],
        [{ op: 'move', at: '/1', parent: '/2', index: 0 }],
        [{ op: 'move', at: '/0', parent: '/2', index: 0 }],
        [
          { op: 'remove', at: '/1' },
          { op: 'remove', at: '/1' },
          { op: 'insert', parent: '/', index: 1, node: part },
        ],
        [{ op: 'renameTree', tree: 'M', to: 'N' }],
      ],
    ],
    ['line-breaks', tabs.replaceAll('\n', '\r\n'), nodeOps(3)],
    [
      'comments',
      `<root main_tree_to_execute="M"><BehaviorTree ID="M">
  <Sequence>
    <!-- above -->
    <Go to="1"/>
    <!-- before --> <Go to="2"/> <!-- behind -->
    <Fallback><!-- first --><Say/><!-- second --><Say text="2"/></Fallback>
  </Sequence>
</BehaviorTree></root>`,
      [
        [{ op: 'move', at: '/0', parent: '/2', index: 1 }],
        [{ op: 'move', at: '/1', parent: '/2', index: 2 }],
        [{ op: 'move', at: '/2/1', parent: '/', index: 0 }],
        [wrap('/0')],
        [wrap('/1')],
        [wrap('/2/0')],
        [{ op: 'move', at: '/1', parent: '/', index: 0 }],
        [{ op: 'remove', at: '/0' }],
        [{ op: 'remove', at: '/1' }],
        [{ op: 'remove', at: '/2/1' }],
      ],
    ],
    ['generic', generic, [...nodeOps(1), [{ op: 'renameTree', tree: 'BehaviorTree_1', to: 'N' }]]],
    [
      'models',
      models,
      [
        [{ op: 'setModel', model }],
        [{ op: 'setModel', model: { ...model, id: 'B' } }],
        [{ op: 'setModel', model: { ...model, id: 'A' } }],
        [{ op: 'removeModel', model: 'A' }],
        [{ op: 'removeModel', model: 'B' }],
        [{ op: 'removeTree', tree: 'B' }],
        [{ op: 'setMain', tree: 'B' }],
        [
          { op: 'setMain', tree: 'B' },
          { op: 'removeTree', tree: 'A' },
        ],
        [{ op: 'renameTree', tree: 'A', to: 'C' }],
        [{ op: 'renameTree', tree: 'B', to: 'C' }],
        [{ op: 'addTree', tree: 'C', root: part }],
      ],
    ],
  ])('reads as people would have written it: %s', async (name, text, list) => {
    const before = named(text)
    const pages = list.map((ops) => page(text, before, ops)).join('\n')
    await expect(pages).toMatchFileSnapshot(`fixtures/write-page/${name}.txt`)
  })

  it('is refused, with the reason, for a text of another document and for trees of other files', () => {
    const doc = named(models)
    const [first, ...others] = doc.trees
    const told = (text: string, before: TreeDoc, after = before): unknown => {
      const out = rewrite(text, before, after)
      return out.ok ? out.value : out.error
    }
    const other = (message: string): object => ({
      code: 'write.other-text',
      severity: 'error',
      message,
      hint: 'pass the text that the document was read from',
    })
    const elsewhere = (what: string): object => ({
      code: 'write.other-file',
      severity: 'error',
      message: `${what} was changed, but is not in this file`,
      hint: 'rewrite the file that it is included from',
    })
    const B = 'tree B differs between the text and the document'
    expect(told('<root><a></root>', doc)).toEqual(other('the text is not well-formed XML'))
    expect(told('', doc)).toEqual(other('the text is not well-formed XML'))
    expect(told(models, { ...doc, trees: first ? [first] : [] })).toEqual(
      other('the text has a tree B, the document does not'),
    )
    expect(told(models.replace('to="1"', 'to="2"'), doc)).toEqual(other(B))
    expect(told(models.replace('to="1"', 'at="1"'), doc)).toEqual(other(B))
    expect(told(models.replace('to="1"', ''), doc)).toEqual(other(B))
    expect(told(models.replace('<Go to="1"/>', ''), doc)).toEqual(other(B))
    expect(told(models.replace('<Go to="1"/>', '<Go to="1"><Go/></Go>'), doc)).toEqual(other(B))
    const more = {
      ...doc,
      trees: [...doc.trees, { id: 'Far', root: go }],
      models: [...(doc.models ?? []), model],
    }
    expect(told(models, more)).toBe(models)
    expect(told(models, more, { ...more, trees: [...doc.trees, { id: 'Far', root: part }] })).toEqual(
      elsewhere('tree Far'),
    )
    expect(told(models, more, { ...more, trees: doc.trees })).toEqual(elsewhere('tree Far'))
    expect(told(models, more, { ...more, models: doc.models ?? [] })).toEqual(elsewhere('the model of Rack'))
    expect(others).toHaveLength(1)
  })
})

describe('a formatted text', () => {
  it.each([
    ['<a/>', '<a/>\n'],
    ['\n\n  <a ></a >\n\n', '<a/>\n'],
    ['<a>  </a>', '<a/>\n'],
    ['<a> x </a>', '<a> x </a>\n'],
    ['<a><b/><c  x = "1"   y\n=\n\'2\'/></a>', '<a>\n  <b/>\n  <c x="1" y=\'2\'/>\n</a>\n'],
    ['<a>\r\n<b/></a>', '<a>\r\n  <b/>\r\n</a>\r\n'],
    ['<a>\n\n\n<b/>\n\n\n<c/>\n\n\n</a>', '<a>\n  <b/>\n\n  <c/>\n</a>\n'],
    ['<a><!-- x --><b/> <!-- y --></a><!-- z -->', '<a> <!-- x -->\n  <b/> <!-- y -->\n</a> <!-- z -->\n'],
    ['<!-- x --><a/>', '<!-- x -->\n<a/>\n'],
    [
      '<?xml version="1.0"?><!-- x -->\n\n\n<a/>\n\n\n<!-- y -->',
      '<?xml version="1.0"?> <!-- x -->\n\n<a/>\n\n<!-- y -->\n',
    ],
    ['<a>\n    <!-- x\n         y -->\n    <b/>\n</a>', '<a>\n  <!-- x\n       y -->\n  <b/>\n</a>\n'],
    ['<a>\n\n<!-- x -->\n\n<!-- y -->\n\n</a>', '<a>\n  <!-- x -->\n\n  <!-- y -->\n</a>\n'],
  ])('of %j is what people would write', (text, expected) => {
    expect(formatTree(text)).toEqual({ ok: true, value: expected })
  })

  it('breaks a tag that is longer than 120 columns, and never one of a single attribute', () => {
    const tag = (length: number): string => `<b x="1" y="${'z'.repeat(length - 15)}"/>`
    const inA = (inner: string): string => `<a>\n${inner}\n</a>\n`
    expect(formatTree(inA(tag(118)))).toEqual({ ok: true, value: inA(`  ${tag(118)}`) })
    const y = `y="${'z'.repeat(104)}"`
    expect(formatTree(inA(tag(119)))).toEqual({ ok: true, value: inA(`  <b\n      x="1"\n      ${y}/>`) })
    const single = `<b x="${'z'.repeat(200)}"/>`
    expect(formatTree(single)).toEqual({ ok: true, value: `${single}\n` })
  })
})

describe('the text of a model', () => {
  const text = (more: Partial<PortSpec>): string =>
    modelText({ ...model, ports: [{ ...port, description: '', ...more }] }).split('\n')[1] ?? ''
  const least = -(2 ** 31)
  const most = 2 ** 31 - 1
  const big = Number.MAX_VALUE

  it.each<[Partial<PortSpec>, string]>([
    [{}, '<input_port name="p" type="string"/>'],
    [{ direction: 'out', default: '"' }, '<output_port name="p" type="string" default="&quot;"/>'],
    [{ direction: 'inout', description: 'x' }, '<inout_port name="p" type="string">x</inout_port>'],
    [{ description: ' x' }, '<input_port name="p" type="string" description=" x"/>'],
    [{ description: 'x ' }, '<input_port name="p" type="string" description="x "/>'],
    [{ type: { kind: 'int', min: least, max: most } }, '<input_port name="p" type="int"/>'],
    [{ type: { kind: 'int', min: 0, max: 5 } }, '<input_port name="p" type="int" min="0" max="5"/>'],
    [{ type: { kind: 'number', min: -big, max: big } }, '<input_port name="p" type="number"/>'],
    [
      { type: { kind: 'number', min: 0.5, max: 2, unit: 'mm' } },
      '<input_port name="p" type="number" min="0.5" max="2" unit="mm"/>',
    ],
    [{ type: { kind: 'mask' } }, '<input_port name="p" type="mask"/>'],
    [{ type: { kind: 'enum', values: ['a', 'b'] } }, '<input_port name="p" type="enum" values="a;b"/>'],
    [{ type: { kind: 'value', type: 'any' } }, '<input_port name="p"/>'],
    [{ type: { kind: 'value', type: 'double' } }, '<input_port name="p" type="double"/>'],
  ])('of a port %j says what is not a default', (more, expected) => {
    expect(text(more)).toBe(expected)
  })

  it('names its kind, and closes itself without ports', () => {
    const kinds = ['action', 'condition', 'control', 'decorator', 'subtree'] as const
    expect(kinds.map((kind) => modelText({ id: 'X', kind, description: '', ports: [] })).join('')).toBe(
      '<Action ID="X"/><Condition ID="X"/><Control ID="X"/><Decorator ID="X"/><SubTree ID="X"/>',
    )
    expect(modelText({ ...model, description: 'a < b' })).toBe(
      '<SubTree ID="Rack" description="a &lt; b">\n<input_port name="p" type="string" description="of &lt;b&gt;"/>\n</SubTree>',
    )
  })
})
