import { XMLParser } from 'fast-xml-parser'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VirtualClock } from '#base/clock.js'
import { must } from '#base/result.js'
import type { NodeDef, NodeSpec, TreeDoc } from '#bt/document.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree, type Tree } from '#bt/engine/tree.js'
import { NodeLibrary } from '#bt/library.js'
import { instanceXml } from '#bt-tools/monitor/describe/instance-xml.js'
import { scripted } from '../support/scripted.js'
import { readOutline } from '#bt-tools/monitor/view/outline.js'

const TEXT = { kind: 'string' } as const
const ACT: NodeSpec = {
  id: 'Act',
  kind: 'action',
  description: '',
  ports: [
    { name: 'in', direction: 'in', type: TEXT, default: 'a "b" <c> & \'d\'', description: 'x < y & z' },
    { name: 'out', direction: 'out', type: TEXT, description: '' },
  ],
}
const library = new NodeLibrary([ACT])

function make(trees: TreeDoc['trees']): Tree {
  const registry = new NodeRegistry(library).node('Act', scripted('S').build)
  return must(createTree({ main: 'Main', trees }, registry, { clock: new VirtualClock() }), 'the tree')
}

const act = (attrs: Record<string, string>): NodeDef => ({ id: 'Act', kind: 'action', attrs, children: [] })

const name = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => !/[\0-\x1f]/.test(text))
const nodes = fc.letrec<{ node: NodeDef }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.option(name).map((text) => act(text === null ? {} : { name: text, in: text })),
    fc.constant<NodeDef>({ id: 'SubTree', kind: 'subtree', attrs: { ID: 'Inner' }, children: [] }),
    fc
      .record({ text: name, children: fc.array(tie('node'), { minLength: 1, maxLength: 4 }) })
      .map(({ text, children }): NodeDef => ({
        id: 'Sequence',
        kind: 'control',
        attrs: { name: text },
        children,
      })),
  ),
})).node

describe('the description of a running tree', () => {
  it('has every node with its number, name and place, for our reader and for an independent one', () => {
    fc.assert(
      fc.property(nodes, (root) => {
        const inner = { id: 'Inner', root: act({ name: 'inside' }) }
        const tree = make([{ id: 'Main', root }, inner])
        const xml = instanceXml(tree.subtrees, library)
        const rows = must(readOutline(xml), 'the outline')
        const expected = tree.nodes.map(({ site, uid }) => [
          uid,
          site.kind === 'subtree' ? site.fullPath : site.name,
          site.path === '/' ? 0 : site.path.split('/').length - 1,
        ])
        expect(rows.map((row) => [row.uid, row.name, row.depth])).toEqual(expected)
        expect(witnessed(xml)).toEqual(tree.nodes.map(({ uid }) => String(uid)).sort())
      }),
      { numRuns: 60 },
    )
  })

  it('writes inputs as they are or by default, then outputs, then scripts', () => {
    const attrs = { out: '{key}', _post: 'b:=1', _skipIf: 'a < 1', in: '7' }
    const xml = instanceXml(make([{ id: 'Main', root: act(attrs) }]).subtrees, library)
    expect(xml).toContain('<Act name="Act" _uid="1" in="7" out="{key}" _skipIf="a &lt; 1" _post="b:=1"/>')
    const plain = instanceXml(make([{ id: 'Main', root: act({}) }]).subtrees, library, { metadata: false })
    expect(plain).toContain('<Act name="Act" in="a &quot;b&quot; &lt;c&gt; &amp; &apos;d&apos;"/>')
  })

  it('describes ports of every direction and type', () => {
    const value = (type: string): NodeSpec['ports'][number]['type'] => ({ kind: 'value', type })
    const ports: NodeSpec['ports'] = [
      { name: 'a', direction: 'inout', type: value('vector<double>'), description: '' },
      { name: 'b', direction: 'in', type: { kind: 'number', min: 0, max: 1 }, description: '' },
      { name: 'c', direction: 'out', type: value('Color'), description: '1 < 2' },
      { name: 'd', direction: 'in', type: value('queue<uint8>'), description: '' },
    ]
    const described = new NodeLibrary([{ id: 'X', kind: 'condition', description: '', ports }])
    const xml = instanceXml([], described, { builtins: false })
    expect(xml.split('\n').map((line) => line.trim())).toEqual([
      '<root BTCPP_format="4">',
      '<TreeNodesModel>',
      '<Condition ID="X">',
      '<input_port name="d" type="BT::SharedQueue&lt;uint8_t&gt;"/>',
      '<output_port name="c" type="Color">1 &lt; 2</output_port>',
      '<input_port name="b" type="double"/>',
      '<inout_port name="a" type="std::vector&lt;double&gt;"/>',
      '</Condition>',
      '</TreeNodesModel>',
      '</root>',
      '',
    ])
  })
})

/** The numbers of all nodes, by another XML reader, in order of their digits. */
function witnessed(xml: string): string[] {
  const parsed: unknown = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@' }).parse(xml)
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === '@_uid') found.push(String(inner))
      else visit(inner)
    }
  }
  visit(parsed)
  return found.sort()
}
