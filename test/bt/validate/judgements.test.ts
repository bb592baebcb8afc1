import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { checkText } from '#bt/check.js'
import { NodeLibrary } from '#bt/library.js'
import { readNodesModel } from '#bt/xml/read-model.js'
import { page, told } from '../support/page.js'

const PALETTE = `<root><TreeNodesModel>
  <Action ID="Go">
    <input_port name="zone" type="int" min="1" max="8">which</input_port>
    <input_port name="speed" type="number" min="-0.5" max="1.5" unit="m/s" default="0.5"/>
    <input_port name="bits" type="mask" default="0000"/>
    <input_port name="way" type="enum" values="slow;fast" default="slow"/>
    <output_port name="reached" type="mask"/>
    <inout_port name="both" type="int" min="0" max="9" default="0"/>
  </Action>
  <Action ID="Say">
    <input_port name="text" type="string"/>
    <input_port name="loud" type="bool">optional</input_port>
    <input_port name="times" type="int"/>
    <output_port name="said" type="int"/>
    <inout_port name="log"/>
    <input_port name="small" type="int8" default="1"/>
    <input_port name="part" type="double" default="1"/>
    <input_port name="pose" type="Pose" default=""/>
    <input_port name="status" type="NodeStatus" default="SUCCESS"/>
    <input_port name="list" type="std::vector&lt;int&gt;" default=""/>
  </Action>
  <Condition ID="Near"/>
  <Decorator ID="Guard"/>
  <Control ID="Pipeline"/>
  <SubTree ID="Modelled">
    <input_port name="item" type="int">which one</input_port>
    <input_port name="tries" type="int" default="3"/>
    <output_port name="result"/>
    <input_port name="none" default=""/>
  </SubTree>
</TreeNodesModel></root>`
const library = new NodeLibrary(must(readNodesModel(PALETTE, 'palette.xml'), 'the palette'))

const go = (attrs: string): string => `<Go zone="1" reached="{r}" ${attrs}/>`
const say = (attrs: string): string => `<Say text="t" times="1" said="{s}" log="{l}" ${attrs}/>`

