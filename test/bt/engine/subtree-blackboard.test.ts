import { describe, expect, it } from 'vitest'
import type { NodeSpec } from '#bt/document.js'
import { Blackboard } from '#bt/blackboard.js'
import { subtreeBlackboard } from '#bt/engine/instance/subtree-blackboard.js'
import { BOOL, DOUBLE, INT32, INT64, STRING, UNTYPED } from '#bt/value/types.js'

const model = (...ports: readonly (readonly [name: string, fallback?: string])[]): NodeSpec => ({
  id: 'Inner',
  kind: 'subtree',
  description: '',
  ports: ports.map(([name, fallback]) => ({
    name,
    direction: 'in',
    type: { kind: 'string' },
    description: '',
    ...(fallback === undefined ? {} : { default: fallback }),
  })),
})

function inside(
  attrs: Readonly<Record<string, string>>,
  { spec, compat = '4.10' }: { readonly spec?: NodeSpec; readonly compat?: '4.10' | 'strict' } = {},
) {
  const parent = new Blackboard()
  const def = { id: 'SubTree', kind: 'subtree', attrs: { ID: 'Inner', ...attrs }, children: [] } as const
  const { blackboard, problems } = subtreeBlackboard(def, { parent, model: spec, compat })
  return { parent, blackboard, problems }
}

describe('the blackboard of a SubTree', () => {
  it('joins ports with keys of the parent', () => {
    const { parent, blackboard } = inside({ a: '{x}', b: '{=}', name: '{n}' })
    parent.set('x', INT32, 1)
    parent.set('b', INT32, 2)
    parent.set('n', INT32, 3)
    expect([blackboard.value('a'), blackboard.value('b')]).toEqual([parent.value('x'), parent.value('b')])
    expect([...blackboard.keys()]).toEqual([])
    expect(blackboard.entry('name')).toBeUndefined()
    expect(blackboard.entry('ID')).toBeUndefined()
  })

  it('a lone = is a text here, unlike in ports of other nodes', () => {
    expect(inside({ a: '=' }).blackboard.value('a')).toBe('=')
  })

  it.each([
    ['5', INT32],
    ['-2147483648', INT32],
    ['2147483648', INT64],
    ['9223372036854775807', INT64],
    ['9223372036854775808', DOUBLE],
    ['2.5', DOUBLE],
    ['.5e-3', DOUBLE],
    ['2.', DOUBLE],
    ['2x', UNTYPED],
    ['x2', UNTYPED],
    ['2.5x', UNTYPED],
    ['true', UNTYPED],
    ['', UNTYPED],
  ])('a literal "%s" becomes an entry of its own', (text, type) => {
    const { parent, blackboard } = inside({ a: text })
    expect(blackboard.own('a')?.type).toBe(type)
    expect(blackboard.own('a')?.seq).toBe(1)
    expect([...parent.keys()]).toEqual([])
  })

  it('a strict one reads true and false as bool', () => {
    const types = ['true', 'FALSE', 'true ', 'x'].map(
      (text) => inside({ a: text }, { compat: 'strict' }).blackboard.own('a')?.type,
    )
    expect(types).toEqual([BOOL, BOOL, UNTYPED, UNTYPED])
    expect(inside({ a: 'true' }, { compat: 'strict' }).blackboard.value('a')).toMatchObject({ number: 1 })
    expect(inside({ a: 'False' }, { compat: 'strict' }).blackboard.value('a')).toMatchObject({ number: 0 })
  })

  it('autoremap forwards the rest, and a literal stays inside', () => {
    const { parent, blackboard } = inside({ a: '7', b: '{x}', _autoremap: 'true' })
    blackboard.set('c', STRING, 'new')
    blackboard.set('b', STRING, 'mapped')
    expect([...parent.keys()].sort()).toEqual(['c', 'x'])
    expect([...blackboard.keys()]).toEqual(['a'])
    const off = inside({ _autoremap: 'false' })
    off.blackboard.set('c', STRING, 'new')
    expect([...off.parent.keys()]).toEqual([])
  })

  it('autoremap must be true or false', () => {
    const { problems, blackboard, parent } = inside({ _autoremap: 'maybe' })
    expect(problems.map(({ code, expected, got }) => [code, expected, got])).toEqual([
      ['bt.port-type', 'true or false', '"maybe"'],
    ])
    expect(problems[0]?.message).toContain('_autoremap is neither true nor false')
    blackboard.set('c', STRING, 'new')
    expect([...parent.keys()]).toEqual([])
  })

  it('attributes that do not begin with a letter are no ports', () => {
    expect([...inside({ _a: '1', _skipIf: 'x', b: '1' }).blackboard.keys()]).toEqual(['b'])
  })

  it('takes the defaults of its model for what is not written', () => {
    const { blackboard, parent, problems } = inside(
      { a: '1' },
      { spec: model(['a', '9'], ['b', '2'], ['c', '{z}']) },
    )
    expect(problems).toEqual([])
    expect(blackboard.value('a')).toMatchObject({ number: 1 })
    expect(blackboard.value('b')).toMatchObject({ number: 2 })
    blackboard.set('c', STRING, 'text')
    expect(parent.value('z')).toBe('text')
  })

  it('needs every port of its model that has no default, unless all is forwarded', () => {
    const spec = model(['a'], ['b', ''], ['c', 'x'])
    const { problems } = inside({}, { spec })
    expect(problems.map(({ code, hint }) => [code, hint])).toEqual([
      ['bt.missing-port', 'write a="{…}"'],
      ['bt.missing-port', 'write b="{…}"'],
    ])
    expect(problems[0]?.message).toContain('the model of SubTree Inner has a port a without default')
    expect(inside({ _autoremap: '1' }, { spec }).problems).toEqual([])
    expect(inside({ a: '1', b: '' }, { spec }).problems).toEqual([])
  })
})
