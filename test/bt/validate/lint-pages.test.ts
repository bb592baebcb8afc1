import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { checkText } from '#bt/check.js'
import type { NodeDef } from '#bt/document.js'
import { NodeLibrary } from '#bt/library.js'
import { BT_LINTS } from '#bt/validate/lint/lints.js'
import { OutcomeTable } from '#bt/validate/lint/outcomes.js'
import { readNodesModel } from '#bt/xml/read-model.js'
import { page, told } from '../support/page.js'

const PALETTE = `<TreeNodesModel>
  <Action ID="Go"/>
  <Action ID="Do"><input_port name="in" default=""/><output_port name="out"/><inout_port name="both" default=""/></Action>
  <SubTree ID="S"><input_port name="handed" default="1"/></SubTree>
</TreeNodesModel>`
const library = new NodeLibrary(must(readNodesModel(PALETTE, 'palette.xml'), 'the palette'))

/** `main tree|ID:another|…` as a document, in which the trees begin lines; `||` is a script's. */
const documentOf = (text: string): string => {
  const [main = '', ...others] = text.split(/(?<!\|)\|(?!\|)/)
  const trees = others.map((other) => other.split(/:(.*)/s))
  const all = [['M', main], ...trees].map(([id = '', body = '']) =>
    id === 'MODEL'
      ? `<TreeNodesModel>${body}</TreeNodesModel>`
      : `<BehaviorTree ID="${id}">\n${body}</BehaviorTree>`,
  )
  return `<root BTCPP_format="4" main_tree_to_execute="M">${all.join('')}</root>`
}

const sequence = (...nodes: string[]): string => `<Sequence>${nodes.join('')}</Sequence>`
const always = '<AlwaysSuccess/>'

