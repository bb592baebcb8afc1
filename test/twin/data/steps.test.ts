import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import type { Fluents } from '#worlds/value.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import { fold, world } from './worlds.js'

const service = world('service')
const board = world('task-board')

const refusal = (
  skill: string,
  args: Record<string, string>,
  domain = service,
  state = domain.initial,
): unknown => fold(domain, [{ skill, args }], state).refused

describe('a step of a data domain', () => {
  it('with a wrong argument is told what fits', () => {
    expect(refusal('Grasp', { item: 'water_gla' })).toMatchObject({
      checkId: 'bad-argument',
      text: 'item="water_gla" is not what Grasp takes: did you mean water_glass?',
    })
    expect(refusal('Grasp', { item: 'colour' })).toMatchObject({
      text: 'item="colour" is not what Grasp takes: choose one of water_glass, mug, plate, book, apple, milk, remote_control, towel',
    })
    expect(refusal('Grasp', {})).toMatchObject({
      text: expect.stringMatching(/^Grasp needs item: choose one of water_glass/) as unknown,
    })
    expect(refusal('Grasp', { itm: 'mug', item: 'mug' })).toMatchObject({
      text: 'Grasp has no port "itm": did you mean item?',
    })
    expect(refusal('Grab', { item: 'mug' })).toMatchObject({
      checkId: 'unknown-skill',
      text: 'Grab is not a skill of the domain service: did you mean Grasp?',
    })
    expect(refusal('Grasp', { tool: 'probe', part: 'none' }, board)).toBeUndefined()
    expect(refusal('Grasp', { tool: 'probe', part: '' }, board)).toBeUndefined()
  })

  it('with a port too many, or of no skill at all, is told what there is', () => {
    expect(refusal('OpenTrapdoor', { x: '1' }, board)).toMatchObject({
      text: 'OpenTrapdoor has no port "x": it has none',
    })
    expect(refusal('Grasp', { colour: 'red' }, board)).toMatchObject({
      text: 'Grasp has no port "colour": it has tool, part',
    })
    expect(refusal('Somersault', {}, board)).toMatchObject({
      text: 'Somersault is not a skill of the domain task_board: use PressButton, Grasp, Plug, OpenTrapdoor',
    })
  })

  it('without an outcome, or with too many, is refused', () => {
    const text = (when: string): string => `domain: d
text: t
types: { n: [${Array.from({ length: 20 }, (_, i) => `o${i}`).join(', ')}] }
state: { x: { is: n, start: o0 }, y: { is: n, start: o0 } }
skills:
  S:
    text: s
    ports: { a: n }
    checks: [{ id: one, text: 'it is {{so}}', holds: x = o0, say: 'no {{{x}}}' }]
    outcomes: [{ each: ?b in n, when: ${when}, effect: [x := ?a, y := ?b] }]
`
    const many = must(parseDomainText(text('?b != o0 or y = o0'), 'd.yaml'), 'domain')
    expect(refusal('S', { a: '{k}' }, many)).toMatchObject({
      checkId: 'has-outcome',
      text: 'S has more than 256 outcomes here: use literal port values',
    })
    expect(fold(many, [{ skill: 'S', args: { a: 'o3' } }]).ends).toHaveLength(20)
    const [moved] = fold(many, [{ skill: 'S', args: { a: 'o3' } }]).ends
    expect(refusal('S', { a: 'o1' }, many, moved)).toMatchObject({ checkId: 'one', text: 'no {o3}' })
    const none = must(parseDomainText(text('y != o0'), 'd.yaml'), 'domain')
    expect(refusal('S', { a: 'o1' }, none)).toMatchObject({
      checkId: 'has-outcome',
      text: 'S has no outcome that is possible here: choose other arguments, or check the `when` of its outcomes',
    })
  })

  it('AMB-16: that is done leaves nothing to do', () => {
    expect(service.intend({ skill: 'MoveTo', args: { place: 'sofa' } }, service.initial)).toEqual({
      ok: true,
      value: [],
    })
  })

  it('with an open port is judged with every value that it could have, and refused with the first that is refused', () => {
    expect(refusal('Grasp', { item: '{what}' })).toMatchObject({
      checkId: 'same-place',
      text: expect.stringMatching(/^with item=water_glass: the water_glass is at kitchen_table/) as unknown,
    })
    const driven = fold(service, [{ skill: 'MoveTo', args: { place: '{where}' } }])
    expect(driven.ends.map((end) => end.get('at')).toSorted()).toEqual([
      'bedside_table',
      'coffee_table',
      'cupboard',
      'dining_table',
      'drawer',
      'fridge',
      'kitchen_table',
      'sink',
      'sofa',
    ])
  })

  it('with an open port expects what belongs to one of the values', () => {
    const [command] = must(
      service.intend({ skill: 'MoveTo', args: { place: '{where}' } }, service.initial),
      'step',
    )
    if (command === undefined) throw new Error('nothing to do')
    const { outcomes, expected } = must(service.judge(service.initial, command), 'verdict')
    expect(expected).toHaveLength(1)
    expect(expected[0]?.text).toContain('place=sink: the robot is at the sink')
    expect(outcomes.every((after) => expected[0]?.holds(after))).toBe(true)
    expect(expected[0]?.holds(new Map(service.initial).set('at', 'none'))).toBe(false)
  })

  it('too many open ports are refused', () => {
    expect(refusal('PutDown', { item: '{a}', place: '{b}' })).toMatchObject({ checkId: 'holding-item' })
    const text = `domain: d\ntext: t\ntypes: { n: [${Array.from({ length: 20 }, (_, i) => `o${i}`).join(', ')}] }
state: { x: { is: n, start: o0 } }
skills:
  S: { text: s, ports: { a: n, b: n }, checks: [{ id: c, text: c, holds: ?a = x or ?b = x }] }\n`
    const domain = must(parseDomainText(text, 'd.yaml'), 'domain')
    expect(refusal('S', { a: '{k}', b: '{l}' }, domain)).toMatchObject({
      checkId: 'bad-argument',
      text: 'S has more than 256 ways to fill in the ports that are written {key}: write some of them out',
    })
  })
})

