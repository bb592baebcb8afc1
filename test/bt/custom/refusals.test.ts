import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '#base/diagnostic.js'
import { must } from '#base/result.js'
import {
  BOOL,
  defineAction,
  defineControl,
  defineEnum,
  defineStatefulAction,
  defineType,
  inout,
  input,
  INT32,
  loadTree,
  NodeDefinitionError,
  NodeLibrary,
  NodeRegistry,
  output,
  readNodesModel,
  registerAll,
  STRING,
  vectorType,
  VirtualClock,
  type NodeDefinition,
  type PortMap,
} from '#bt-tools/index.js'
import { bench, document } from './load.js'

const tick = () => 'SUCCESS' as const

/** The lines of the error that a definition or its registration meets. */
function refusal(attempt: () => unknown): string[] {
  try {
    attempt()
  } catch (cause) {
    if (!(cause instanceof NodeDefinitionError) || cause.name !== 'NodeDefinitionError') throw cause
    return cause.message.split('\n')
  }
  return []
}

const declared = (id: string, ports: PortMap = {}) => refusal(() => defineAction({ id, ports, tick }))

describe('what is wrong with a definition, word by word', () => {
  it.each([
    ['', 'error node.definition: node without ID: id is missing'],
    ['a b', 'error node.definition: node a b: an ID cannot hold " "'],
    ['1st', 'error node.definition: node 1st: an ID begins with a letter'],
    ['root', "error node.definition: node root: root has a meaning of its own in a tree's XML"],
  ])('an ID %j', (id, line) => {
    expect(declared(id)).toEqual([line])
  })

  it.each(
    'root Root SubTree BehaviorTree TreeNodesModel include Action Condition Control Decorator'.split(' '),
  )('%s is an element of trees and no ID', (id) => {
    expect(declared(id)).toHaveLength(1)
  })

  it.each<[string, PortMap, string[]]>([
    ['name', { name: input(STRING) }, ['port name: name is an attribute of every node']],
    ['_x', { _x: input(STRING) }, ['port _x: names that begin with _ are for scripts and notes']],
    ['a:b', { 'a:b': input(STRING) }, ['port a:b: a name cannot hold ":"']],
    ['1a', { '1a': input(STRING) }, ['port 1a: a name begins with a letter']],
    [
      'an optional port with a default',
      { a: { ...input(INT32, { default: 1 }), optional: true } },
      ['port a: it has a default, so it cannot be optional'],
    ],
    [
      'an output with a value as default',
      { a: { ...output(INT32), default: 1 } },
      [
        'port a: the default of a port that is written must be a blackboard key',
        "  hint:     default: '{key}'",
      ],
    ],
    [
      'a port of both directions with a text as default',
      { a: { ...inout(STRING), default: 'x' } },
      [
        'port a: the default of a port that is written must be a blackboard key',
        "  hint:     default: '{key}'",
      ],
    ],
    [
      'a default that is read otherwise',
      { a: input(INT32, { default: 2.5 }) },
      ['port a: its default "2.5" is read as 2', "  hint:     the port's type is int32"],
    ],
    [
      'a list of lists',
      { a: input(vectorType(vectorType(INT32)), { default: [[1]] }) },
      [
        'port a: a default of type vector<vector<int32>> has no text form',
        '  hint:     give vector<vector<int32>> a format function',
      ],
    ],
    [
      'a list where none is due',
      { a: { ...input(BOOL), default: [true] } },
      ['port a: a default of type bool has no text form', '  hint:     give bool a format function'],
    ],
  ])('a port: %s', (_, ports, [first, ...more]) => {
    expect(declared('A', ports)).toEqual([`error node.definition: node A: ${first}`, ...more])
  })

  it('functions are asked for by name, all of them', () => {
    expect(refusal(() => defineStatefulAction({ id: 'A' } as never))).toEqual([
      'error node.definition: node A: it has no function start',
      'error node.definition: node A: it has no function run',
    ])
  })

  it('what is fine is taken as it is, with empty descriptions and defaults as text', () => {
    const ports = {
      key: output(INT32, { default: '{=}' }),
      list: input(vectorType(INT32), { default: [1, 2] }),
      text: input(STRING, { default: '' }),
    }
    const { spec } = defineAction({ id: 'A', ports, tick })
    expect(spec.description).toBe('')
    expect(spec.ports.map((port) => [port.default, port.description])).toEqual([
      ['{=}', ''],
      ['1;2', ''],
      ['', ''],
    ])
  })
})

