import { describe, expect, it } from 'vitest'
import type { NodeSpec, PortSpec } from '#bt/document.js'
import { Blackboard } from '#bt/blackboard.js'
import { NodeLibrary } from '#bt/library.js'
import { exportBlackboard } from '#bt-tools/monitor/blackboards.js'
import { instanceXml } from '#bt-tools/monitor/describe/instance-xml.js'
import type { Packable } from '#bt-tools/monitor/msgpack.js'
import { readOutline } from '#bt-tools/monitor/view/outline.js'
import { ObjectValue, Int } from '#bt/value/value.js'
import { STRING } from '#bt/value/types.js'

const rows = (xml: string) => {
  const read = readOutline(xml)
  return read.ok ? read.value.map((row): unknown[] => Object.values(row)) : read.error
}

describe('outline: what a client makes of foreign text', () => {
  it('takes names, ids and paths where they are, and what is left from one another', () => {
    expect(
      rows(
        '<BehaviorTree><A _uid="1"><SubTree _uid="2"/><SubTree _fullpath="p" _uid="3"/></A></BehaviorTree><BehaviorTree _fullpath="p"><B _uid="4" name=""/></BehaviorTree>',
      ),
    ).toEqual([
      [1, 0, 'A', 'A', false, ''],
      [2, 1, 'SubTree', 'SubTree', false, ''],
      [3, 1, 'SubTree', 'p', true, ''],
      [4, 2, 'B', '', false, 'p'],
    ])
  })

  it('leaves out what has no number that the protocol can write, and what stands outside trees', () => {
    expect(
      rows(
        '<X _uid="9"/></X><BehaviorTree><A _uid="-1"/><B _uid="65536"/><C _uid="1.5"/><D/><E _uid="0"/><F _uid="65535"/></BehaviorTree><Y _uid="8"/>',
      ),
    ).toEqual([
      [0, 0, 'E', 'E', false, ''],
      [65535, 0, 'F', 'F', false, ''],
    ])
  })

  it('counts depth anew in every tree, closed or not', () => {
    expect(
      rows(
        '<BehaviorTree><A _uid="1"><SubTree _fullpath="p" _uid="2"/></BehaviorTree><BehaviorTree _fullpath="q"/><Z _uid="7"/><BehaviorTree _fullpath="p"><B _uid="3"></B><C _uid="4"/></BehaviorTree>',
      ),
    ).toEqual([
      [1, 0, 'A', 'A', false, ''],
      [2, 1, 'SubTree', 'p', true, ''],
      [3, 2, 'B', 'B', false, 'p'],
      [4, 2, 'C', 'C', false, 'p'],
    ])
  })

  it('shows no more nodes than the protocol can number', () => {
    const read = readOutline(`<BehaviorTree>${'<A _uid="1"/>'.repeat(65_537)}</BehaviorTree>`)
    expect(read.ok && read.value.length).toBe(65_535)
  })

  it.each([
    ['&lt;&gt;&amp;&quot;&apos;', `<>&"'`],
    ['&#65;&#x42;&#x10ffff;', 'AB\u{10ffff}'],
    ['&#x110000;&#1114112;', '&#x110000;&#1114112;'],
    ['&nbsp;&amp', '&nbsp;&amp'],
  ])('reads %s as %s', (written, name) => {
    expect(rows(`<BehaviorTree><A name="${written}" _uid="1"/></BehaviorTree>`)).toEqual([
      [1, 0, 'A', name, false, ''],
    ])
  })
})

describe('models of node types', () => {
  const port = (name: string, type: PortSpec['type']): PortSpec => ({
    name,
    direction: 'in',
    type,
    description: '',
  })
  const spec = (id: string, ports: readonly PortSpec[] = []): NodeSpec => ({
    id,
    kind: 'action',
    description: '',
    ports,
  })
  const models = (nodes: readonly NodeSpec[]) =>
    instanceXml([], new NodeLibrary(nodes), { builtins: false })
      .split('\n')
      .slice(2, -3)
      .map((line) => line.trim())

  it('stand in the order of their ids, whatever order they came in', () => {
    const ordered = ['<Action ID="A"/>', '<Action ID="B"/>', '<Action ID="C"/>', '<Action ID="a"/>']
    for (const ids of ['BaAC', 'CABa', 'aCBA', 'ABCa']) {
      expect(models([...ids].map((id) => spec(id)))).toEqual(ordered)
    }
  })

  it('call types as the reference’s tools know them', () => {
    const types = [
      port('m', { kind: 'mask', bits: 4 } as never),
      port('e', { kind: 'enum', values: ['a'] } as never),
      port('s', { kind: 'string' }),
      port('i', { kind: 'int' } as never),
      port('n', { kind: 'number' } as never),
    ]
    expect(models([spec('A', types)])).toEqual([
      '<Action ID="A">',
      '<input_port name="n" type="double"/>',
      '<input_port name="i" type="int"/>',
      '<input_port name="s" type="std::string"/>',
      '<input_port name="e" type="std::string"/>',
      '<input_port name="m" type="std::string"/>',
      '</Action>',
    ])
  })
})

describe('blackboards: objects', () => {
  const exported = (type: string, data: unknown): Packable => {
    const board = new Blackboard()
    board.set('o', { ...STRING, name: type, store: () => new ObjectValue(type, data) } as never, '' as never)
    return (exportBlackboard(board) as ReadonlyMap<string, Packable>).get('o') as Packable
  }

  it('lists are only what is called a list and holds one', () => {
    expect(exported('vector<int32>', [1])).toEqual([Int.of(1)])
    expect(exported('my_vector<int32>', [1])).toEqual([1])
    expect(exported('vector<int32>', { a: 1 })).toEqual(
      new Map<string, Packable>([
        ['__type', 'vector<int32>'],
        ['a', 1],
      ]),
    )
  })

  it('are written 64 levels deep', () => {
    const deep = (levels: number): unknown => (levels === 0 ? 'end' : [deep(levels - 1)])
    const reach = (levels: number) => {
      let value = exported('Deep', deep(levels))
      while (Array.isArray(value)) value = value[0] as Packable
      return value
    }
    expect([reach(64), reach(65)]).toEqual(['end', null])
  })

  it('keep flags as flags, and numbers as they are', () => {
    expect(exported('Pose', { b: true, a: 1, c: [false, 2] })).toEqual(
      new Map<string, Packable>([
        ['__type', 'Pose'],
        ['a', 1],
        ['b', true],
        ['c', [false, 2]],
      ]),
    )
  })
})