/** What stands in the main tree, with other trees behind a bar. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  'limited ports': [
    go(''),
    '<Go/>',
    '<Go zone=""/>',
    ...['0', '1', '8', '9', '-1', '1.0', '01', '+1', ' 1', '1 ', 'one', '{z}', '{}', ' {z}', '=', '{@z}'].map(
      (text) => `<Go zone="${text}" reached="{r}"/>`,
    ),
    ...['999999999999999', '9999999999999999'].map((text) => `<Go zone="${text}" reached="{r}"/>`),
    ...['-0.5', '-0.51', '1.5', '1.51', '1.', '.5', '1e0', '1.1234567890123456', '-1', '', '{s}'].map(
      (text) => go(`speed="${text}"`),
    ),
    ...['0101', '010', '01010', '0102', ''].map((text) => go(`bits="${text}"`)),
    ...['slow', 'fast', 'Slow', '', 'slow;fast'].map((text) => go(`way="${text}"`)),
    ...['{r}', '0000', '=', '', ' {r} ', '{}', '{', 'r}'].map((text) => `<Go zone="1" reached="${text}"/>`),
    ...['{b}', '5', '10', '=', ''].map((text) => go(`both="${text}"`)),
  ],
  'ports of the engine’s types': [
    say(''),
    '<Say/>',
    ...['true', '1', 'TRUE', 'maybe', '', ' true', '{x}'].map((text) => say(`loud="${text}"`)),
    ...['127', '128', '-128', '-129', '1.5', '1x', ' 1', '1 ', '0x10', '+1', '', 'x', '1.5x', '+1.5'].map(
      (text) => say(`small="${text}"`),
    ),
    ...[
      '1',
      '1.5',
      '.5',
      '1.',
      '1e3',
      '1.55x',
      '.55x',
      ' 1.5',
      '-1.5x',
      '+1.5x',
      '1e',
      'inf',
      'nan',
      '0x1f',
      'x',
      '',
    ].map((text) => say(`part="${text}"`)),
    ...['SUCCESS', 'success', 'DONE', ''].map((text) => say(`status="${text}"`)),
    ...['1;2', '1;x', '', ';'].map((text) => say(`list="${text}"`)),
    ...['anything', ''].map((text) => say(`pose="${text}"`)),
    '<Say text="t" times="1" said="5" log="5"/>',
    '<Say text="t" times="1" said="" log=""/>',
    '<Say text="t" times="1" said="=" log="="/>',
    '<Say text="{@t@}" times="{a@b}" said="{@a@b}" log="{@@}"/>',
    '<Say text="{@t}" times="{t@}" said="@a@" log="@"/>',
  ],
  'ports of built-in nodes': [
    '<Repeat num_cycles="x"><Near/></Repeat>',
    '<Repeat num_cycles="3x"><Near/></Repeat>',
    '<Repeat num_cycles="-2"><Near/></Repeat>',
    '<Repeat num_cycles="-1"><Near/></Repeat>',
    '<Repeat><Near/></Repeat>',
    '<RetryUntilSuccessful num_attempts="{n}"><Near/></RetryUntilSuccessful>',
    '<Delay delay_msec="-1"><Near/></Delay>',
    '<Delay delay_msec="1.5"><Near/></Delay>',
    '<Sleep msec=" 5"/>',
    '<Sleep/>',
    '<Script/>',
    '<Script code=""/>',
    '<Script code="a :="/>',
    '<Script code="{c}"/>',
    '<Script code=" {c} "/>',
    '<Script code="x{c}"/>',
    '<Script code="{}"/>',
    '<Script code="="/>',
    '<ScriptCondition code="a ="/>',
    '<ScriptCondition/>',
    '<Precondition if=")" else="FAILURE"><Near/></Precondition>',
    '<Precondition><Near/></Precondition>',
    '<Precondition if="a" else="DONE"><Near/></Precondition>',
    '<WasEntryUpdated/>',
    '<WasEntryUpdated entry=""/>',
    '<WaitValueUpdate entry=""><Near/></WaitValueUpdate>',
    '<SkipUnlessUpdated entry=""><Near/></SkipUnlessUpdated>',
    '<LoopInt><Near/></LoopInt>',
    '<LoopInt queue="1;2" value="{v}"><Near/></LoopInt>',
    '<LoopInt queue="1;x" value="v"><Near/></LoopInt>',
    '<Switch2 variable="{v}"><Near/><Near/><Near/></Switch2>',
    '<Switch2 case_1="1"><Near/><Near/><Near/></Switch2>',
    '<SetBlackboard/>',
    '<SetBlackboard value="1"/>',
    '<SetBlackboard value="1" output_key=""/>',
    '<UnsetBlackboard/>',
    '<Parallel success_count="x" failure_count=""><Near/></Parallel>',
    '<Script code="\n  a := 1;\n  b := ?"/>',
    '<Script code="a &amp;&amp; ?"/>',
    '<Near _skipIf="a =" _while="" _onSuccess="1 +" _post="b"/>',
    '<Near _onFailure="\'open"/>',
  ],
  attributes: [
    '<Near name="n"/>',
    '<Near name=""/>',
    '<Near name="a&#8;b"/>',
    '<Near name="a&#127;b&#8;"/>',
    '<Near name="a&#10;b&#9;c"/>',
    '<Near ID="x"/>',
    '<Near ID=""/>',
    '<Near zone="1"/>',
    go('zome="1"'),
    go('zonenumber="1"'),
    go('on="1"'),
    go('elsewhere="1"'),
    '<Near _autoremap="true"/>',
    '<Near _skipif="true"/>',
    '<Near _autoReMap="true"/>',
    '<Near _mine="true"/>',
    '<Near _description="d" _uid="1" _fullpath="p" _fullPath="p"/>',
    '<Near xs:zone="1"/>',
    go('zon.e="1"'),
    '<Near é="1"/>',
    '<Near :x="1"/>',
    '<Near a.b="1" _whille="x"/>',
    '<Neer zone="x" ID="y" a.b="c"/>',
  ],
  nodes: [
    '<Neer/>',
    '<Something/>',
    '<Modelled/>',
    '<Modeled/>',
    '<Guard/>',
    '<Guard><Near/><Near/></Guard>',
    '<Guard><Near/><Near/><Near/></Guard>',
    '<Pipeline/>',
    '<Near><Near/></Near>',
    '<Near><Near/><Near/></Near>',
    '<Sequence/>',
    '<SubTree ID="T"><Near/></SubTree>|T:<Near/>',
    '<TryCatch><Near/></TryCatch>',
    '<TryCatch/>',
    '<TryCatch><Near/><Near/></TryCatch>',
    '<ReactiveSequence><AsyncSequence><Near/></AsyncSequence><AsyncSequence><Near/></AsyncSequence><AsyncSequence><Near/></AsyncSequence></ReactiveSequence>',
    '<ReactiveSequence><AsyncSequence><Near/></AsyncSequence><Near/></ReactiveSequence>',
    '<Sequence><AsyncSequence><Near/></AsyncSequence><AsyncSequence><Near/></AsyncSequence></Sequence>',
    '<IfThenElse><Near/></IfThenElse>',
    '<Switch3 variable="{a}"><Near/></Switch3>',
    '<Sequence><Action ID=""/><Action ID=""/></Sequence>',
  ],
  subtrees: [
    '<SubTree/>',
    '<SubTree ID=""/>',
    '<SubTree ID="Nowhere"/>',
    '<SubTree ID="Other"/>|Othr:<Near/>',
    '<SubTree ID="Modelled"/>',
    '<SubTree ID="Modeled" />',
    '<SubTree ID="Root"/>',
    '<SubTree ID="root"/>',
    '<SubTree ID="a b"/>',
    '<SubTree ID="a.b"/>',
    '<SubTree ID="Sequence"/>',
    '<SubTree ID="SubTree"/>',
    '<SubTree ID="M"/>',
    '<SubTree ID="A"/>|A:<SubTree ID="B"/>|B:<SubTree ID="A"/>',
    '<Near/>|A:<SubTree ID="B"/>|B:<SubTree ID="A"/>|C:<SubTree ID="A"/>',
    '<SubTree ID="A"/>|A:<Sequence><SubTree ID="A"/><SubTree ID="A"/></Sequence>',
    '<SubTree ID="A" _autoremap="maybe"/>|A:<Near/>',
    '<SubTree ID="A" _autoremap=""/>|A:<Near/>',
    '<SubTree ID="A" _autoremap="1" name="n" item="{i}" x.y="z"/>|A:<Near/>',
    '<SubTree ID="Modelled"/>|Modelled:<Near/>',
    '<SubTree ID="Modelled" _autoremap="false"/>|Modelled:<Near/>',
    '<SubTree ID="Modelled" _autoremap="true"/>|Modelled:<Near/>',
    '<SubTree ID="Modelled" item="{i}" result="{r}" none="" tries="{t}"/>|Modelled:<Near/>',
    '<SubTree ID="Modelled" item="x" result="{r}" none="1" tries="3x"/>|Modelled:<Near/>',
    '<SubTree ID="Modelled" item=" {i} " result="=" none="1" tries="="/>|Modelled:<Near/>',
    '<SubTree ID="Modelled" item="x{i}" result="1" none="1" tries="{t}x"/>|Modelled:<Near/>',
    '<SubTree ID="Modelled" item="1" result="{r}" none="1" item2="{x}" elsewhere="3"/>|Modelled:<Near/>',
    '<SubTree ID="Modelled" item="" result="{r}" none="1"/>|Modelled:<Near/>',
  ],
  trees: [
    '<Near/>|M:<Near/>',
    '<Near/>|Root:<Near/>',
    '<Near/>|root:<Near/>',
    '<Near/>|a b:<Near/>',
    '<Near/>|a/b:<Near/>',
    '<Near/>|Near:<Near/>',
    '<Near/>|SubTree:<Near/>',
    '<Near/>|Modelled:<Near/>',
    '<Near/>|U:<Neer/>',
    '<Near/>|U:<Say/>',
    '<Near/>|U:<Go zone="9" reached="{r}"/>',
    '<Near/>|U:<SubTree ID="Nowhere"/>',
    '<Near/>|U:<Script code="1 +"/>',
    '<Near/>|U:<SubTree ID="V"/>|V:<Go zone="9" reached="{r}"/>',
    '<SubTree ID="U"/>|U:<SubTree ID="V"/>|V:<Go zone="9" reached="{r}"/>',
    '<SubTree ID="U"/>|U:<Sequence><Near/><Neer/></Sequence>|V:<Neer/>',
  ],
}

/** `main tree|ID:another|ID:…` as a document, in which the trees begin lines. */
const documentOf = (text: string): string => {
  const [main = '', ...others] = text.split('|')
  const trees = others.map((other) => other.split(/:(.*)/s))
  const all = [['M', main], ...trees].map(
    ([id = '', body = '']) => `<BehaviorTree ID="${id}">\n${body}</BehaviorTree>`,
  )
  return `<root BTCPP_format="4" main_tree_to_execute="M">${all.join('')}</root>`
}

describe('judgements', () => {
  it.each(Object.entries(PAGES))('of %s are as on the page', async (topic, texts) => {
    const judged = page(texts, (text) =>
      told(checkText(documentOf(text), { file: 't', library }).diagnostics),
    )
    const name = topic.replace(/\W+/g, '-')
    await expect(judged).toMatchFileSnapshot(`../fixtures/judged/${name}.txt`)
  })

  it.each(Object.entries(PAGES))(
    'of %s differ in strict mode only in that warnings are errors',
    (_, texts) => {
      for (const text of texts) {
        const [lax, strict] = (['4.10', 'strict'] as const).map((compat) =>
          checkText(documentOf(text), { file: 't', library, compat }).diagnostics.map(
            ({ severity: _severity, ...rest }) => rest,
          ),
        )
        expect(strict).toEqual(lax)
        const severities = checkText(documentOf(text), { file: 't', library, compat: 'strict' }).diagnostics
        expect(severities.filter(({ severity }) => severity === 'warning')).toEqual([])
      }
    },
  )
})