describe('types that cannot be defined, word by word', () => {
  it.each([
    ['int', 'cannot define type "int": int is a type of the engine'],
    ['queue<Pose>', 'cannot define type "queue<Pose>": queue<Pose> is a type of the engine'],
    ['', 'cannot define type "": a name is a letter, then letters, digits, _ and ::'],
    ['2D', 'cannot define type "2D": a name is a letter, then letters, digits, _ and ::'],
    ['a b', 'cannot define type "a b": a name is a letter, then letters, digits, _ and ::'],
    ['List<>', 'cannot define type "List<>": a name is a letter, then letters, digits, _ and ::'],
  ])('%j', (name, message) => {
    expect(() => defineType({ name, parse: String })).toThrow(new RangeError(message))
  })

  it.each(['Pose', '_p', 'geo::Pose', 'List<int, Pose>', 'my_vector<Pose>'])('%s is fine', (name) => {
    expect(defineType({ name, parse: String }).name).toBe(name)
  })

  it('an enum says which of its words or numbers is wrong', () => {
    const bad = (values: Record<string, number>) => () => defineEnum('E', values)
    expect(bad({ A: 1, '2B': 2 })).toThrow(new RangeError('enum E: 2B = 2 is no name with a 32-bit integer'))
    expect(bad({ A: 2 ** 31 })).toThrow('enum E: A = 2147483648 is no name with a 32-bit integer')
    expect(bad({ A: 2 ** 31 - 1, B: -(2 ** 31) })).not.toThrow()
  })
})

describe('what a user’s type says about text and values', () => {
  const E = defineEnum('E', { A: 0, B: -12, A2: 0 })
  const NONE = new Map()

  it('an enum reads names and numbers, and tells what it knows', () => {
    expect([E.parse('B', NONE), E.parse('-12', NONE), E.parse('0', NONE)]).toEqual(['B', 'B', 'A'])
    expect(() => E.parse('C', NONE)).toThrow('"C" is no E; write one of A, B, A2')
    expect(() => E.parse('0x', NONE)).toThrow('"0x" is no E; write one of A, B, A2')
    expect(() => E.parse('x0', NONE)).toThrow('"x0" is no E; write one of A, B, A2')
    expect(() => E.parse('-1', NONE)).toThrow('-1 is no E; it is one of A (0), B (-12), A2 (0)')
    expect(() => E.store('C' as 'A')).toThrow('"C" is no E')
    expect(E.format?.('B')).toBe('B')
    expect([E.strong, E.early]).toEqual([true, true])
  })

  it('a type of objects says what its parser said, and takes no other object', () => {
    const parse = (text: string): number => {
      if (text === 'thrown') throw 'a text' as unknown as Error
      if (text === '') throw new Error('it is empty')
      return text.length
    }
    const Len = defineType<number>({ name: 'Len', parse, format: (data) => 'x'.repeat(data) })
    const Other = defineType<number>({ name: 'Other', parse })
    expect(() => Len.parse('', NONE)).toThrow('"" is no Len: it is empty')
    expect(() => Len.parse('thrown', NONE)).toThrow('"thrown" is no Len: a text')
    expect(Len.read(Len.store(4), NONE)).toBe(4)
    expect(Len.read('abc', NONE)).toBe(3)
    expect(() => Len.read(Other.store(4), NONE)).toThrow('Len')
    expect(() => Len.read(1.5, NONE)).toThrow('Len')
    expect([Len.format?.(3), Other.format]).toEqual(['xxx', undefined])
    expect([Len.strong, Len.early]).toEqual([true, true])
  })
})

describe('what code and palette say of each other, word by word', () => {
  const palette = (nodes: string): NodeLibrary =>
    new NodeLibrary(
      must(
        readNodesModel(`<root BTCPP_format="4"><TreeNodesModel>${nodes}</TreeNodesModel></root>`, 'p.xml'),
        'palette',
      ),
    )
  const bind = (node: NodeDefinition, text: string) =>
    refusal(() => new NodeRegistry(palette(text)).bind(node))
  const Look = defineAction({ id: 'Look', ports: { zone: input(INT32, { default: 2 }) }, tick })

  it('a node that the palette does not know', () => {
    const Far = defineAction({ id: 'SomethingElse', tick })
    expect(bind(Far, '<Action ID="Look"/>')).toEqual([
      'error node.palette: node SomethingElse: the palette has no node of this ID',
      '  hint:     add it to the palette, or add the node with add()',
    ])
    expect(bind(Look, '<Action ID="Lookk"/>')).toEqual([
      'error node.palette: node Look: the palette has no node of this ID',
      '  hint:     did you mean Lookk?',
    ])
  })

  it('a default that only the code has', () => {
    expect(bind(Look, '<Action ID="Look"><input_port name="zone" type="int"/></Action>')).toEqual([
      'error node.palette: node Look: code and palette differ in the default of port zone',
      '  expected: none (palette)',
      '  got:      "2" (code)',
    ])
  })

  it('a type with its other name, and one of the user’s own', () => {
    const again = defineEnum('Level', { HIGH: 1 })
    const A = defineAction({ id: 'A', ports: { l: input(defineEnum('Level', { LOW: 0 })) }, tick })
    const B = defineAction({ id: 'B', ports: { l: input(again) }, tick })
    expect(refusal(() => new NodeRegistry().add(A, B))).toEqual([
      'error node.type-taken: node B: there is another type Level already',
      '  hint:     define it once and share it between the nodes',
    ])
    const C = defineAction({ id: 'C', ports: { k: input(defineEnum('Kind', { LOW: 3, TOP: 1 })) }, tick })
    expect(refusal(() => new NodeRegistry().add(A, C))).toEqual([
      'error node.type-taken: node C: LOW of enum Kind means 3, but scripts know it as 0 already',
      '  hint:     rename one of them',
    ])
    const D = defineAction({ id: 'D', ports: { k: input(defineEnum('Kind', { LOW: 0 })) }, tick })
    expect(refusal(() => new NodeRegistry().add(A, D))).toEqual([])
  })

  it.each<[unknown, string]>([
    [undefined, 'plugin: its default export is not a node definition'],
    [[3], 'plugin: its default export[0] is not a node definition'],
    [{ ...Look, build: undefined }, 'plugin: its default export is not a node definition'],
    [{ ...Look, ports: 'none' }, 'plugin: its default export is not a node definition'],
    [{ ...Look, spec: null }, 'plugin: its default export is not a node definition'],
    [{ ...Look, spec: {} }, 'plugin: its default export is not a node definition'],
    [{ ...Look, spec: { id: 7 } }, 'plugin: its default export is not a node definition'],
    [{ spec: Look.spec, build: Look.build }, 'plugin: its default export is not a node definition'],
    [null, 'plugin: its default export is not a node definition'],
  ])('a module that exports %o', (exported, message) => {
    const result = registerAll(new NodeRegistry(), exported)
    expect(result.ok ? [] : result.error).toEqual([
      {
        code: 'node.plugin',
        severity: 'error',
        message,
        hint: 'export default [MoveTo, …] with what defineAction and similar functions return',
      },
    ])
  })
})

