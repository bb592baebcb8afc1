import { describe, expect, it } from 'vitest'
import { checkText } from '#bt/check.js'
import { NodeLibrary } from '#bt/library.js'
import { readNodesModel } from '#bt/xml/read-model.js'

const PALETTE = `<root><TreeNodesModel>
  <Action ID="Drive"><input_port name="goal" type="int"/><input_port name="fast" type="bool" default="false"/></Action>
  <Condition ID="Near"/>
</TreeNodesModel></root>`
const palette = readNodesModel(PALETTE, 'palette.xml')
const library = new NodeLibrary(palette.ok ? palette.value : [])

/** A sound document of many shapes: comments, quotes of both kinds, tags over several lines, entities, two trees. */
const SOUND = `<?xml version="1.0" encoding="UTF-8"?>
<!-- a comment <Sequence> with "quotes"
     over two lines -->
<root BTCPP_format="4" main_tree_to_execute="Main">
  <BehaviorTree ID="Main">
    <Fallback name="première &lt;tentative&gt;">
      <Sequence   name = 'a "quoted" name' >
        <Near _skipIf="a &lt; 3 &amp;&amp;
                       b == 'x'"/>
        <Drive goal="1"
               fast="true"/>
      </Sequence>
      <RetryUntilSuccessful num_attempts="3"><Action ID="Drive" goal="2"/></RetryUntilSuccessful>
      <SubTree ID="Inner" speed="4"/>
\t<Script code="n := 1; text := 'é'"/>
    </Fallback>
  </BehaviorTree>
  <BehaviorTree ID="Inner">
    <Delay delay_msec="10"><Near/></Delay>
  </BehaviorTree>
</root>
`

interface Break {
  readonly what: string
  readonly cut: string
  readonly by: string
  readonly code: string
}

/** Every kind of fault; § marks where it has to be reported, or the code says behind @ what stands there. */
const BREAKS: readonly Break[] = [
  { what: 'an unknown node', cut: '<Near/>', by: '§<Neer/>', code: 'bt.unknown-node' },
  { what: 'an unknown port', cut: 'fast="true"', by: '§fats="true"', code: 'bt.unknown-port' },
  { what: 'a text for a number', cut: 'goal="1"', by: 'goal="§one"', code: 'bt.port-type' },
  { what: 'a text for a truth value', cut: 'fast="true"', by: 'fast = "§yes"', code: 'bt.port-type' },
  { what: 'a number read in part', cut: 'goal="1"', by: 'goal="§1.5"', code: 'bt.partial-literal' },
  { what: 'a number with a blank', cut: 'goal="2"', by: "goal='§ 2'", code: 'bt.port-type' },
  { what: 'a missing port', cut: '<Drive goal="1"', by: '§<Drive', code: 'bt.unset-port' },
  { what: 'a decorator without child', cut: '<Near/></Delay>', by: '</Delay>', code: 'bt.children@<Delay' },
  { what: 'a leaf with a child', cut: '<Near/>', by: '§<Near><Near/></Near>', code: 'bt.children' },
  {
    what: 'two children for a decorator',
    cut: '<Near/></Delay>',
    by: '<Near/><Near/></Delay>',
    code: 'bt.children@<Delay',
  },
  { what: 'an unknown tree', cut: 'ID="Inner" speed', by: 'ID="§Iner" speed', code: 'bt.unknown-subtree' },
  {
    what: 'a loop of trees',
    cut: '<Near/></Delay>',
    by: '<SubTree ID="§Inner"/></Delay>',
    code: 'bt.recursion',
  },
  { what: 'an unknown main tree', cut: 'execute="Main"', by: 'execute="§Mian"', code: 'bt.main-tree' },
  { what: 'a script with a faulty end', cut: 'n := 1;', by: 'n := §;', code: 'bt.script' },
  {
    what: 'a token behind entities',
    cut: '&lt; 3 &amp;&amp;',
    by: '&lt; 3 &amp;&amp; §# ',
    code: 'bt.script',
  },
  { what: 'a token in the second line', cut: "b == 'x'", by: "b == §# 'x'", code: 'bt.script' },
  { what: 'a token behind a raw ampersand', cut: '&lt; 3 &amp;&amp;', by: '< 3 && §# ', code: 'bt.script' },
  {
    what: 'a token behind numbers of characters',
    cut: "text := 'é'",
    by: "text := '&#233;&#x41;' §#",
    code: 'bt.script',
  },
  { what: 'an ID on a compact tag', cut: '<Delay ', by: '<Delay §ID="d" ', code: 'bt.id-not-allowed' },
  {
    what: 'a generic tag without ID',
    cut: '<Action ID="Drive" goal="2"/>',
    by: '§<Action goal="2"/>',
    code: 'bt.missing-id',
  },
  {
    what: 'a SubTree without ID',
    cut: '<SubTree ID="Inner" speed="4"/>',
    by: '§<SubTree speed="4"/>',
    code: 'bt.missing-id',
  },
  {
    what: 'a tree ID with a slash',
    cut: '<BehaviorTree ID="Inner">',
    by: '§<BehaviorTree ID="In/ner">',
    code: 'bt.tree-id',
  },
  {
    what: 'a tree named as a node',
    cut: '<BehaviorTree ID="Inner">',
    by: '§<BehaviorTree ID="Near">',
    code: 'bt.tree-id',
  },
  {
    what: 'two roots in a tree',
    cut: '<Delay delay',
    by: '<Near/><Delay delay',
    code: 'bt.children@<BehaviorTree ID="Inner"',
  },
  {
    what: 'a missing closing tag',
    cut: '      </Sequence>\n',
    by: '',
    code: 'xml.mismatched-tag@</Fallback>',
  },
  { what: 'a missing closing quote', cut: 'goal="1"', by: 'goal=§"1', code: 'xml.unterminated-value' },
  { what: 'no quotes', cut: 'goal="1"', by: 'goal=§1', code: 'xml.unquoted-value' },
  {
    what: 'an attribute twice',
    cut: 'fast="true"',
    by: 'fast="true" §fast="false"',
    code: 'xml.duplicate-attribute',
  },
  { what: 'an attribute without value', cut: 'fast="true"', by: '§fast', code: 'xml.attribute' },
  { what: 'junk in a tag', cut: 'fast="true"', by: '§,,', code: 'xml.attribute' },
  { what: 'a comment without end', cut: '<Delay', by: '§<!-- <Delay', code: 'xml.unterminated' },
  { what: 'a lone bracket', cut: '<Near/>', by: '§< 3<Near/>', code: 'xml.stray-lt' },
  { what: 'a stray closing tag', cut: '<Near/>', by: '<Near/>§</Nope>', code: 'xml.stray-closing-tag' },
  {
    what: 'a declaration in the middle',
    cut: '<Near/>',
    by: '§<?xml version="1.0"?><Near/>',
    code: 'xml.declaration',
  },
  { what: 'text between nodes', cut: '<Near/>', by: '<Near/> §words', code: 'bt.text' },
  {
    what: 'an include without file',
    cut: '<BehaviorTree ID="Inner">',
    by: '<include path="§no.xml"/><BehaviorTree ID="Inner">',
    code: 'bt.include',
  },
  {
    what: 'an include without path',
    cut: '<BehaviorTree ID="Inner">',
    by: '§<include/><BehaviorTree ID="Inner">',
    code: 'bt.include',
  },
  {
    what: 'an unknown element',
    cut: '<BehaviorTree ID="Inner">',
    by: '§<Tree/><BehaviorTree ID="Inner">',
    code: 'bt.unexpected-element',
  },
  {
    what: 'a control character in a name',
    cut: '\'a "quoted"',
    by: '\'§&#7;a "quoted"',
    code: 'bt.instance-name',
  },
  { what: 'a misspelt script attribute', cut: '_skipIf', by: '§_skipif', code: 'bt.ignored-attribute' },
  { what: 'a key with two @', cut: 'goal="1"', by: 'goal="§{@a@b}"', code: 'bt.key' },
  {
    what: 'a conflict of types',
    cut: 'fast="true"',
    by: 'fast="§{n}"/><Drive goal="{n}"',
    code: 'bt.port-conflict@{n}"',
  },
]