const PAGES: Readonly<Record<string, readonly string[]>> = {
  loops: [
    `<Repeat num_cycles="-1">${always}</Repeat>`,
    '<Repeat num_cycles="-1"><AlwaysFailure/></Repeat>',
    '<Repeat num_cycles="-1"><ScriptCondition code="x"/></Repeat>',
    `<Repeat num_cycles="-1"><Go/></Repeat>`,
    `<Repeat num_cycles="0">${always}</Repeat>`,
    `<Repeat num_cycles="1">${always}</Repeat>`,
    `<Repeat num_cycles="-12">${always}</Repeat>`,
    `<Repeat num_cycles="{n}">${always}</Repeat>`,
    `<Repeat>${always}</Repeat>`,
    '<Repeat num_cycles="-1"/>',
    '<RetryUntilSuccessful num_attempts="-1"><AlwaysFailure/></RetryUntilSuccessful>',
    `<RetryUntilSuccessful num_attempts="-1">${always}</RetryUntilSuccessful>`,
    '<RetryUntilSuccessful num_attempts="-1"><Go/></RetryUntilSuccessful>',
    '<RetryUntilSuccessful num_attempts="3"><AlwaysFailure/></RetryUntilSuccessful>',
    `<Repeat num_cycles="-1"><SubTree ID="S"/></Repeat>|S:${always}`,
    `<Repeat num_cycles="-1"><SubTree ID="S"/></Repeat>|S:<Go/>`,
    `<Repeat num_cycles="-1"><SubTree ID="Nowhere"/></Repeat>`,
    `<Inverter num_cycles="-1">${always}</Inverter>`,
  ],
  branches: [
    '<IfThenElse><Go/></IfThenElse>',
    '<IfThenElse><Go/><Go/></IfThenElse>',
    '<IfThenElse><Go/><Go/><Go/></IfThenElse>',
    '<IfThenElse><Go/><Go/><Go/><Go/></IfThenElse>',
    '<WhileDoElse><Go/></WhileDoElse>',
    '<WhileDoElse><Go/><Go/><Go/><Go/></WhileDoElse>',
    ...[2, 3, 6].flatMap((cases) =>
      [cases, cases + 1, cases + 2].map(
        (count) => `<Switch${cases} variable="{=}" case_1="{a}">${'<Go/>'.repeat(count)}</Switch${cases}>`,
      ),
    ),
    '<Switch7><Go/></Switch7>',
    '<Switch22><Go/></Switch22>',
    '<MySwitch2><Go/></MySwitch2>',
    '<IfThenElse><Go _skipIf="x"/><Go/></IfThenElse>',
    '<IfThenElse><Go _while="x"/><Go/></IfThenElse>',
    '<IfThenElse><Go _failureIf="x"/><Go _skipIf="x"/></IfThenElse>',
    '<WhileDoElse><Go _skipIf="x" _while="y"/><Go/></WhileDoElse>',
    '<IfThenElse/>',
    '<KeepRunningUntilFailure/>',
    '<KeepRunningUntilFailure><Go/></KeepRunningUntilFailure>',
    '<KeepRunningUntilFailure><Go _skipIf="x"/></KeepRunningUntilFailure>',
    '<KeepRunningUntilFailure><Go _while="x"/></KeepRunningUntilFailure>',
    '<KeepRunningUntilFailure _skipIf="x"><Go/></KeepRunningUntilFailure>',
    '<Inverter><Go _skipIf="x"/></Inverter>',
    '<ReactiveSequence><Sleep msec="1"/><Go/></ReactiveSequence>',
    '<ReactiveFallback><Timeout msec="1"><Go/></Timeout><Delay delay_msec="1"><Go/></Delay><Sleep msec="1"/></ReactiveFallback>',
    '<ReactiveFallback><Sleep msec="1"/></ReactiveFallback>',
    '<Sequence><Sleep msec="1"/><Go/></Sequence>',
  ],
  parallels: [
    '<Parallel><Go _skipIf="x"/></Parallel>',
    '<Parallel><Go _skipIf="x"/><Go/></Parallel>',
    '<Parallel><Go/><Go _skipIf="x"/></Parallel>',
    '<Parallel><Go _while="x"/><Go _skipIf="x"/></Parallel>',
    '<Parallel success_count="-1"><Go _skipIf="x"/></Parallel>',
    '<Parallel success_count="0"><Go _skipIf="x"/></Parallel>',
    '<Parallel success_count="1"><Go _skipIf="x"/></Parallel>',
    '<Parallel success_count="2"><Go _skipIf="x"/></Parallel>',
    '<Parallel success_count="{n}"><Go _skipIf="x"/></Parallel>',
    '<Parallel/>',
    '<Parallel failure_count="0"><Go/></Parallel>',
    '<Parallel failure_count="1"><Go/></Parallel>',
    '<Parallel failure_count="2"><Go/></Parallel>',
    '<Parallel failure_count="-1"><Go/></Parallel>',
    '<Parallel failure_count="{n}"><Go/></Parallel>',
    '<Parallel success_count="3" failure_count="4"><Go/><Go/></Parallel>',
    '<ParallelAll max_failures="9"><Go _skipIf="x"/></ParallelAll>',
  ],
  unreachable: [
    ...['Sequence', 'AsyncSequence', 'SequenceWithMemory', 'ReactiveSequence'].flatMap((id) => [
      `<${id}><AlwaysFailure/><Go/></${id}>`,
      `<${id}>${always}<Go/></${id}>`,
    ]),
    ...['Fallback', 'AsyncFallback', 'ReactiveFallback'].flatMap((id) => [
      `<${id}>${always}<Go/></${id}>`,
      `<${id}><AlwaysFailure/><Go/></${id}>`,
    ]),
    '<Sequence><Go/><AlwaysFailure/></Sequence>',
    '<Sequence><AlwaysFailure/></Sequence>',
    '<Sequence><AlwaysFailure/><Go/><Go/></Sequence>',
    '<Sequence><Go/><AlwaysFailure/><AlwaysFailure/><Go/></Sequence>',
    '<Parallel><AlwaysFailure/><Go/></Parallel>',
    '<Sequence><SubTree ID="F"/><Go/></Sequence>|F:<AlwaysFailure/>',
    '<Sequence><SubTree ID="F" name="n"/><Go/></Sequence>|F:<Inverter><SubTree ID="T"/></Inverter>|T:<AlwaysSuccess/>',
    '<Sequence><AlwaysFailure ID="x" name="n"/><Go/></Sequence>',
    '<Sequence/>',
  ],
  scripts: [
    sequence('<Script code="x := 1; x == 1 &amp;&amp; (y := 2)"/>'),
    sequence('<Script code="x := 1; x == 1 || (y := 2)"/>'),
    sequence('<Script code="x := 1; (y := 2) || x == 1"/>'),
    sequence('<Script code="x := 1; x + (y := 2)"/>'),
    sequence('<Script code="x := 1; x ? (y := 2) : 0"/>'),
    sequence('<Script code="x := 1; x &amp;&amp; (y := 2) &amp;&amp; (z := 3)"/>'),
    sequence('<Script code="x := 1; x &amp;&amp; !(y := (z := 3))"/>'),
    sequence('<Script code="x := 1"/>', '<Go _skipIf="x &amp;&amp; (y := 2)" _onSuccess="x || (x = 2)"/>'),
    '<SubTree ID="S" handed="true"/>|S:<Go/>',
    '<SubTree ID="S" handed="False"/>|S:<Go/>',
    '<SubTree ID="S" handed="TRUE" x="false" _autoremap="true" name="true" handed2="truely" not="untrue"/>|S:<Go/>',
    '<Precondition if="true" else="FAILURE"><Go/></Precondition>',
    ...[
      'value="2" output_key="x"',
      'value="2" output_key="{x}"',
      'value="{y}" output_key="x"',
      'value=" {y}" output_key="x"',
      'value="a{y}" output_key="x"',
      'output_key="x"',
      'value="2"',
      'value="2" output_key="y"',
      'value="2" output_key="{x}y"',
      'value="2" output_key="y{x}"',
    ].map((attrs) =>
      sequence('<Script code="x := 1; xy := 2; yx := 3; y = 4"/>', `<SetBlackboard ${attrs}/>`),
    ),
    sequence('<SetBlackboard value="2" output_key="x"/>', '<Script code="x := 1"/>'),
    sequence('<Script code="x = 1"/>', '<SetBlackboard value="2" output_key="x"/>'),
    sequence('<Script code="x := 1"/>', '<Do in="2" out="{x}"/>'),
    '<SubTree ID="S"/>|S:<SetBlackboard value="2" output_key="x"/>|T:<Script code="x := 1"/>',
  ],
  keys: [
    sequence('<Do in="{a}" out="{b}"/>'),
    sequence('<Do in="{result}" out="{resutl}"/>'),
    sequence('<Do out="{result}"/>', '<Do in="{resutl}" out="{z}"/>'),
    sequence('<Do out="{a}"/>', '<Do in="{a}" out="{z}"/>'),
    sequence('<Do in="{a}" out="{z}"/>', '<Do out="{a}"/>'),
    sequence('<Do in="{a}" out="{z}"/>', '<Do in="{a}" out="{y}"/>'),
    sequence('<Do in="{@outside}" out="{@outside2}"/>'),
    sequence('<Do in="=" out="="/>'),
    sequence('<Do both="{kept}" out="{z}"/>', '<Do in="{kepd}" out="{y}"/>'),
    sequence('<Do in="{kept}" out="{z}"/>', '<Do both="{kept}" out="{y}"/>'),
    sequence('<Do in="{kept}" out="{z}"/>', '<Script code="kept := 1"/>'),
    sequence('<Do out="{result}" in="{resutl}"/>', '<Script code="x := result"/>'),
    sequence('<Do out="{result}" in="{resutl}"/>', '<Go _skipIf="resutl == 1"/>'),
    sequence('<Do out="{result}"/>', '<Go _skipIf="resutl == 1"/>'),
    sequence('<Do in="{a}" out="{z}" name="{n}" ID="{i}" x.y="{q}" _uid="{u}"/>'),
    sequence('<Do elsewhere="{result}" out="{resutl}"/>'),
    sequence('<Neer elsewhere="{result}"/>', '<Do in="{result}" out="{x}"/>'),
    sequence('<SetBlackboard value="1" output_key="key"/>', '<Do in="{key}" out="{x}"/>'),
    sequence('<SetBlackboard value="1" output_key="{key}"/>', '<Do in="{kay}" out="{x}"/>'),
    sequence('<SetBlackboard value="{other}" output_key="key"/>'),
    sequence('<SetBlackboard value="1"/>', '<Do in="{key}" out="{x}"/>'),
    sequence('<UnsetBlackboard key="key"/>', '<Do in="{key}" out="{x}"/>'),
    sequence('<WasEntryUpdated entry="{key}"/>', '<Do in="{key}" out="{x}"/>'),
    sequence('<WasEntryUpdated entry="{key}x"/>', '<Do in="{keyx}" out="{x}"/>'),
    sequence('<SkipUnlessUpdated entry="key"><Go/></SkipUnlessUpdated>', '<Do in="{key}" out="{x}"/>'),
    sequence('<WaitValueUpdate entry="key"><Go/></WaitValueUpdate>', '<Do in="{key}" out="{x}"/>'),
    sequence('<Do in="{key}" out="{x}"/>', '<SubTree ID="S" _autoremap="true"/>') + '|S:<Go/>',
    sequence('<Do in="{key}" out="{x}"/>', '<SubTree ID="S"/>') + '|S:<Do in="{kay}" out="{y}"/>',
    sequence('<Do in="{key}" out="{x}"/>', '<SubTree ID="S" a="{key}"/>') + '|S:<Go/>',
    '<SubTree ID="S" _autoremap="true"/>|S:<Do in="{kay}" out="{y}"/>',
    '<SubTree ID="S" _autoremap="false"/>|S:<Do in="{kay}" out="{y}"/>',
    '<SubTree ID="S" kay="1"/>|S:<Do in="{kay}" out="{y}"/>',
    '<SubTree ID="S" kya="1"/>|S:<Do in="{kay}" out="{y}"/>',
    '<SubTree ID="T" kay="1" _autoremap="true"/>|S:<Do in="{kay}" out="{y}"/>|T:<Go/>',
    '<Sequence ID="S" kay="1"><SubTree ID="T"/></Sequence>|S:<Do in="{kay}" out="{y}"/>|T:<Go/>',
    '<SubTree ID="S"/>|S:<Do in="{kay}" out="{y}"/>|MODEL:<SubTree ID="S"><input_port name="kay" default="1"/></SubTree>',
    '<SubTree ID="S"/>|S:<Do in="{kay}" out="{y}"/>|MODEL:<SubTree ID="T"><input_port name="kay" default="1"/></SubTree>',
    '<SubTree ID="S" got="{g}"/>|S:<Do in="{gott}" out="{got}"/>',
    '<SubTree ID="S"/>|S:<Do in="{gott}" out="{got}"/>',
  ],
}

