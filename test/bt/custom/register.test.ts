import { describe, expect, it } from 'vitest'
import {
  BOOL,
  defineAction,
  defineAsyncAction,
  defineEnum,
  defineType,
  DOUBLE,
  inout,
  input,
  INT32,
  NodeDefinitionError,
  NodeLibrary,
  NodeRegistry,
  output,
  readNodesModel,
  registerAll,
  STRING,
  vectorType,
  type NodeDefinition,
} from '#bt-tools/index.js'
import { must } from '#base/result.js'

const tick = () => 'SUCCESS' as const

/** The message of the error that a definition or its registration meets. */
function refusal(attempt: () => unknown): string {
  try {
    attempt()
  } catch (cause) {
    if (cause instanceof NodeDefinitionError) return cause.message
    throw cause
  }
  return 'accepted'
}

describe('one declaration gives palette and code', () => {
  it('the spec holds kind, description, ports, types and defaults as a tree would write them', () => {
    const COLOR = defineEnum('Color', { RED: 0, GREEN: 1 })
    const { spec } = defineAction({
      id: 'Paint',
      description: 'Paints.',
      ports: {
        color: input(COLOR, { default: 'GREEN' }),
        speed: input(DOUBLE, { default: 0.25, description: 'm/s' }),
        twice: input(BOOL, { default: false }),
        widths: input(vectorType(INT32), { default: [1, 2] }),
        from: input(STRING, { default: '{here}' }),
        left: output(DOUBLE, 'litres'),
        coats: inout(INT32, { optional: true }),
      },
      tick,
    })
    expect(spec).toEqual({
      id: 'Paint',
      kind: 'action',
      description: 'Paints.',
      ports: [
        {
          name: 'color',
          direction: 'in',
          type: { kind: 'value', type: 'Color' },
          description: '',
          default: 'GREEN',
        },
        {
          name: 'speed',
          direction: 'in',
          type: { kind: 'value', type: 'double' },
          description: 'm/s',
          default: '0.25',
        },
        {
          name: 'twice',
          direction: 'in',
          type: { kind: 'value', type: 'bool' },
          description: '',
          default: 'false',
        },
        {
          name: 'widths',
          direction: 'in',
          type: { kind: 'value', type: 'vector<int32>' },
          description: '',
          default: '1;2',
        },
        {
          name: 'from',
          direction: 'in',
          type: { kind: 'value', type: 'string' },
          description: '',
          default: '{here}',
        },
        { name: 'left', direction: 'out', type: { kind: 'value', type: 'double' }, description: 'litres' },
        {
          name: 'coats',
          direction: 'inout',
          type: { kind: 'value', type: 'int32' },
          description: '',
          optional: true,
        },
      ],
    })
  })

  it('adding a node puts it into the library and its code into the registry', () => {
    const registry = new NodeRegistry().add(defineAction({ id: 'Work', tick }))
    expect(registry.library.get('Work')?.kind).toBe('action')
    expect(registry.builder('Work')).toBeDefined()
    expect(registry.library.skills().map(({ id }) => id)).toEqual(['Work'])
  })
})