const offsetPlace = (text: string, offset: number): string => {
  const before = text.slice(0, offset).split('\n')
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`
}

const check = (text: string) => checkText(text, { file: 't.xml', library })

describe('every problem is reported where it stands in the file', () => {
  it('and a sound document has none', () => {
    expect(check(SOUND).diagnostics).toEqual([])
    expect(check(SOUND)).toMatchObject({ trees: 2, nodes: 10, opened: 10 })
  })

  it.each(['\n', '\r\n'])(
    '%j: each of the faults, alone, is found with its code at its line and column',
    (lineEnd) => {
      let seen = 0
      for (const { what, cut, by, code } of BREAKS) {
        const at = SOUND.indexOf(cut)
        expect(at, what).toBeGreaterThan(0)
        const marked = SOUND.slice(0, at) + by + SOUND.slice(at + cut.length)
        const text = marked.replace('§', '').replaceAll('\n', lineEnd)
        const [name = '', anchor] = code.split(/@(.*)/s)
        const plain = marked.replace('§', '')
        const offset = anchor === undefined ? marked.indexOf('§') : plain.lastIndexOf(anchor)
        const found = check(text).diagnostics.map(
          (d) => `${d.code} ${d.where?.line ?? 0}:${d.where?.column ?? 0}`,
        )
        expect(found, what).toContain(`${name} ${offsetPlace(plain, offset)}`)
        seen += 1
      }
      expect(seen).toBeGreaterThan(40)
    },
  )

  it('several faults at once are all found, in the order of the text', () => {
    const text = SOUND.replace('goal="1"', 'goal="one"')
      .replace('fast="true"', 'fats="1"')
      .replace('<Near/>', '<Neer/>')
    const codes = check(text).diagnostics.map(({ code }) => code)
    expect(codes).toEqual(['bt.port-type', 'bt.unknown-port', 'bt.unknown-node'])
  })

  it('in trees that the main tree does not use, what only creation would find is a warning', () => {
    const text = SOUND.replace('<SubTree ID="Inner" speed="4"/>', '<Near/>').replace(
      'delay_msec="10"',
      'delay_msec="ten"',
    )
    expect(check(text).diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['bt.port-type', 'warning'],
    ])
  })
})