describe('lints', () => {
  it.each(Object.entries(PAGES))('of %s are as on the page', async (topic, texts) => {
    const judged = page(texts, (text) => {
      const { doc } = checkText(documentOf(text), { file: 't', library })
      return told(doc === undefined ? [] : BT_LINTS.flatMap((lint) => lint(doc, library)))
    })
    await expect(judged).toMatchFileSnapshot(`../fixtures/lints/${topic}.txt`)
  })

  it('stand with what is wrong in the order of the text', () => {
    const text = documentOf(
      '<Fallback>\n<AlwaysSuccess/>\n<Neer/><Repeat num_cycles="-1"><AlwaysSuccess/></Repeat>\n<Neer/></Fallback>',
    )
    const { diagnostics } = checkText(text, { file: 't', library, lints: BT_LINTS })
    expect(diagnostics.map(({ code, where }) => `${where?.line}:${where?.column} ${code}`)).toEqual([
      '4:1 bt.unknown-node',
      '4:1 bt.unreachable',
      '4:28 bt.endless-loop',
      '5:1 bt.unknown-node',
    ])
  })

  it('stay warnings in strict mode', () => {
    const text = documentOf(
      '<Fallback><AlwaysSuccess/><Repeat num_cycles="-2"><AlwaysSuccess/></Repeat></Fallback>',
    )
    const judged = (compat: '4.10' | 'strict'): string[] =>
      checkText(text, { file: 't', library, lints: BT_LINTS, compat }).diagnostics.map(
        ({ severity, code }) => `${severity} ${code}`,
      )
    expect(judged('4.10')).toEqual([
      'warning bt.unreachable',
      'warning bt.port-range',
      'warning bt.endless-loop',
    ])
    expect(judged('strict')).toEqual([
      'warning bt.unreachable',
      'error bt.port-range',
      'warning bt.endless-loop',
    ])
  })
})