describe('a definition that cannot stand says why', () => {
  it.each<[string, () => NodeDefinition, string]>([
    ['no ID', () => defineAction({ id: '', tick }), 'id is missing'],
    ['an ID with a blank', () => defineAction({ id: 'Move To', tick }), 'an ID cannot hold " "'],
    [
      'an ID that begins with a digit',
      () => defineAction({ id: '2Move', tick }),
      'an ID begins with a letter',
    ],
    [
      'the name of an element',
      () => defineAction({ id: 'SubTree', tick }),
      'SubTree has a meaning of its own',
    ],
    [
      'a port called name',
      () => defineAction({ id: 'A', ports: { name: input(STRING) }, tick }),
      'port name: name is an attribute of every node',
    ],
    [
      'a port called ID',
      () => defineAction({ id: 'A', ports: { ID: input(STRING) }, tick }),
      'port ID: ID is an attribute',
    ],
    [
      'a port like a script',
      () => defineAction({ id: 'A', ports: { _skipIf: input(STRING) }, tick }),
      '_skipIf is an attribute of every node',
    ],
    [
      'a port with _',
      () => defineAction({ id: 'A', ports: { _mine: input(STRING) }, tick }),
      'names that begin with _ are for scripts',
    ],
    [
      'a port with a blank',
      () => defineAction({ id: 'A', ports: { 'to go': input(STRING) }, tick }),
      'a name cannot hold " "',
    ],
    [
      'a default that is cut',
      () => defineAction({ id: 'A', ports: { n: input(INT32, { default: 2.5 }) }, tick }),
      'its default "2.5" is read as 2',
    ],
    [
      'a default out of range',
      () => defineAction({ id: 'A', ports: { n: input(INT32, { default: 2 ** 40 }) }, tick }),
      'its default cannot be read as int32',
    ],
    [
      'a default that is not an enum',
      () =>
        defineAction({
          id: 'A',
          ports: { n: input(defineEnum('Color', { RED: 0 }), { default: 'BLUE' as 'RED' }) },
          tick,
        }),
      '"BLUE" is no Color; write one of RED',
    ],
    ['no code', () => defineAction({ id: 'A' } as never), 'it has no function tick'],
    ['no asynchronous code', () => defineAsyncAction({ id: 'A' } as never), 'it has no function run'],
  ])('%s', (_, define, message) => {
    expect(refusal(define)).toContain(message)
  })

  it('all at once', () => {
    const wrong = () =>
      defineAction({ id: 'a b', ports: { name: input(STRING), ID: input(STRING) } } as never)
    expect(
      refusal(wrong)
        .split('\n')
        .filter((line) => line.includes('error node.definition')),
    ).toHaveLength(4)
  })

  it('a default of a type without text form asks for a format', () => {
    const POSE = defineType<{ x: number }>({ name: 'Pose', parse: (text) => ({ x: Number(text) }) })
    const make = () => defineAction({ id: 'A', ports: { goal: input(POSE, { default: { x: 1 } }) }, tick })
    expect(refusal(make)).toMatch(
      /a default of type Pose has no text form\n +hint: +give Pose a format function/,
    )
  })
})

describe('registration', () => {
  const CommandExecutor = defineAction({ id: 'Work', tick })

  it.each<[string, () => unknown, string]>([
    [
      'a built-in node',
      () => new NodeRegistry().add(defineAction({ id: 'Sequence', tick })),
      'node Sequence: this is a node of the engine',
    ],
    [
      'a node twice',
      () => new NodeRegistry().add(CommandExecutor, CommandExecutor),
      'there is a node of this ID already',
    ],
    [
      'a described node',
      () => new NodeRegistry(palette('<Action ID="Work"/>')).add(CommandExecutor),
      'the palette describes it: use bind()',
    ],
    [
      'a subtree of the palette',
      () => new NodeRegistry(palette('<SubTree ID="Work"/>')).add(CommandExecutor),
      'a subtree of the palette has this ID',
    ],
    [
      'binding twice',
      () => new NodeRegistry(palette('<Action ID="Work"/>')).bind(CommandExecutor, CommandExecutor),
      'there is code for it already',
    ],
    [
      'binding a stranger',
      () => new NodeRegistry(palette('<Action ID="Works"/>')).bind(CommandExecutor),
      'did you mean Works?',
    ],
  ])('refuses %s', (_, register, message) => {
    expect(refusal(register)).toContain(message)
  })

  it('two types of one name, and two enums that give one word two numbers', () => {
    const pose = () => defineType<number>({ name: 'Pose', parse: Number })
    const node = (id: string, type: ReturnType<typeof pose>) =>
      defineAction({ id, ports: { at: input(type) }, tick })
    const shared = pose()
    expect(refusal(() => new NodeRegistry().add(node('A', shared), node('B', shared)))).toBe('accepted')
    expect(refusal(() => new NodeRegistry().add(node('A', pose()), node('B', pose())))).toContain(
      'another type Pose',
    )
    const Lamp = defineAction({ id: 'Lamp', ports: { c: input(defineEnum('Color', { RED: 0 })) }, tick })
    const Alarm = defineAction({ id: 'Alarm', ports: { l: input(defineEnum('Level', { RED: 3 })) }, tick })
    expect(refusal(() => new NodeRegistry().add(Lamp, Alarm))).toContain('RED of enum Level means 3')
  })

  it('what is refused leaves nothing behind', () => {
    const registry = new NodeRegistry().add(CommandExecutor)
    const COLOR = defineEnum('Color', { RED: 0 })
    refusal(() => registry.add(defineAction({ id: 'Work', ports: { c: input(COLOR) }, tick })))
    expect(registry.enums.size).toBe(0)
  })
})

