import { describe, expect, it } from 'vitest'
import { formatRef } from '#base/diagnostic.js'
import { must } from '#base/result.js'
import { checkText } from '#bt/check.js'
import type { NodeDef } from '#bt/document.js'
import { NodeLibrary } from '#bt/library.js'
import { parseNode } from '#bt/xml/parse.js'
import { readNodesModel } from '#bt/xml/read-model.js'
import { page, told } from '../support/page.js'

const library = new NodeLibrary(
  must(
    readNodesModel(
      '<root><TreeNodesModel><Action ID="Go"/><Condition ID="Near"/><SubTree ID="Far"/></TreeNodesModel></root>',
      'palette.xml',
    ),
    'the palette',
  ),
)

const FILES: Readonly<Record<string, string>> = {
  'd/good.xml': '<root BTCPP_format="4"><BehaviorTree ID="Good"><Go/></BehaviorTree></root>',
  'd/M.xml': '<root BTCPP_format="4"><BehaviorTree ID="M"><Near/></BehaviorTree></root>',
  'd/wrongM.xml': '<root BTCPP_format="4"><BehaviorTree ID="M"><Neer/></BehaviorTree></root>',
  'd/self.xml': '<root BTCPP_format="4"><include path="self.xml"/></root>',
  'd/one.xml': '<root BTCPP_format="4"><include path="in/two.xml"/></root>',
  'd/in/two.xml': '<root BTCPP_format="4"><include path="./three.xml"/></root>',
  'd/in/three.xml': '<root BTCPP_format="4"><include path="..//in/two.xml"/></root>',
  'd/back.xml': '<root BTCPP_format="4"><include path="t.xml"/></root>',
  'd/broken.xml': '<root BTCPP_format="4"><BehaviorTree ID="B"></root>',
  'd/other.xml': '<other><BehaviorTree ID="O"><Go/></BehaviorTree></other>',
  'd/models.xml':
    '<root BTCPP_format="4"><TreeNodesModel><SubTree ID="S"><input_port name="a" default="1"/><input_port name="b" default="2"/></SubTree></TreeNodesModel></root>',
  '/abs.xml': '<root BTCPP_format="4"><include path="up.xml"/></root>',
  '/up.xml': '<root BTCPP_format="4"><include path="../../top.xml"/></root>',
}
const load = (path: string): string | undefined => FILES[path]

const m = (body: string, id = 'M'): string => `<BehaviorTree ID="${id}">${body}</BehaviorTree>`
const go = m('<Go/>')
const root = (body: string, attrs = 'BTCPP_format="4"'): string => `<root ${attrs}>${body}</root>`
const model = (body: string): string => root(`<TreeNodesModel>${body}</TreeNodesModel>${go}`)

