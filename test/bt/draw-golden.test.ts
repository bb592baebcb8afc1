import { describe, expect, it } from 'vitest'
import type { NodeDef } from '#bt/document.js'
import { diffFigure, drawDiff, drawTree } from '#bt-tools/draw/draw.js'
import { figureOf, portsOf, subtitleOf, titleOf, type Figure } from '#bt-tools/draw/figure.js'
import { symbolOf } from '#bt-tools/draw/symbol.js'
import { shortened, textWidth } from '#bt-tools/draw/svg.js'
import { matchTrees } from '#bt/edit/match/matching.js'
import { mainTree } from '#bt/paths.js'
import type { Status } from '#bt/status.js'
import { readPlainly } from './support/messy-text.js'

const tree = (xml: string): NodeDef =>
  mainTree(readPlainly(`<root main_tree_to_execute="M"><BehaviorTree ID="M">${xml}</BehaviorTree></root>`))
    ?.root as NodeDef

const all = tree(`
  <Sequence name="every kind">
    <Condition ID="IsClosed" name="closed?" gripper="left"/>
    <Inverter><Go f="6" e="5" d="4" c="3" b="2" a="1"/></Inverter>
    <Fallback>
      <Go a="1" b="2" c="3" d="4" e="5"/>
      <SubTree ID="Load" to="{place}"/>
      <SubTree ID="Load" name="again"/>
      <AlwaysSuccess/>
    </Fallback>
    <Say text="${'a long text & more, '.repeat(4)}" name="${'W'.repeat(45)}"/>
    <Condition ID="IsHigh" a="1" b="2"/><Condition ID="Bare"/>
    <Control ID="Custom"><Go/><Go/></Control>
  </Sequence>`)
const STATUS: Readonly<Record<string, Status>> = {
  '': 'RUNNING',
  '0': 'SUCCESS',
  '1': 'FAILURE',
  '1/0': 'SKIPPED',
  '2': 'IDLE',
}

describe('the picture of a tree, byte for byte', () => {
  it.each(['right', 'down'] as const)('grows to the %s', async (direction) => {
    await expect(drawTree(all, { direction })).toMatchFileSnapshot(`fixtures/drawn/tree-${direction}.svg`)
  })

  it('has the colours of the statuses', async () => {
    const svg = drawTree(all, { title: 'a < b & "c"', statusAt: (indices) => STATUS[indices.join('/')] })
    await expect(svg).toMatchFileSnapshot('fixtures/drawn/statuses.svg')
  })
})

describe('the picture of a change, byte for byte', () => {
  const before = tree(`
    <Sequence name="old">
      <Go to="1" by="x"/>
      <Inverter><Go to="2"/></Inverter>
      <Fallback><Say text="one"/><Say text="two"/><Say text="three"/></Fallback>
      <Wait ms="5"/>
      <Leaf/>
    </Sequence>`)
  const after = tree(`
    <Sequence name="new">
      <Go to="2" from="0"/>
      <Go to="2"/>
      <Wait ms="5"/>
      <Retry num_attempts="2"><Leaf/></Retry>
      <Repeat><Fallback><Say text="one"/><Say text="two"/><Say text="three"/></Fallback></Repeat>
    </Sequence>`)

  it.each(['right', 'down'] as const)('grows to the %s', async (direction) => {
    await expect(drawDiff(before, after, { direction })).toMatchFileSnapshot(
      `fixtures/drawn/change-${direction}.svg`,
    )
  })

  it('puts a root that was replaced beside the new one', async () => {
    const svg = drawDiff(tree('<Go to="1"/>'), tree('<Say text="x"/>'))
    await expect(svg).toMatchFileSnapshot('fixtures/drawn/other-root.svg')
  })
})