const node = (id: string, children: readonly NodeDef[] = [], attrs: NodeDef['attrs'] = {}): NodeDef => ({
  id,
  kind: id === 'SubTree' ? 'subtree' : children.length > 0 ? 'control' : 'action',
  attrs,
  children,
})

describe('what nodes can return', () => {
  const skipped = { _skipIf: 'x' }
  const LEAVES: Readonly<Record<string, NodeDef>> = {
    S: node('AlwaysSuccess'),
    F: node('AlwaysFailure'),
    R: node('KeepRunningUntilFailure', [node('AlwaysSuccess')]),
    SF: node('ScriptCondition'),
    SFR: node('Go'),
    SK: node('AlwaysSuccess', [], skipped),
    FK: node('AlwaysFailure', [], { _while: 'x' }),
    SFRK: node('Unknown', [node('Go')]),
  }
  const outcomes = (root: NodeDef): string => {
    const found = new OutcomeTable({ main: 'M', trees: [{ id: 'M', root }] }).of(root)
    return [...'SFRK'].filter((one) => found.has(one as 'S')).join('')
  }

  it('each leaf is what it is called here', () => {
    for (const [name, leaf] of Object.entries(LEAVES)) expect(outcomes(leaf), name).toBe(name)
    for (const [id, wanted] of [
      ['Script', 'S'],
      ['WasEntryUpdated', 'SF'],
    ] as const)
      expect(outcomes(node(id))).toBe(wanted)
    expect(outcomes(node('AlwaysFailure', [], { _successIf: 'x' }))).toBe('SF')
    expect(outcomes(node('AlwaysSuccess', [], { _failureIf: 'x' }))).toBe('SF')
    expect(outcomes(node('SubTree', [], { ID: 'Nowhere' }))).toBe('SFRK')
    expect(outcomes(node('SubTree'))).toBe('SFRK')
    expect(outcomes(node('SubTree', [], { ID: 'M' }))).toBe('SFRK')
  })

  it('of decorators is as on the page', async () => {
    const numbers = ['-1', '0', '1', '2', '{n}', undefined]
    const counted = ['num_cycles', 'num_attempts'].flatMap((port, index) =>
      numbers.map((count): [string, NodeDef['attrs']] => [
        index === 0 ? 'Repeat' : 'RetryUntilSuccessful',
        count === undefined ? {} : { [port]: count },
      ]),
    )
    const plain = [
      'Inverter',
      'ForceSuccess',
      'ForceFailure',
      'KeepRunningUntilFailure',
      'Delay',
      'Timeout',
      'Own',
    ]
    const lines = [...plain.map((id): [string, NodeDef['attrs']] => [id, {}]), ...counted].flatMap(
      ([id, attrs]) => [
        ...Object.entries(LEAVES).map(
          ([name, leaf]) =>
            `${[id, ...Object.values(attrs)].join(' ')} of ${name}: ${outcomes(node(id, [leaf], attrs))}`,
        ),
        `${[id, ...Object.values(attrs)].join(' ')} of nothing: ${outcomes(node(id, [], attrs))}`,
      ],
    )
    await expect(lines.join('\n')).toMatchFileSnapshot('../fixtures/lints/outcomes-of-decorators.txt')
  })

  it('of controls is as on the page', async () => {
    const controls = [
      'Sequence',
      'ReactiveSequence',
      'SequenceWithMemory',
      'AsyncSequence',
      'Fallback',
      'ReactiveFallback',
      'AsyncFallback',
      'Parallel',
    ]
    const names = Object.keys(LEAVES)
    const rows = [[], ...names.map((a) => [a]), ...names.flatMap((a) => names.map((b) => [a, b]))]
    const lines = controls.flatMap((id) =>
      rows.map(
        (row) =>
          `${id} of ${row.join(', ')}: ${outcomes(
            node(
              id,
              row.flatMap((name) => LEAVES[name] ?? []),
            ),
          )}`,
      ),
    )
    await expect(lines.join('\n')).toMatchFileSnapshot('../fixtures/lints/outcomes-of-controls.txt')
  })
})