describe('loading a tree with nodes', () => {
  const CommandExecutor = defineAction({ id: 'Work', tick })
  const load = (body: string, nodes: readonly NodeDefinition[], more = {}) =>
    loadTree(document(body), { nodes, clock: new VirtualClock(), ...more })

  it('refuses nodes before it reads the tree, and names them as an option', () => {
    expect(load('<Nope', [3 as never])).toEqual({
      ok: false,
      error: [
        {
          code: 'node.plugin',
          severity: 'error',
          message: 'nodes: its default export[0] is not a node definition',
          hint: 'export default [MoveTo, …] with what defineAction and similar functions return',
        },
      ],
      warnings: [],
    })
  })

  it('calls the text tree.xml unless it is given a name', () => {
    const first = (more = {}) => {
      const loaded = load('<Wrk/>', [CommandExecutor], more)
      return loaded.ok ? '' : formatDiagnostic(loaded.error[0] as never)
    }
    expect(first()).toMatch(/^tree\.xml:1:/)
    expect(first({ file: 'm.xml' })).toMatch(/^m\.xml:1:/)
  })

  it('reads included files with the loader that it is given', () => {
    const text = '<root BTCPP_format="4"><BehaviorTree ID="Other"><Work/></BehaviorTree></root>'
    const xml = `<root BTCPP_format="4" main_tree_to_execute="Other"><include path="o.xml"/></root>`
    const clock = new VirtualClock()
    const loaded = loadTree(xml, {
      nodes: [CommandExecutor],
      clock,
      load: (path) => (path === 'o.xml' ? text : undefined),
    })
    expect(loaded.ok && loaded.value.tick()).toBe('SUCCESS')
    expect(loadTree(xml, { nodes: [CommandExecutor], clock }).ok).toBe(false)
  })

  it('judges scripts as strictly as it is told', () => {
    const body = '<Script code="x := 1 .. 2"/>'
    expect(load(body, []).ok).toBe(true)
    expect(load(body, [], { compat: 'strict' }).ok).toBe(false)
  })

  it.each([
    [{ min: 2, max: 2 }, 1, 'Pair has 1 child; it needs exactly 2'],
    [{ min: 3 }, 2, 'Pair has 2 children; it needs at least 3'],
    [{ min: 2, max: 4 }, 5, 'Pair has 5 children; it needs 2 to 4'],
    [{ max: 2 }, 3, 'Pair has 3 children; it needs 1 to 2'],
    [{ max: 2 }, 2, undefined],
    [{ min: 2 }, 2, undefined],
  ])('a control that needs %o is content or not with %i children', (children, count, message) => {
    const Pair = defineControl({ id: 'Pair', children, tick })
    const palette = new NodeLibrary([{ id: 'Pair', kind: 'control', description: '', ports: [] }])
    const loaded = load(`<Pair>${'<AlwaysSuccess/>'.repeat(count)}</Pair>`, [Pair], { palette })
    expect(loaded.ok ? undefined : loaded.error[0]?.message).toBe(message)
  })

  it('a control without a word about children takes what every control does', () => {
    const Any = defineControl({ id: 'Any', tick })
    expect('children' in Any.spec).toBe(false)
    expect(bench('<Any><AlwaysSuccess/></Any>', [Any]).tree.tick()).toBe('SUCCESS')
  })
})