describe('what the picture of a change says', () => {
  const lines = (from: string, to: string): Figure => diffFigure(matchTrees(tree(from), tree(to)))

  it.each<[string, string, string, string, object[]]>([
    ['nothing', '<Go b="1" a="2"/>', '<Go a="2" b="1"/>', 'same', [{ text: 'a = 2' }, { text: 'b = 1' }]],
    ['a port that came', '<Go/>', '<Go a="1"/>', 'changed', [{ text: '1', old: 'a = –' }]],
    ['a port that went', '<Go a="1"/>', '<Go/>', 'changed', [{ text: '–', old: 'a = 1' }]],
    [
      'a name that came, before the ports',
      '<Go a="1"/>',
      '<Go a="1" name="x"/>',
      'changed',
      [{ text: 'x', old: 'name = –' }, { text: 'a = 1' }],
    ],
    [
      'a name that went',
      '<Go name="x" a="1"/>',
      '<Go a="1"/>',
      'changed',
      [{ text: '–', old: 'name = x' }, { text: 'a = 1' }],
    ],
    [
      'ports in the order of their names, whichever side has them',
      '<Go z="1" b="1"/>',
      '<Go a="1" z="2"/>',
      'changed',
      [
        { text: '1', old: 'a = –' },
        { text: '–', old: 'b = 1' },
        { text: '2', old: 'z = 1' },
      ],
    ],
  ])('of %s', (_, from, to, change, expected) => {
    expect(lines(from, to)).toMatchObject({ change, lines: expected })
  })

  const shape = ({ change, node, children }: Figure): string =>
    `${change} ${node.id}${children.map((each) => ` (${shape(each)})`).join('')}`

  it.each([
    [
      'children where there were none',
      '<Sequence/>',
      '<Sequence><Go/></Sequence>',
      'same Sequence (added Go)',
    ],
    ['no children any more', '<Sequence><Go/></Sequence>', '<Sequence/>', 'same Sequence (removed Go)'],
    ['a new root around the old one', '<Go/>', '<Inverter><Go/></Inverter>', 'added Inverter (same Go)'],
    ['another root', '<Go/>', '<Say/>', 'same before and after (removed Go) (added Say)'],
    [
      'a subtree that moved',
      '<A><B><Go x="1"/><Go x="2"/></B><C><D/><E/></C></A>',
      '<A><C><D/><E/><B><Go x="1"/><Go x="2"/></B></C></A>',
      'same A (moved away B (moved away Go) (moved away Go)) (same C (same D) (same E) (moved here B (moved here Go) (moved here Go)))',
    ],
  ])('of %s', (_, from, to, expected) => {
    expect(shape(lines(from, to))).toBe(expected)
  })
})

describe('the texts in a box', () => {
  it('call a node by its name, else by its type, a SubTree by its tree', () => {
    const titles = (xml: string): unknown => [titleOf(tree(xml)), subtitleOf(tree(xml))]
    expect(titles('<Go/>')).toEqual(['Go', undefined])
    expect(titles('<Go name="x"/>')).toEqual(['x', 'Go'])
    expect(titles('<SubTree ID="Load"/>')).toEqual(['Load', undefined])
    expect(titles('<SubTree ID="Load" name="x"/>')).toEqual(['x', 'Load'])
    const bare: NodeDef = { id: 'SubTree', kind: 'subtree', attrs: {}, children: [] }
    expect([titleOf(bare), subtitleOf({ ...bare, attrs: { name: 'x' } })]).toEqual(['SubTree', 'SubTree'])
    // only of a SubTree is ID the name of a tree
    expect(titleOf({ ...bare, kind: 'action', attrs: { ID: 'Load' } })).toBe('SubTree')
  })

  it('list ports by name, without those that are the title', () => {
    const attrs = { b: '2', name: 'n', a: '1', ID: 'i', c: '3', B: '0' }
    expect(portsOf({ id: 'Go', kind: 'action', attrs, children: [] })).toEqual([
      ['B', '0'],
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ])
  })

  it('carry a status only where there is one', () => {
    expect(figureOf(tree('<Go/>'))).not.toHaveProperty('status')
    expect(figureOf(tree('<Go/>'), () => undefined)).not.toHaveProperty('status')
    expect(figureOf(tree('<Go/>'), () => 'IDLE')).toHaveProperty('status', 'IDLE')
  })

  it('are shortened to the limit, an ellipsis counted, whole characters kept', () => {
    expect(shortened('abcde', 5)).toBe('abcde')
    expect(shortened('abcdef', 5)).toBe('abcd…')
    expect(shortened('🙂🙂🙂🙂', 3)).toBe('🙂🙂…')
    expect(shortened('a\r\n\u0007\u2028b\ud800c', 9)).toBe('a b c')
  })

  it('have about the width of a common face', () => {
    const widths = ['i', 'm', 'A', 'a', '漢', '\u2e7f', '⺀', ''].map((text) =>
      Math.round(textWidth(text, 100)),
    )
    expect(widths).toEqual([40, 98, 76, 64, 110, 64, 110, 0])
    expect(textWidth('ia', 10)).toBeCloseTo(10.4)
    expect(textWidth('ia', 10, true)).toBeCloseTo(10.4 * 1.12)
  })

  it('have the sign of the type, else that of the kind', () => {
    const sign = (id: string, kind: NodeDef['kind']): string =>
      symbolOf({ id, kind, attrs: {}, children: [] })
    expect(
      (['control', 'decorator', 'action', 'condition', 'subtree'] as const)
        .map((kind) => sign('X', kind))
        .join(' '),
    ).toBe('⋯ ◇  ?= ⊞')
    const types =
      'Sequence AsyncSequence SequenceWithMemory ReactiveSequence Fallback AsyncFallback ReactiveFallback Parallel ParallelAll IfThenElse WhileDoElse TryCatch Inverter ForceSuccess ForceFailure Repeat RetryUntilSuccessful KeepRunningUntilFailure RunOnce Timeout Delay Precondition'
    expect(
      types
        .split(' ')
        .map((id) => sign(id, 'action'))
        .join(' '),
    ).toBe('→ → →* →ʀ ? ? ?ʀ ⇉ ⇉ if while try ¬ ✓ ✗ ↻ ↻ ↻ 1× ≤t +t if')
  })
})
