import { describe, expect, it } from 'vitest'
import { formatRef } from '#base/diagnostic.js'
import { CODES } from '#bt/codes.js'
import { checkText } from '#bt/check.js'
import { NodeLibrary } from '#bt/library.js'
import type { NodeSpec } from '#bt/document.js'
import { checkPalette } from '#bt/validate/check-palette.js'
import { BT_LINTS } from '#bt/validate/lint/lints.js'

const leaf = (id: string): NodeSpec => ({ id, kind: 'action', description: '', ports: [] })
const drive: NodeSpec = {
  ...leaf('Drive'),
  ports: [
    { name: 'goal', direction: 'in', type: { kind: 'value', type: 'any' }, description: '' },
    { name: 'done', direction: 'out', type: { kind: 'value', type: 'any' }, description: '' },
  ],
}
const library = new NodeLibrary([leaf('Go'), leaf('Look'), drive])

const lint = (body: string, others = ''): string[] => {
  const text = `<root BTCPP_format="4" main_tree_to_execute="M"><BehaviorTree ID="M">\n${body}\n</BehaviorTree>${others}</root>`
  const { diagnostics } = checkText(text, { file: 't.xml', library, lints: BT_LINTS })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  return diagnostics.map((d) => `${d.where === undefined ? '-' : formatRef(d.where).slice(6)} ${d.code}`)
}
const inner = (body: string): string => `<BehaviorTree ID="S">${body}</BehaviorTree>`

describe('lints', () => {
  it.each([
    ['<Fallback><AlwaysSuccess/><Go/></Fallback>', '2:27 bt.unreachable'],
    ['<Sequence><ForceFailure><Script code="a:=1"/></ForceFailure><Go/></Sequence>', '2:61 bt.unreachable'],
    ['<Sequence><Repeat num_cycles="-1"><Go/></Repeat><Go/></Sequence>', '2:49 bt.unreachable'],
    ['<Repeat num_cycles="-1"><AlwaysSuccess/></Repeat>', '2:21 bt.endless-loop'],
    [
      '<ReactiveSequence><Delay delay_msec="5"><Go/></Delay><Look/></ReactiveSequence>',
      '2:19 bt.timer-in-reactive',
    ],
    ['<IfThenElse><Go/></IfThenElse>', '2:1 bt.branch-count'],
    ['<Switch2 variable="{=}" case_1="a"><Go/><Go/></Switch2>', '2:1 bt.branch-count'],
    ['<WhileDoElse><Go _skipIf="x"/><Go/></WhileDoElse>', '2:14 bt.skipped-condition'],
    ['<KeepRunningUntilFailure><Go _while="x"/></KeepRunningUntilFailure>', '2:26 bt.kept-running'],
    ['<Parallel><Go _skipIf="x"/><Look _while="x"/></Parallel>', '2:1 bt.parallel-skipped'],
    ['<Parallel failure_count="0"><Go/></Parallel>', '2:26 bt.parallel-zero'],
    ['<Parallel success_count="2"><Go/></Parallel>', '2:26 bt.threshold'],
    ['<Sequence><Script code="x:=1; x==1 &amp;&amp; (y:=2)"/></Sequence>', '2:48 bt.both-sides'],
    [
      '<Sequence><Script code="x:=1"/><SetBlackboard value="2" output_key="x"/></Sequence>',
      '2:54 bt.literal-onto-variable',
    ],
    ['<Sequence><Drive goal="{dome}" done="{done}"/></Sequence>', '2:38 bt.unread-output'],
    ['<Sequence><Script code="goal:=1"/><Drive goal="{gaol}"/></Sequence>', '2:48 bt.unwritten-key'],
  ])('%s: %s', (body, expected) => {
    const found = lint(body).filter((line) => !/unwritten-key|unset-port/.test(line) || line === expected)
    expect(found).toEqual([expected])
    expect(CODES.get(expected.replace(/.* /, ''))?.stage).toBe('lint')
  })

  it('a literal true for a SubTree', () => {
    expect(lint('<SubTree ID="S" go="true"/>', inner('<Go _skipIf="!go"/>'))).toEqual([
      '2:21 bt.bool-literal',
    ])
  })

  it.each([
    '<Fallback><Go/><Look/></Fallback>',
    '<Fallback><Repeat num_cycles="-1"><Go/></Repeat><Look/></Fallback>',
    '<Sequence><AlwaysFailure _skipIf="true"/><Go/></Sequence>',
    '<Repeat num_cycles="-1"><Go/></Repeat>',
    '<ReactiveSequence><Look/><Delay delay_msec="5"><Go/></Delay></ReactiveSequence>',
    '<Parallel success_count="1"><Go _skipIf="true"/></Parallel>',
    '<Sequence><Script code="x:=1"/><Drive goal="{x}" done="{@everywhere}"/></Sequence>',
    '<Sequence><Drive goal="1" done="{k}"/><Script code="y:=k"/></Sequence>',
    '<Sequence><Drive goal="1" done="{for_the_host}"/></Sequence>',
    '<Sequence><SetBlackboard value="1" output_key="k"/><Drive goal="{k}"/></Sequence>',
  ])('nothing is wrong with %s', (body) => {
    expect(lint(body)).toEqual([])
  })

  it('keys that go through SubTrees count on both sides', () => {
    const body =
      '<Sequence><Script code="a:=1"/><SubTree ID="S" goal="{a}" out="{b}"/><Drive goal="{b}"/></Sequence>'
    expect(lint(body, inner('<Drive goal="{goal}" done="{out}"/>'))).toEqual([])
  })

  it('of palettes tell of built-in nodes that they describe otherwise', () => {
    const port = {
      name: 'times',
      direction: 'in',
      type: { kind: 'value', type: 'int32' },
      description: '',
    } as const
    const palette: NodeSpec[] = [{ ...leaf('Repeat'), ports: [port] }, leaf('Sequence'), leaf('Own')]
    expect(checkPalette(palette, 'p.xml')).toMatchObject([
      { code: 'bt.palette', expected: 'num_cycles', got: 'times' },
    ])
  })

  it('are there for every lint code', () => {
    const codes = [...CODES].filter(([, { stage }]) => stage === 'lint').map(([code]) => code)
    expect(codes.length).toBe(16)
  })
})