const PAGES: Readonly<Record<string, readonly string[]>> = {
  roots: [
    root(go),
    `<root>${go}</root>`,
    root(go, 'BTCPP_format="3"'),
    root(go, 'BTCPP_format=""'),
    `<rot BTCPP_format="4">${go}</rot>`,
    m('<Go/>'),
    '<other><include path="good.xml"/></other>',
    root(`text ${go}`),
    root(`${go}<Go/>`),
    root(`${go}<Include path="good.xml"/>`),
    root(`${go}<BehaviourTree ID="N"><Go/></BehaviourTree>`),
    root(`${go}<Sequence/>`),
    root(`<TreeNodesModel/>${go}<Action/><SubTree/><Condition ID="x"/><Sequence/>`),
    root(`${go}<Action/><SubTree/>`),
    root(`<TreeNodesModel/>${go}<TreeNodesModel/>`),
    root(`<TreeNodesModel><Action ID="Own"/></TreeNodesModel>${m('<Own/>')}`),
    root(`<TreeNodesModel><Action ID="Own"/></TreeNodesModel>${m('<Owned/>')}`),
    root(`<TreeNodesModel><Action/></TreeNodesModel>${m('<Owned/>')}`),
    root(`<TreeNodesModel><Action ID="Own"/></TreeNodesModel><TreeNodesModel/>${m('<Own/>')}<Neer/>`),
  ],
  'main trees': [
    root(''),
    root('<BehaviorTree><Go/></BehaviorTree>'),
    root('<BehaviorTree ID=""><Go/></BehaviorTree>'),
    root('<BehaviorTree><Go/></BehaviorTree><BehaviorTree><Near/></BehaviorTree>'),
    root(`${go}<BehaviorTree ID=""><Near/></BehaviorTree>`),
    root(`${go}${m('<Near/>', 'N')}`),
    root(`${go}${m('<Near/>', 'N')}`, 'BTCPP_format="4" main_tree_to_execute="N"'),
    root(`${go}${m('<Near/>', 'N')}`, 'BTCPP_format="4" main_tree_to_execute=""'),
    root(`${m('<Go/>', 'Main')}`, 'BTCPP_format="4" main_tree_to_execute="Mian"'),
    root(`${go}${m('<Near/>', 'N')}`, 'BTCPP_format="4" main_tree_to_execute="Elsewhere"'),
    root('<include path="good.xml"/>'),
    root(`<include path="good.xml"/>${go}`),
    root('<include path="good.xml"/><include path="M.xml"/>'),
    root('<include path="good.xml"/>', 'BTCPP_format="4" main_tree_to_execute="Good"'),
    root(go, 'BTCPP_format="4" main_tree_to_execute="Given"'),
    root('', 'BTCPP_format="4" main_tree_to_execute="Giben"'),
    root(`${go}${m('<Near/>')}`),
    root(`<include path="M.xml"/>${go}`),
    root(`<include path="wrongM.xml"/>${go}`),
    root(`<include path="M.xml"/><include path="M.xml"/>${m('<SubTree ID="M"/>', 'N')}`),
    root(`${m('<SubTree ID="Given"/>')}`),
    root(`${m('<SubTree ID="Given"/>')}${m('<Near/>', 'Given')}`),
  ],
  includes: [
    root(`<include/>${go}`),
    root(`<include path="none.xml"/>${go}`),
    root(`<include path="none.xml"/><include path="none.xml"/>${go}`),
    root(`<include path="self.xml"/>${go}`),
    root(`<include path="one.xml"/>${go}`),
    root(`<include path="back.xml"/>${go}`),
    root(`<include path="t.xml"/>${go}`),
    root(`<include path="broken.xml"/>${go}`),
    root(`<include path="broken.xml"/><include path="broken.xml"/>${go}`),
    root(`<include path="other.xml"/>${go}`),
    root(`<include path="good.xml" ros_pkg="pkg"/>${go}`),
    root(`<include path="/abs.xml" ros_pkg="pkg"/>${go}`),
    root(`<include path="/none/"/>${go}`),
    root(`<include path="none/" ros_pkg="pkg"/>${go}`),
    root(`<include path="/a/../../b.xml"/>${go}`),
    root(`<include path="../../b.xml"/>${go}`),
    root(`<include path="./x//y/./../b.xml"/>${go}`),
    root(`<include path="../d/good.xml"/><include path="good.xml"/>${m('<SubTree ID="Good"/>')}`),
    root(
      `<include path="models.xml"/><TreeNodesModel><SubTree ID="S"><input_port name="b"/><input_port name="c" default="3"/></SubTree></TreeNodesModel>${m('<SubTree ID="S"/>')}${m('<Go/>', 'S')}`,
    ),
  ],
  trees: [
    root('<BehaviorTree ID="M"/>'),
    root('<BehaviorTree ID="M"><Go/><Neer/></BehaviorTree>'),
    root('<BehaviorTree ID="M"><Go/><Go/><Action/></BehaviorTree>'),
    root('<BehaviorTree/>'),
    root('<BehaviorTree ID="M">text<Go/></BehaviorTree>'),
    root(m('<Sequence>text<Go/>more</Sequence>')),
    root(m(`<Sequence>${'t'.repeat(41)}<Go/></Sequence>`)),
    root(m('<Go>text</Go>')),
    root(m('<Action/>')),
    root(m('<Action ID=""/>')),
    root(m('<Action name="x"/>')),
    root(m('<Action ID="SubTree"/>')),
    root(m('<Decorator ID="SubTree"><Go/></Decorator>')),
    root(m('<Action ID="Near"/>')),
    root(m('<Condition ID="Near"/>')),
    root(m('<Control ID="Inverter"><Go/></Control>')),
    root(m('<Decorator ID="Own"><Go/></Decorator>')),
    root(m('<Own><Go/></Own>')),
    root(m('<Own/>')),
    root(m('<RetryUntilSuccesful num_attempts="1"><Go/></RetryUntilSuccesful>')),
    root(m('<Decorator ID="RetryUntilSuccesful" num_attempts="1"><Go/></Decorator>')),
    root(m('<Action ID="RetryUntilSuccesful" num_attempts="1"><Go/></Action>')),
    root(m('<ReactiveSequence><BehaviorTree ID="N"><Go/></BehaviorTree></ReactiveSequence>')),
    root(m('<ReactiveSequence><Action ID="Go"/><Condition/><SubTree ID="Given"/></ReactiveSequence>')),
    root(m('<Control ID="ReactiveSequence"><Action ID="Go"/></Control>')),
    root(m('<Sequence><BehaviorTree ID="N"><Go/></BehaviorTree></Sequence>')),
    root(m('<Sequence><BehaviorTree/></Sequence>')),
    root(m('<Sequence><BehaviorTree ID="N"><Go/><Go/></BehaviorTree></Sequence>')),
  ],
  'broken tags': [
    root(`<BehaviorTree ID="M"><Sequence><Neer/><Go x="1"></Sequence></BehaviorTree>`),
    root(`<TreeNodesModel><Neer/></TreeNodesModel><BehaviorTree ID="M"><Sequence><Inverter/></BehaviorTree>`),
    `<root><include path="x"><BehaviorTree ID="M"><Action/>`,
    '</root>',
    root(m('<Go/></Go>')),
  ],
  models: [
    model('<SubTree ID="S"/>'),
    model('<SubTree><input_port name="a"/></SubTree>'),
    model(
      '<SubTree ID="S" description="what for"><input_port name="a" type="int">why</input_port></SubTree>',
    ),
    model('<SubTree ID="S"><output_port name="a" default="" description="d">e</output_port></SubTree>'),
    model('<SubTree ID="S"><inout_port name="a" type="" default="{b}"/></SubTree>'),
    model('<SubTree ID="S"><input_port/></SubTree>'),
    model('<SubTree ID="S"><input_port name=""/></SubTree>'),
    model('<SubTree ID="S"><input_port name="1a"/></SubTree>'),
    model('<SubTree ID="S"><input_port name="a1b"/></SubTree>'),
    model('<SubTree ID="S"><input_port name="a b"/></SubTree>'),
    model('<SubTree ID="S"><input_port name="name"/><input_port name="ID"/></SubTree>'),
    model('<SubTree ID="S"><input_port name="_autoremap"/><input_port name="_skipIf"/></SubTree>'),
    model('<SubTree ID="S"><input_port name="_own"/></SubTree>'),
    model('<SubTree ID="S"><MetadataFields/><port name="a"/></SubTree>'),
    model('<Action ID="A"><port/></Action><Whatever/>'),
    model(
      '<SubTree ID="S"><input_port name="a"/></SubTree><SubTree ID="S"><input_port name="b"/><output_port name="a"/></SubTree>',
    ),
  ],
}

