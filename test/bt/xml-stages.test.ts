import { describe, expect, it } from 'vitest'
import { runCase } from '#bt-tools/tape/run-case.js'

/** what, the stage at which BehaviorTree.CPP 4.10 refuses it (by its code, beyond the recorded corpus), documents */
type Case = readonly [
  what: string,
  stage: 'load' | 'create' | undefined,
  xml: string,
  files?: Readonly<Record<string, string>>,
]

const B = (nodes: string, id = ' ID="M"'): string => `<BehaviorTree${id}>${nodes}</BehaviorTree>`
const R = (trees: string, attrs = ''): string => `<root BTCPP_format="4"${attrs}>${trees}</root>`
const T = '<T/>'

const CASES: readonly Case[] = [
  ['two trees no main', 'create', R(B(T) + B(T, ' ID="N"'))],
  ['no id two', 'load', R(B(T) + B(T, ''))],
  ['no id + model', 'load', R(B(T, '') + '<TreeNodesModel/>')],
  ['id empty single', undefined, R(B(T, ' ID=""'))],
  [
    'subtree child',
    'load',
    R(B('<SubTree ID="N"><T/></SubTree>') + B(T, ' ID="N"'), ' main_tree_to_execute="M"'),
  ],
  ['subtree id node', 'load', R(B('<SubTree ID="T"/>'))],
  ['subtree id blank', 'load', R(B('<SubTree ID="a b"/>'))],
  ['subtree id dot', 'load', R(B('<SubTree ID="a.b"/>'))],
  ['action child', 'load', R(B('<T><T/></T>'))],
  ['cond child', 'load', R(B('<Condition ID="C"><T/></Condition>'))],
  ['deco 2', 'load', R(B('<Inverter><T/><T/></Inverter>'))],
  ['two models', 'load', R(B(T) + '<TreeNodesModel/><TreeNodesModel/>')],
  [
    'port reserved',
    'load',
    R(B(T) + '<TreeNodesModel><SubTree ID="S"><input_port name="name"/></SubTree></TreeNodesModel>'),
  ],
  [
    'port reserved2',
    'load',
    R(B(T) + '<TreeNodesModel><SubTree ID="S"><input_port name="_skipIf"/></SubTree></TreeNodesModel>'),
  ],
  [
    'port underscore',
    undefined,
    R(B(T) + '<TreeNodesModel><SubTree ID="S"><input_port name="_x"/></SubTree></TreeNodesModel>'),
  ],
  [
    'port digit',
    'load',
    R(B(T) + '<TreeNodesModel><SubTree ID="S"><output_port name="1a"/></SubTree></TreeNodesModel>'),
  ],
  [
    'port blank',
    'load',
    R(B(T) + '<TreeNodesModel><SubTree ID="S"><inout_port name="a b"/></SubTree></TreeNodesModel>'),
  ],
  ['model action no id', undefined, R(B(T) + '<TreeNodesModel><Action/></TreeNodesModel>')],
  [
    'rec two',
    'create',
    R(B('<SubTree ID="N"/>') + B('<SubTree ID="M"/>', ' ID="N"'), ' main_tree_to_execute="M"'),
  ],
  ['rec unused', undefined, R(B(T) + B('<SubTree ID="N"/>', ' ID="N"'), ' main_tree_to_execute="M"')],
  ['unknown port unused', undefined, R(B(T) + B('<T foo="1"/>', ' ID="N"'), ' main_tree_to_execute="M"')],
  ['unknown sub unused', undefined, R(B(T) + B('<SubTree ID="X"/>', ' ID="N"'), ' main_tree_to_execute="M"')],
  ['Root name', 'load', '<Root BTCPP_format="4"/>'],
  ['generic rseq', 'load', R(B('<ReactiveSequence><Action ID="T"/></ReactiveSequence>'))],
  ['generic rseq 2', 'load', R(B('<Control ID="ReactiveSequence"><Condition ID="C"/></Control>'))],
  ['generic rfb', undefined, R(B('<ReactiveFallback><Action ID="T"/></ReactiveFallback>'))],
  ['depth 256', undefined, R(B('<Inverter>'.repeat(255) + T + '</Inverter>'.repeat(255)))],
  ['depth 257', 'load', R(B('<Inverter>'.repeat(256) + T + '</Inverter>'.repeat(256)))],
  ['name 127', 'create', R(B('<T name="a&#127;"/>'))],
  ['name tab', undefined, R(B('<T name="a&#9;&#10;b/c:d"/>'))],
  [
    'autoremap bad',
    'create',
    R(B('<SubTree ID="N" _autoremap="maybe"/>') + B(T, ' ID="N"'), ' main_tree_to_execute="M"'),
  ],
  ['autoremap on node', undefined, R(B('<T _autoremap="maybe"/>'))],
  ['odd attr', undefined, R(B('<T a.b="1" _x="2" x:y="3"/>'))],
  ['compact tree', 'load', R(B('<N/>') + B(T, ' ID="N"'), ' main_tree_to_execute="M"')],
  ['ID empty compact', 'create', R(B('<Sequence ID=""><T/></Sequence>'))],
  ['empty skipIf', 'create', R(B('<T _skipIf=""/>'))],
  ['blank code', 'create', R(B('<Script code="  "/>'))],
  ['no code', 'create', R(B('<Script/>'))],
  ['no if', 'create', R(B('<Precondition><T/></Precondition>'))],
  ['loop literal', 'create', R(B('<LoopInt queue="1;x" value="{v}"><T/></LoopInt>'))],
  ['loop bool literal', 'create', R(B('<LoopBool queue="1;x" value="{v}"><T/></LoopBool>'))],
  ['loop json', undefined, R(B('<LoopInt queue="" value="{v}"><T/></LoopInt>'))],
  ['script ptr', 'create', R(B('<Script code="{x}"/>'))],
  ['cond ptr', 'create', R(B('<ScriptCondition code="{x}"/>'))],
  ['precond ptr', 'create', R(B('<Precondition if="{x}"><T/></Precondition>'))],
  [
    'model missing out',
    'create',
    R(
      B('<SubTree ID="N"/>') +
        B(T, ' ID="N"') +
        '<TreeNodesModel><SubTree ID="N"><output_port name="o"/></SubTree></TreeNodesModel>',
      ' main_tree_to_execute="M"',
    ),
  ],
  [
    'model default empty',
    'create',
    R(
      B('<SubTree ID="N"/>') +
        B(T, ' ID="N"') +
        '<TreeNodesModel><SubTree ID="N"><input_port name="o" default=""/></SubTree></TreeNodesModel>',
      ' main_tree_to_execute="M"',
    ),
  ],
  [
    'main in include',
    undefined,
    R('<include path="a.xml"/>' + B(T), ' main_tree_to_execute="A"'),
    { 'a.xml': R(B(T, ' ID="A"')) },
  ],
  ['only include', undefined, R('<include path="a.xml"/>'), { 'a.xml': R(B(T, ' ID="A"')) }],
  ['include two', 'create', R('<include path="a.xml"/>'), { 'a.xml': R(B(T, ' ID="A"') + B(T, ' ID="B"')) }],
  [
    'include own main ignored',
    'create',
    R('<include path="a.xml"/>'),
    { 'a.xml': R(B(T, ' ID="A"') + B(T, ' ID="B"'), ' main_tree_to_execute="A"') },
  ],
  [
    'include + one',
    undefined,
    R('<include path="a.xml"/>' + B(T)),
    { 'a.xml': R(B(T, ' ID="A"') + B(T, ' ID="B"')) },
  ],
  ['include root', 'load', R('<include path="a.xml"/>' + B(T)), { 'a.xml': '<x/>' }],
  ['include unknown node', 'load', R('<include path="a.xml"/>' + B(T)), { 'a.xml': R(B('<Nope/>')) }],
  ['include broken', 'load', R('<include path="a.xml"/>' + B(T)), { 'a.xml': '<root>' }],
  ['nested tree', 'create', R(B('<Sequence>' + B(T, ' ID="X"') + '</Sequence>'))],
  ['nested root', 'load', R(B('<Sequence><root/></Sequence>'))],
  ['include inside', 'load', R(B('<Sequence><include path="x"/><T/></Sequence>'))],
  ['trycatch 1', 'load', R(B('<TryCatch><T/></TryCatch>'))],
  ['ite 1', undefined, R(B('<IfThenElse><T/></IfThenElse>'))],
  ['switch 1', undefined, R(B('<Switch2 variable="{x}"><T/></Switch2>'))],
  ['space gt', 'load', R(B('<T / >'))],
  ['space lt', undefined, R(B('< T/>'))],
  ['close attr', undefined, R(B('<Sequence><T/></Sequence a="1">'))],
  ['close slash', 'load', R(B('<Sequence><T/></Sequence/>'))],
  ['trail text', 'load', R(B(T)) + 'x'],
  ['trail text2', undefined, R(B(T)) + 'x<!-- c -->'],
  ['lead text', undefined, 'x' + R(B(T))],
  ['stray close end', undefined, R(B(T)) + '</root> <<<'],
  ['second root', undefined, R(B(T)) + '<x/>'],
  ['second root bad', 'load', R(B(T)) + '<x>'],
  ['doctype', undefined, '<!DOCTYPE root>' + R(B(T))],
  ['doctype inner', undefined, '<!DOCTYPE root [<!ELEMENT root ANY>]>' + R(B(T))],
  ['decl twice', undefined, '<?xml version="1.0"?><?pi x?>' + R(B(T))],
  ['decl after comment', 'load', '<!-- c --><?xml version="1.0"?>' + R(B(T))],
  ['decl inside', 'load', R('<?pi?>' + B(T))],
  ['empty', 'load', ''],
  ['comment only', 'load', '<!-- x -->'],
  ['lone amp', undefined, R(B('<T name="a & b &amp; &#x; &#99999999; &lt"/>'))],
  ['gt in attr', undefined, R(B('<T name="a > b < c"/>'))],
  ['uint neg', 'create', R(B('<Sleep msec="-1"/>'))],
  ['uint text', 'create', R(B('<Delay delay_msec="abc"><T/></Delay>'))],
  ['delay missing', undefined, R(B('<Delay><T/></Delay>'))],
  ['int plus', 'create', R(B('<GetInt in="+5"/>'))],
  ['int big', 'create', R(B('<GetInt in="99999999999"/>'))],
  ['int eq', 'create', R(B('<GetInt in="="/>'))],
  ['int {}', 'create', R(B('<GetInt in="{}"/>'))],
  ['int blank ptr', 'create', R(B('<GetInt in=" {x} "/>'))],
  ['int {=}', undefined, R(B('<GetInt in="{=}"/>'))],
  ['string eq', undefined, R(B('<GetString in="="/>'))],
  ['bool', 'create', R(B('<GetBool in="tRue"/>'))],
  ['bool2', undefined, R(B('<GetBool in="True"/>'))],
  ['vec', undefined, R(B('<GetVecInt in="1;2"/>'))],
  ['vec bad', 'create', R(B('<GetVecInt in="1;b"/>'))],
  ['vec json', undefined, R(B('<GetVecInt in="json:[1,2]"/>'))],
  ['vec json bad', 'create', R(B('<GetVecInt in="json:[1,"/>'))],
  ['status', undefined, R(B('<GetStatus in="FOO"/>'))],
  ['color', undefined, R(B('<GetColor in="PINK"/>'))],
  [
    'dup path',
    'create',
    R(
      B('<Sequence><SubTree ID="N" name="x"/><SubTree ID="N" name="x"/></Sequence>') + B(T, ' ID="N"'),
      ' main_tree_to_execute="M"',
    ),
  ],
  ['key at', 'create', R(B('<SetInt value="1" out="{@a@b}"/>'))],
  ['runonce', 'create', R(B('<RunOnce then_skip=""><T/></RunOnce>'))],
  ['tree id quote', 'load', R(B(T, ' ID="a&quot;b"'))],
  ['tree id utf8', undefined, R(B(T, ' ID="é→"'))],
  ['tree id SubTree', 'load', R(B(T, ' ID="SubTree"'))],
  ['tree id Action', undefined, R(B(T, ' ID="Action"'))],
  ['main empty', undefined, R(B(T), ' main_tree_to_execute=""')],
  ['main empty 2', 'create', R(B(T) + B(T, ' ID="N"'), ' main_tree_to_execute=""')],
  ['root action', undefined, R('<Action/>' + B(T))],
  ['root action model', 'load', R('<Action/><TreeNodesModel/>' + B(T))],
  [
    'async two',
    'load',
    R(
      B(
        '<ReactiveSequence><AsyncSequence><T/></AsyncSequence><AsyncSequence><T/></AsyncSequence></ReactiveSequence>',
      ),
    ),
  ],
  [
    'async rfb',
    undefined,
    R(
      B(
        '<ReactiveFallback><AsyncSequence><T/></AsyncSequence><AsyncSequence><T/></AsyncSequence></ReactiveFallback>',
      ),
    ),
  ],
  ['action subtree', 'create', R(B('<Action ID="SubTree"/>'))],
  ['script number', 'create', R(B('<T _onSuccess="a:=1 ; b := 2x"/>'))],
]

describe('documents are refused at the stage at which BehaviorTree.CPP refuses them, or not at all', () => {
  const cases = CASES.map(([what, stage, xml, files = {}]) => ({
    what,
    stage: stage ?? 'accepted',
    xml,
    files,
  }))

  it.each(cases)('$what: $stage', ({ stage, xml, files }) => {
    const record = runCase({ steps: ['tick'] }, { xml, file: 'm.xml', load: (path) => files[path] })
    const { error } = record as { readonly error?: { readonly stage: string } }
    expect(error?.stage ?? 'accepted').toBe(stage)
  })

  it('the list is long', () => {
    expect(CASES.length).toBe(113)
  })
})
