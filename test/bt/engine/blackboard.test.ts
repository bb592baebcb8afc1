import { describe, expect, it } from 'vitest'
import { Blackboard, BlackboardError } from '#bt/blackboard.js'
import { ConversionError, Int } from '#bt/value/value.js'
import { ANY, BOOL, DOUBLE, enumType, INT32, INT64, STRING, UINT8, UNTYPED } from '#bt/value/types.js'

/** A tree within a tree within a tree. */
function nested() {
  const outermost = new Blackboard()
  const middle = new Blackboard(outermost)
  return { outermost, middle, inner: new Blackboard(middle) }
}

describe('Blackboard: which entry a key means', () => {
  it('a key that nothing forwards stays in its own tree', () => {
    const { middle, inner } = nested()
    inner.set('x', INT32, 1)
    expect([...inner.keys()]).toEqual(['x'])
    expect([...middle.keys()]).toEqual([])
    expect(middle.entry('x')).toBeUndefined()
    expect(middle.value('x')).toBeUndefined()
  })

  it('@key means the outermost tree from everywhere, for writing, declaring and reading', () => {
    const { outermost, middle, inner } = nested()
    inner.set('@x', DOUBLE, 1.5)
    expect(outermost.own('x')).toEqual({ value: 1.5, type: DOUBLE, seq: 1 })
    expect([middle, inner].map((board) => board.value('@x'))).toEqual([1.5, 1.5])
    expect(inner.declare('@y', STRING)).toBe(outermost.own('y'))
    expect([...inner.keys(), ...middle.keys()]).toEqual([])
    expect(outermost.root()).toBe(outermost)
    expect(inner.root()).toBe(outermost)
  })

  it('a key with two @ cannot be declared', () => {
    const { inner } = nested()
    expect(() => inner.declare('@@x', INT32)).toThrow(new BlackboardError('key {@@x} has more than one @'))
    expect(() => inner.declare('@a@', INT32)).toThrow('more than one @')
  })

  it('a remapped key is the entry of the parent under its other name', () => {
    const { middle, inner } = nested()
    inner.remap('a', 'b')
    const entry = inner.declare('a', INT32)
    expect(middle.own('b')).toBe(entry)
    inner.set('a', INT32, 7)
    expect(middle.value('b')).toEqual(Int.of(7, 'int64', 'int32'))
    expect(inner.own('a')).toBeUndefined()
    expect(inner.entry('a')).toBe(entry)
  })

  it('autoremap forwards every key but private ones, an explicit remap first', () => {
    const { middle, inner } = nested()
    inner.autoremap = true
    inner.remap('a', 'b')
    for (const key of ['a', 'c', '_p']) inner.set(key, INT32, 1)
    expect([...middle.keys()]).toEqual(['b', 'c'])
    expect([...inner.keys()]).toEqual(['_p'])
    expect(inner.entry('_q')).toBeUndefined()
    inner.autoremap = false
    expect(inner.entry('c')).toBeUndefined()
  })

  it('unset forgets what is stored here and nothing of the parent', () => {
    const { middle, inner } = nested()
    inner.remap('a', 'a')
    middle.set('a', INT32, 1)
    inner.set('own', INT32, 1)
    inner.unset('a')
    inner.unset('own')
    expect(inner.value('a')).toEqual(Int.of(1, 'int64', 'int32'))
    expect(inner.entry('own')).toBeUndefined()
  })
})

describe('Blackboard: types of entries', () => {
  it('two strong types on one key are refused in words', () => {
    const board = new Blackboard()
    board.declare('x', INT32)
    expect(() => board.declare('x', DOUBLE)).toThrow(
      new BlackboardError('blackboard entry {x} is of type int32, which cannot become double'),
    )
    expect(board.declare('x', INT32)).toBe(board.declare('x', ANY))
    expect(board.own('x')?.type).toBe(INT32)
  })

  it('a weak entry agrees with every type and takes that of the first write', () => {
    const board = new Blackboard()
    const entry = board.declare('x', UNTYPED)
    expect(board.declare('x', INT32)).toBe(entry)
    board.set('x', BOOL, true)
    expect(entry).toEqual({ value: Int.of(1, 'int64', 'bool'), type: BOOL, seq: 1 })
  })

  it('a text that the host writes first leaves the entry untyped', () => {
    const board = new Blackboard()
    board.set('x', STRING, 'words')
    expect(board.own('x')).toEqual({ value: 'words', type: UNTYPED, seq: 1 })
    board.set('x', INT32, 3)
    expect(board.own('x')?.type).toBe(INT32)
  })

  it('every write counts, also of the same value', () => {
    const board = new Blackboard()
    for (let round = 1; round <= 3; round++) {
      board.set('x', INT32, 5)
      expect(board.own('x')?.seq).toBe(round)
    }
  })

  it('a generic value replaces the value and keeps the type', () => {
    const board = new Blackboard()
    board.set('x', INT32, 5)
    board.set('x', ANY, 'five')
    expect(board.own('x')).toEqual({ value: 'five', type: INT32, seq: 2 })
  })

  it('a text is converted to the type of the entry, unless only its reader can', () => {
    const board = new Blackboard()
    board.declare('n', INT32)
    board.set('n', STRING, '42')
    expect(board.value('n')).toEqual(Int.of(42, 'int64', 'int32'))
    board.declare('colour', enumType('Colour'))
    expect(() => board.set('colour', STRING, 'RED')).toThrow(
      'blackboard entry {colour} is of type Colour, which cannot become string',
    )
  })

  it('a number of another type is written if it means the same there', () => {
    const board = new Blackboard()
    board.set('n', UINT8, 1)
    board.set('n', DOUBLE, 200)
    expect(board.own('n')?.type).toBe(UINT8)
    expect(board.value('n')).toEqual(Int.of(200, 'int64', 'uint8'))
    expect(() => board.set('n', DOUBLE, 2.5)).toThrow(BlackboardError)
    expect(() => board.set('n', DOUBLE, 300)).toThrow('type uint8, which cannot become double')
    expect(board.own('n')?.seq).toBe(2)
  })

  it('a double entry holds doubles, whoever writes', () => {
    const board = new Blackboard()
    board.set('d', DOUBLE, 0.5)
    board.set('d', INT32, 2)
    expect(board.value('d')).toBe(2)
    board.set('d', INT64, 2n ** 53n - 1n)
    expect(board.value('d')).toBe(2 ** 53 - 1)
  })

  it('a text entry takes no number', () => {
    const board = new Blackboard()
    board.declare('s', STRING)
    expect(() => board.set('s', INT32, 1)).toThrow('is of type string, which cannot become int32')
    board.set('s', STRING, 'a')
    board.set('s', STRING, 'b')
    expect(board.value('s')).toBe('b')
  })

  it('an entry whose value has another kind than its type says so', () => {
    const board = new Blackboard()
    board.set('x', INT32, 5)
    board.set('x', ANY, 'five')
    expect(() => board.set('x', INT32, 6)).toThrow(new ConversionError('a int32 cannot replace a string'))
  })
})