describe('binding code to a palette', () => {
  const PORTS =
    '<input_port name="zone" type="int" min="1" max="8" default="1"/><output_port name="faces" type="mask"/>'
  const bind = (node: NodeDefinition, text = `<Action ID="Look">${PORTS}</Action>`) =>
    refusal(() => new NodeRegistry(palette(text)).bind(node))

  it('agrees on kind, ports, directions and types; STRING reads every port as it is written', () => {
    expect(
      bind(defineAction({ id: 'Look', ports: { zone: input(INT32), faces: output(STRING) }, tick })),
    ).toBe('accepted')
    expect(
      bind(defineAction({ id: 'Look', ports: { zone: input(STRING), faces: output(STRING) }, tick })),
    ).toBe('accepted')
  })

  it('names both sides when the kind differs', () => {
    const message = bind(defineAction({ id: 'Look', tick }), '<Condition ID="Look"/>')
    for (const word of ['differ in the kind of node', 'condition (palette)', 'action (code)']) {
      expect(message).toContain(word)
    }
  })

  it.each<[string, NodeDefinition, string[]]>([
    [
      'a port that the code does not know',
      defineAction({ id: 'Look', ports: { zone: input(INT32) }, tick }),
      ['port faces', 'out string (palette)', 'no such port (code)'],
    ],
    [
      'a port that the palette does not know',
      defineAction({
        id: 'Look',
        ports: { zone: input(INT32), faces: output(STRING), zoen: input(INT32) },
        tick,
      }),
      ['port zoen', 'no such port (palette)', 'in int32 (code)'],
    ],
    [
      'another direction',
      defineAction({ id: 'Look', ports: { zone: inout(INT32), faces: output(STRING) }, tick }),
      ['direction of port zone', 'in (palette)', 'inout (code)'],
    ],
    [
      'another type',
      defineAction({ id: 'Look', ports: { zone: input(BOOL), faces: output(STRING) }, tick }),
      ['type of port zone', 'int32 (palette)', 'bool (code)'],
    ],
    [
      'another default',
      defineAction({
        id: 'Look',
        ports: { zone: input(INT32, { default: 2 }), faces: output(STRING) },
        tick,
      }),
      ['default of port zone', '"1" (palette)', '"2" (code)'],
    ],
  ])('%s', (_, node, words) => {
    const message = bind(node)
    for (const word of words) expect(message).toContain(word)
  })
})

describe('registering what a module exports', () => {
  const CommandExecutor = defineAction({ id: 'Work', tick })
  const Rest = defineAction({ id: 'Rest', tick })

  it('takes an array or one definition, and binds what the palette describes', () => {
    const registry = new NodeRegistry(palette('<Action ID="Work"/>'))
    expect(registerAll(registry, [CommandExecutor, Rest]).ok).toBe(true)
    expect(registry.builder('Work')).toBeDefined()
    expect(registry.library.get('Rest')).toBeDefined()
    expect(registerAll(new NodeRegistry(), CommandExecutor).ok).toBe(true)
  })

  it('says all that is wrong, and never throws', () => {
    const result = registerAll(
      new NodeRegistry(),
      [CommandExecutor, CommandExecutor, undefined, { spec: 3 }, 'Rest', Rest],
      'mine.js',
    )
    const problems = result.ok ? [] : result.error
    expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'node.taken node Work: there is a node of this ID already',
      'node.plugin mine.js: its default export[2] is not a node definition',
      'node.plugin mine.js: its default export[3] is not a node definition',
      'node.plugin mine.js: its default export[4] is not a node definition',
    ])
    expect(registerAll(new NodeRegistry(), undefined).ok).toBe(false)
  })
})

function palette(nodes: string): NodeLibrary {
  const text = `<root BTCPP_format="4"><TreeNodesModel>${nodes}</TreeNodesModel></root>`
  return new NodeLibrary(must(readNodesModel(text, 'palette.xml'), 'palette'))
}