describe('what a skill does', () => {
  const counter = must(
    parseDomainText(
      `domain: counter
text: Counting.
types: { box: [a, b, c] }
constants: { heavy(box): { is: bool, values: { a: true, else: false } } }
state:
  n: { is: 0..3, start: 0 }
  on(box): { is: bool, start: false }
skills:
  Add:
    text: add
    ports: { box: box, by: 1..2 }
    checks:
      - { id: free, text: it is off, holds: not on(?box) }
      - { id: light, text: the box is light or alone, holds: not heavy(?box) or count ?b in box (on(?b)) = 0 }
    effect:
      - n := n + ?by
      - on(?box) := true
      - on(?box) := not on(?box)
    expected: [n = was(n) + ?by]
  All:
    text: all
    checks:
      - { id: some, text: some are off, holds: exists ?b in box (not on(?b)) }
      - id: few
        text: few are on
        holds: count ?b in {a, b} (on(?b)) < 2
    effect: ['forall ?b in box (on(?b) := not on(?b), if ?b = c then n := 3)']
    expected: [n = 3]
`,
      'counter.yaml',
    ),
    'counter',
  )
  const after = (state: Fluents, skill: string, args: Record<string, string> = {}): Fluents | undefined =>
    fold(counter, [{ skill, args }], state).ends[0]

  it('reads the state before, and lets the later of two lines count', () => {
    expect([...(after(counter.initial, 'Add', { box: 'b', by: '2' }) ?? [])]).toEqual([
      ['n', 2],
      ['on(a)', false],
      ['on(b)', true],
      ['on(c)', false],
    ])
    expect([...(after(counter.initial, 'All') ?? [])].map(([, value]) => value)).toEqual([
      3,
      true,
      true,
      true,
    ])
  })

  it('is refused where an effect would leave a range', () => {
    const two = after(counter.initial, 'Add', { box: 'b', by: '2' })
    expect(refusal('Add', { box: 'c', by: '2' }, counter, two)).toMatchObject({
      checkId: 'in-range',
      text:
        'Add would make n 4, which can only be a number from 0 to 3: choose other arguments, ' +
        'or add a check that forbids it',
    })
    expect(refusal('Add', { box: 'c', by: '3' }, counter)).toMatchObject({ checkId: 'bad-argument' })
  })

  it('says which values decided where a check has no words of its own', () => {
    const one = after(counter.initial, 'Add', { box: 'b', by: '1' })
    expect(refusal('Add', { box: 'b', by: '1' }, counter, one)).toMatchObject({
      checkId: 'free',
      text: 'Add needs that it is off, and on(b) is yes',
    })
    expect(refusal('Add', { box: 'a', by: '1' }, counter, one)).toMatchObject({
      checkId: 'light',
      text: 'Add needs that the box is light or alone, and heavy(a) is yes, on(a) is no, on(b) is yes, on(c) is no',
    })
  })

  it('explains every check with the values that it looked at', () => {
    const [command] = must(
      counter.intend({ skill: 'Add', args: { box: 'b', by: '1' } }, counter.initial),
      'step',
    )
    if (command === undefined) throw new Error('nothing to do')
    expect(counter.explain(counter.initial, command)).toEqual([
      { checkId: 'free', text: 'it is off', holds: true, values: [['on(b)', false]] },
      { checkId: 'light', text: 'the box is light or alone', holds: true, values: [['heavy(b)', false]] },
    ])
    expect(counter.account?.('free', counter.initial, command)).toEqual({
      rule: 'it is off',
      believed: ['on(b) is no'],
    })
    expect(counter.account?.('bad-argument', counter.initial)).toEqual({ believed: [] })
    expect(counter.describeState?.(counter.initial)).toBe('n is 0')
    expect(counter.describeCommand(command)).toBe('Add box="b" by="1"')
  })
})