const shown = (node: NodeDef): string => {
  const attrs = Object.entries(node.attrs).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
  const children = node.children.length === 0 ? '' : ` [${node.children.map(shown).join(', ')}]`
  return `${node.kind} ${node.id === '' ? '-' : node.id}${attrs.join('')}${children}`
}

const given = { id: 'Given', root: { id: 'Go', kind: 'action', attrs: {}, children: [] } } as const

function judged(text: string, file: string, loading = true): string {
  const report = checkText(text, { file, library, include: [given], ...(loading ? { load } : {}) })
  const { doc, diagnostics, trees, nodes, opened } = report
  const lines = [
    `${trees} trees, ${nodes} nodes, ${opened ?? 'not'} opened`,
    ...(doc === undefined ? [] : [`main ${JSON.stringify(doc.main)}`]),
    ...(doc?.trees ?? []).map(
      ({ id, root: top, where }) => `tree ${id} ${where ? formatRef(where) : '-'}: ${shown(top)}`,
    ),
    ...(doc?.models ?? []).map((spec) => `model ${JSON.stringify(spec)}`),
    ...(diagnostics.length === 0 ? [] : [told(diagnostics)]),
  ]
  return lines.join('\n')
}

describe('documents', () => {
  it.each(Object.entries(PAGES))(
    'with special %s are read and judged as on the page',
    async (topic, texts) => {
      const pages = page(texts, (text) => judged(text, 'd/t.xml'))
      await expect(pages).toMatchFileSnapshot(`../fixtures/documents/${topic.replace(' ', '-')}.txt`)
    },
  )

  it('that stand alone cannot include others', () => {
    expect(judged(root(`<include path="good.xml"/>${go}`), 'd/t.xml', false)).toContain(
      'bt.include: cannot include d/good.xml\n  hint:     includes are not possible here: put the trees into this text',
    )
  })

  it('under an absolute path include others beside them', () => {
    expect(judged(root(`<include path="up.xml"/>${go}`), '/t.xml')).toContain('cannot include /../../top.xml')
    expect(judged(root(`<include path="x/../../y.xml"/>${go}`), '/d/t.xml')).toContain(
      'cannot include /y.xml',
    )
  })

  it('in which the same name is a loop are told the files of the loop alone', () => {
    expect(judged(root(`<include path="one.xml"/>${go}`), 'd/t.xml')).toContain(
      'd/in/two.xml includes itself: d/in/two.xml → d/in/three.xml → d/in/two.xml',
    )
  })
})

describe('single nodes', () => {
  const texts = [
    '<Go/>',
    '<Neer/>',
    '<Go x="1" name="n"/>',
    '<Sequence><Go/><SubTree ID="Nowhere"/></Sequence>',
    '<Sequence><Go/>',
    '<Sequence><Neer></Sequence>',
    '',
    '<Go',
    '<Action/>',
    '<SubTree/>',
    '<SubTree ID="Go"/>',
    '<Inverter/>',
    '<BehaviorTree ID="M"><Go/></BehaviorTree>',
    '<Go/> text',
  ]
  it('are read and judged as on the page', async () => {
    const pages = page(texts, (text) => {
      const read = parseNode(text, { file: 'node', library })
      const warnings = read.ok && read.warnings.length > 0 ? `\n${told(read.warnings)}` : ''
      return read.ok ? shown(read.value) + warnings : told(read.error)
    })
    await expect(pages).toMatchFileSnapshot('../fixtures/documents/single-nodes.txt')
  })
})
