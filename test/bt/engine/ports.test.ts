import { describe, expect, it } from 'vitest'
import type { NodeSpec, PortSpec } from '#bt/document.js'
import { Blackboard } from '#bt/blackboard.js'
import { PortError } from '#bt/node/errors.js'
import { pointerKey } from '#bt/attributes.js'
import { Ports } from '#bt/node/ports.js'
import { ANY, DOUBLE, INT32, STRING } from '#bt/value/types.js'

const port = (name: string, direction: PortSpec['direction']): PortSpec => ({
  name,
  direction,
  type: { kind: 'string' },
  description: '',
})
const spec: NodeSpec = {
  id: 'N',
  kind: 'action',
  description: '',
  ports: [port('a', 'in'), port('b', 'in'), port('io', 'inout'), port('o', 'out')],
}

const ports = (texts: Readonly<Record<string, string>>, blackboard = new Blackboard()): Ports =>
  new Ports(new Map(Object.entries(texts)), { spec, blackboard, enums: new Map() })

describe('pointers', () => {
  it.each([
    ['{x}', 'x'],
    [' {x} ', 'x'],
    ['{ x }', ' x '],
    ['{=}', 'p'],
    ['=', 'p'],
    ['{@x}', '@x'],
    ['{a}b}', 'a}b'],
    ['{a\nb}', 'a\nb'],
    ['{}', undefined],
    ['{a', undefined],
    ['a}', undefined],
    ['x{a}', undefined],
    ['{a}x', undefined],
    ['', undefined],
  ])('"%s" points to %s', (text, key) => {
    expect(pointerKey(text, 'p')).toBe(key)
  })
})

describe('input ports', () => {
  it('read a literal', () => {
    expect(ports({ a: '12' }).input('a', INT32).get()).toBe(12)
    expect(ports({ a: '12' }).input('a', INT32).tryGet()).toBe(12)
  })

  it('tell of a literal of another type at every reading, and never when merely asked', () => {
    const input = ports({ a: 'twelve' }).input('a', INT32)
    expect(() => input.get()).toThrow(PortError)
    expect(() => input.get()).toThrow(/^input port a: .*twelve/)
    expect(input.tryGet()).toBeUndefined()
  })

  it('tell what to write when the tree says nothing', () => {
    const input = ports({}).input('a', INT32)
    expect(() => input.get()).toThrow(
      new PortError('input port a is not in the tree and has no default; write a="…"'),
    )
    expect(input.tryGet()).toBeUndefined()
  })

  it('read the entry that they point to at every reading', () => {
    const board = new Blackboard()
    const input = ports({ a: '{x}' }, board).input('a', INT32)
    expect(() => input.get()).toThrow(new PortError('input port a: nothing was written to {x} yet'))
    expect(input.tryGet()).toBeUndefined()
    board.set('x', INT32, 1)
    expect(input.get()).toBe(1)
    board.set('x', INT32, 2)
    expect(input.tryGet()).toBe(2)
  })

  it('convert a text on the blackboard, and name port and key when they cannot', () => {
    const board = new Blackboard()
    const input = ports({ a: '{x}' }, board).input('a', DOUBLE)
    board.set('x', STRING, '2.5')
    expect(input.get()).toBe(2.5)
    board.set('x', STRING, 'much')
    expect(() => input.get()).toThrow(PortError)
    expect(() => input.get()).toThrow(/^input port a, \{x\}: .*much/)
    expect(input.tryGet()).toBeUndefined()
  })

  it('of generic type see an entry that is still empty', () => {
    const board = new Blackboard()
    const input = ports({ a: '{x}' }, board).input('a', ANY)
    expect(() => input.get()).toThrow('nothing was written to {x} yet')
    board.declare('x', INT32)
    expect(input.get()).toBeUndefined()
  })

  it('let a bug in a type through', () => {
    const board = new Blackboard()
    board.set('x', INT32, 1)
    const bug = new TypeError('bug')
    const broken = {
      ...INT32,
      parse: () => {
        throw bug
      },
      read: () => {
        throw bug
      },
    }
    expect(() => ports({ a: '1' }).input('a', broken)).toThrow(bug)
    expect(() => ports({ a: '{x}' }, board).input('a', broken).get()).toThrow(bug)
    expect(() => ports({ a: '{x}' }, board).input('a', broken).tryGet()).toThrow(bug)
  })
})

describe('output ports', () => {
  it('write to the entry that they point to', () => {
    const board = new Blackboard()
    ports({ o: '{x}' }, board).output('o', DOUBLE).set(1.5)
    expect(board.value('x')).toBe(1.5)
  })

  it('tell what to write when there is no place', () => {
    expect(() => ports({}).output('o', INT32).set(1)).toThrow(
      new PortError('output port o is not in the tree; write o="{key}"'),
    )
    expect(() => ports({ o: 'x' }).output('o', INT32).set(1)).toThrow(
      new PortError('output port o has no blackboard key to write to: "x" is a literal; write o="{key}"'),
    )
  })
})

describe('ports of a node', () => {
  it('give text, key and entry of a port', () => {
    const board = new Blackboard()
    const entry = board.declare('x', INT32)
    const own = ports({ a: '{x}', b: 'literal', io: '{none}' }, board)
    expect(['a', 'b', 'io', 'o'].map((name) => own.text(name))).toEqual([
      '{x}',
      'literal',
      '{none}',
      undefined,
    ])
    expect(['a', 'b', 'io', 'o'].map((name) => own.key(name))).toEqual(['x', undefined, 'none', undefined])
    expect(['a', 'b', 'io', 'o'].map((name) => own.entry(name))).toEqual([
      entry,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('list the inputs that have a value now, and no outputs', () => {
    const board = new Blackboard()
    board.set('x', INT32, 7)
    expect(ports({ a: '{x}', b: '{none}', io: 'text', o: '{x}' }, board).inputs()).toEqual({
      a: '7',
      io: 'text',
    })
  })
})
