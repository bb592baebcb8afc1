import { describe, expect, it } from 'vitest'
import { Blackboard } from '#bt/blackboard.js'
import type { SubtreeInstance } from '#bt/engine/tree.js'
import { exportBlackboard, packBlackboards } from '#bt-tools/monitor/blackboards.js'
import type { Packable } from '#bt-tools/monitor/msgpack.js'
import { ObjectValue, Int } from '#bt/value/value.js'
import { TypeTable } from '#bt/value/type-table.js'
import type { ValueType } from '#bt/value/types.js'

const types = new TypeTable()

const subtree = (treeId: string, instance: string, blackboard: Blackboard): SubtreeInstance => ({
  treeId,
  instance,
  blackboard,
  nodes: [],
})

const hex = (subtrees: readonly SubtreeInstance[], ...names: string[]): string => {
  const packed = packBlackboards(subtrees, names)
  return packed.ok ? Buffer.from(packed.value).toString('hex') : packed.error
}

/** As JavaScript, with integers as bigint. */
function plain(value: Packable): unknown {
  if (value instanceof Int) return value.exact
  if (value instanceof Map) {
    return Object.fromEntries([...(value as ReadonlyMap<string, Packable>)].map(([k, v]) => [k, plain(v)]))
  }
  return Array.isArray(value) ? (value as Packable[]).map(plain) : value
}

describe('blackboards: which of them', () => {
  const main = new Blackboard()
  const inner = new Blackboard(main)
  const trees = [subtree('Main', '', main), subtree('S', 'a/S::4', inner)]

  it('are found by the main tree’s id and by full paths of SubTrees; other names are left out', () => {
    expect(hex(trees, 'Main')).toBe('81a44d61696ec0')
    expect(hex(trees, 'S', 'Nope', '')).toBe('c0')
    expect(hex(trees, 'a/S::4')).toBe('82a4524f4f54c0a6612f533a3a34c0')
  })

  it('bring the outermost one as ROOT, unless a tree has that name or there are several', () => {
    const root = subtree('ROOT', '', main)
    expect(hex([root, subtree('S', 's', inner)], 'ROOT', 's')).toContain('a tree is called ROOT')
    expect(hex([root], 'ROOT')).toBe('81a4524f4f54c0')
    const other = subtree('T', 't', new Blackboard(new Blackboard()))
    expect(hex([...trees, other], 'a/S::4', 't')).toContain('different outermost blackboards')
  })
})

describe('blackboards: what they hold', () => {
  function exported(
    fill: (set: (key: string, type: string, data: unknown) => void, board: Blackboard) => void,
  ) {
    const board = new Blackboard()
    fill((key, type, data) => board.set(key, types.byName(type), data), board)
    return plain(exportBlackboard(board))
  }

  it('keeps integers and floating-point numbers apart, and leaves what was never written empty', () => {
    const got = exported((set, board) => {
      set('z', 'int32', 3)
      set('d', 'double', 3)
      set('b', 'bool', true)
      set('u', 'uint64', 2n ** 64n - 1n)
      board.declare('empty', types.byName('string'))
    })
    expect(got).toEqual({ z: 3n, d: 3, b: 1n, u: 2n ** 64n - 1n, empty: null })
  })

  it('is in order of the keys', () => {
    const board = new Blackboard()
    for (const key of ['b', 'a', 'C', '@x'.slice(1)]) board.set(key, types.byName('int32'), 1)
    expect([...(exportBlackboard(board) as ReadonlyMap<string, Packable>).keys()]).toEqual([
      'C',
      'a',
      'b',
      'x',
    ])
  })

  it('writes vectors and queues as lists of their kind of numbers', () => {
    const got = exported((set) => {
      set('vi', 'vector<int32>', [1, 2])
      set('vd', 'vector<double>', [1, 0.5])
      set('vb', 'vector<bool>', [true, false])
      set('vs', 'vector<string>', ['a'])
      set('q', 'queue<int32>', [7])
    })
    expect(got).toEqual({ vi: [1n, 2n], vd: [1, 0.5], vb: [1n, 0n], vs: ['a'], q: [7n] })
  })

  it('writes a type of the user’s own as an object with its name, and nothing that would not end', () => {
    const loop: Record<string, unknown> = { x: 1, inner: { flag: true, big: 5n, list: [null, undefined] } }
    loop['self'] = loop
    const board = new Blackboard()
    const type: ValueType = {
      ...types.byName('any'),
      name: 'Pose',
      store: (data) => new ObjectValue('Pose', data),
    }
    board.set('pose', type, loop)
    const { pose } = plain(exportBlackboard(board)) as { pose: Record<string, unknown> }
    expect(pose['__type']).toBe('Pose')
    expect(pose['inner']).toEqual({ flag: true, big: 5n, list: [null, null] })
    expect(
      JSON.stringify(pose['self'], (_, v: unknown) => (typeof v === 'bigint' ? 'n' : v)).length,
    ).toBeLessThan(10_000)
  })
})
