import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '#base/diagnostic.js'
import { must } from '#base/result.js'
import type { NodeSpec, PortSpec, PortType } from '#bt/document.js'
import { portPattern } from '#bt-tools/export/port-pattern.js'
import { writeNodesModel } from '#bt-tools/export/nodes-xml.js'
import { writeXsd } from '#bt-tools/export/xsd.js'
import { NodeLibrary } from '#bt/library.js'
import { checkPalette } from '#bt/validate/check-palette.js'
import { cppType, engineType, portTypeByName } from '#bt/xml/palette/types.js'
import { readNodesModel } from '#bt/xml/read-model.js'
import { page, told } from '../support/page.js'

const model = (body: string): string => `<root><TreeNodesModel>${body}</TreeNodesModel></root>`
const ported = (port: string): string => model(`<Action ID="A">${port}</Action>`)

const PAGES: Readonly<Record<string, readonly string[]>> = {
  entries: [
    model(''),
    '<TreeNodesModel><Action ID="A"/></TreeNodesModel>',
    '<root/>',
    '<root><BehaviorTree/></root>',
    '<root><BehaviorTree/><TreeNodesModel><Action ID="A"/></TreeNodesModel></root>',
    '<root><TreeNodesModel><Action ID="A"/></TreeNodesModel><TreeNodesModel><Action ID="B"/></TreeNodesModel></root>',
    '',
    '<root><TreeNodesModel>',
    model('<Action ID="A"/>text'),
    model('<Action ID="A"/><Condition ID="B"/><Control ID="C"/><Decorator ID="D"/><SubTree ID="S"/>'),
    model('<Node ID="A"/>'),
    model('<Action/>'),
    model('<Thing/>'),
    model('<Action ID="A" description="what for"/>'),
    model('<Action ID="A"><description>what for</description><input_port name="p"/></Action>'),
    model('<Action ID="A" description="a"><description>b</description></Action>'),
    model('<Action ID="A"><MetadataFields><Metadata/></MetadataFields></Action>'),
    model('<Action ID="A"/><Action ID="A"/>'),
    model('<Action ID="A" description="a"/><Action ID="A" description="b"/>'),
    model('<Action ID="A"/><Condition ID="A"/>'),
    model('<Action ID="A"><input_port name="p"/></Action>\n<Action ID="A"/>'),
    model('<Action ID="A"><input_port name="p"/></Action><Action ID="A"><input_port name="q"/></Action>'),
    model('<Action ID="A"><input_port name="p"/></Action><Action ID="A"><output_port name="p"/></Action>'),
    model(
      '<Action ID="A"><input_port name="p"/></Action><Action ID="A"><input_port name="p" type="int"/></Action>',
    ),
    model(
      '<Action ID="A"><input_port name="p" default="1"/></Action><Action ID="A"><input_port name="p">d</input_port></Action>',
    ),
  ],
  ports: [
    ported(
      '<input_port name="p"/><output_port name="q"/><inout_port name="r"/><bidirectional_port name="s"/>',
    ),
    ported('<port name="p"/>'),
    ported('<input_port/>'),
    ported('<input_port name=""/>'),
    ported('<input_port name="1"/>'),
    ported('<input_port name="a.b"/>'),
    ported('<input_port name="_while"/>'),
    ported('<input_port name="p">words</input_port>'),
    ported('<input_port name="p" description="more">words</input_port>'),
    ported('<input_port name="p" type="int" default="1"/>'),
    ported('<input_port name="p" type="int" default="x"/>'),
    ported('<input_port name="p" type="int" min="1"/>'),
    ported('<input_port name="p" type="int" max="1"/>'),
    ported('<input_port name="p" type="int" unit="m"/>'),
    ported('<input_port name="p" type="int" min="1" max="3" default="3"/>'),
    ported('<input_port name="p" type="int" min="1" max="3" default="4"/>'),
    ported('<input_port name="p" type="int" min="1" max="3" default="0"/>'),
    ported('<input_port name="p" type="int" min="1" max="3" default=""/>'),
    ported('<input_port name="p" type="int" min="1" max="3" default="{k}"/>'),
    ported('<input_port name="p" type="int" min="1" max="3" default="="/>'),
    ported('<input_port name="p" type="int" min="one"/>'),
    ported('<input_port name="p" type="int" max="Infinity"/>'),
    ported('<input_port name="p" type="number" min="" max=" "/>'),
    ported('<input_port name="p" type="int32" min="1"/>'),
    ported('<input_port name="p" type="number"/>'),
    ported('<input_port name="p" type="number" unit="s" min="-0.5" max="0.5"/>'),
    ported('<input_port name="p" type="double"/>'),
    ported('<input_port name="p" type="double" min="0"/>'),
    ported('<input_port name="p" type="double" unit="m"/>'),
    ported('<input_port name="p" type="double" unit="m" max="1" default="1.01"/>'),
    ported('<input_port name="p" type="float" min="0"/>'),
    ported('<input_port name="p" type="mask"/>'),
    ported('<input_port name="p" type="mask" default="0110"/>'),
    ported('<input_port name="p" type="mask" default="012"/>'),
    ported('<input_port name="p" type="enum" values="a;b"/>'),
    ported('<input_port name="p" type="enum" values="a;b" default="c"/>'),
    ported('<input_port name="p" type="enum" default="a"/>'),
    ported('<input_port name="p" type="string" default="a"/>'),
    ported('<input_port name="p" type="std::string"/>'),
    ported('<input_port name="p" type=" "/>'),
    ported('<input_port name="p" type="bool" default="maybe"/>'),
    ported('<input_port name="p" type="Pose" default="maybe"/>'),
  ],
}

describe('palettes', () => {
  it.each(Object.entries(PAGES))('with special %s are read as on the page', async (topic, texts) => {
    const pages = page(texts, (text) => {
      const read = readNodesModel(text, 'p.xml')
      return read.ok ? read.value.map((spec) => JSON.stringify(spec)).join('\n') : told(read.error)
    })
    await expect(pages).toMatchFileSnapshot(`../fixtures/palettes/${topic}.txt`)
  })
})

describe('types of C++', () => {
  it.each([
    ['const int', 'int32'],
    ['volatile const unsigned   int &', 'uint32'],
    ['int*', 'int32'],
    ['const char *', 'char'],
    ['constant', 'constant'],
    ['a & b', 'a & b'],
    ['a &b', 'a &b'],
    ['std::vector<int>', 'vector<int32>'],
    ['std::vector< std::vector<double> >', 'vector<vector<double>>'],
    ['vector<int, std::allocator<int>>', 'vector<int32>'],
    ['list<std::string>', 'vector<string>'],
    ['std::deque<bool>', 'vector<bool>'],
    ['my::vector<int>', 'my::vector<int>'],
    ['std::vector<int>::iterator', 'std::vector<int>::iterator'],
    ['BT::SharedQueue<int>', 'queue<int32>'],
    ['BT::SharedQueue <Pose>', 'queue<Pose>'],
    ['std::shared_ptr<std::deque<double> >', 'queue<double>'],
    ['std::shared_ptr< std::deque<double, std::allocator<double>>>', 'queue<double>'],
    ['my::BT::SharedQueue<int>', 'my::BT::SharedQueue<int>'],
    ['std::chrono::milliseconds', 'uint32'],
    ['geometry_msgs::Pose', 'geometry_msgs::Pose'],
  ])('%s is %s', (written, type) => {
    expect(engineType(written)).toBe(type)
  })

  it('nothing at all takes anything', () => {
    for (const written of [undefined, '', ' \t'])
      expect(portTypeByName(written)).toEqual({ kind: 'value', type: 'any' })
  })

  it('are written back for lists', () => {
    expect(
      ['vector<vector<int32>>', 'queue<string>', 'vectors<int32>', 'my vector<int32>'].map(cppType),
    ).toEqual([
      'std::vector<std::vector<int>>',
      'BT::SharedQueue<std::string>',
      'vectors<int32>',
      'my vector<int32>',
    ])
  })
})

const value = (type: string): PortType => ({ kind: 'value', type })
const port = (name: string, type: PortType, more: Partial<PortSpec> = {}): PortSpec => ({
  name,
  direction: 'in',
  type,
  description: '',
  ...more,
})
const spec = (id: string, kind: NodeSpec['kind'], ports: readonly PortSpec[] = []): NodeSpec => ({
  id,
  kind,
  description: `what ${id} is for`,
  ports,
})

describe('the texts that a port takes', () => {
  const ENUM: PortType = { kind: 'enum', values: ['a', 'b.c', '[x]', 'a|b', '1-2', '^$', '(y)*+?{2}\\'] }
  const SIGNED = '-?\\d+'
  const REAL = '[+\\-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+\\-]?\\d+)?'
  it.each<[string, PortType, readonly string[] | undefined]>([
    ['an integer', { kind: 'int', min: -1, max: 1 }, [SIGNED]],
    ['a natural number', { kind: 'int', min: 0, max: 1 }, ['\\d+']],
    ['a number', { kind: 'number', min: 0, max: 1 }, ['-?\\d+(\\.\\d+)?']],
    ['a mask', { kind: 'mask' }, ['[01]{4}']],
    ['a choice', ENUM, ['a', 'b\\.c', '\\[x\\]', 'a\\|b', '1\\-2', '\\^\\$', '\\(y\\)\\*\\+\\?\\{2\\}\\\\']],
    ['a text', { kind: 'string' }, undefined],
    ['anything', value('any'), undefined],
    ['a value of the host', value('Pose'), undefined],
    ...['int8', 'int16', 'int32', 'int64']
      .map((type) => [type, value(type), [SIGNED]] as const)
      .map(([a, b, c]): [string, PortType, readonly string[]] => [a, b, c]),
    ...['uint8', 'uint16', 'uint32', 'uint64'].map((type): [string, PortType, readonly string[]] => [
      type,
      value(type),
      ['\\d+'],
    ]),
    ...['float', 'double'].map((type): [string, PortType, readonly string[]] => [type, value(type), [REAL]]),
    ['bool', value('bool'), ['[01]|true|True|TRUE|false|False|FALSE']],
    ['NodeStatus', value('NodeStatus'), ['SUCCESS|FAILURE|RUNNING|SKIPPED|IDLE']],
  ])('are known for %s', (_, type, literals) => {
    const keys = ['\\{.+\\}', '=']
    const wanted = literals === undefined ? undefined : [...keys, ...literals]
    expect(portPattern(port('p', type))).toEqual(wanted)
    expect(portPattern(port('p', type, { direction: 'inout' }))).toEqual(wanted)
    expect(portPattern(port('p', type, { direction: 'out' }))).toEqual(keys)
  })
})

const ALL_TYPES: readonly PortSpec[] = [
  port('any', value('any')),
  port('text', { kind: 'string' }, { default: 'a "b" & <c>' }),
  port('count', { kind: 'int', min: -1, max: 9 }, { description: 'how many', direction: 'inout' }),
  port('part', { kind: 'number', min: 0, max: 1.5, unit: 'm/s' }, { default: '0.5' }),
  port('mask', { kind: 'mask' }),
  port('way', { kind: 'enum', values: ['slow', 'fast.er'] }, { description: 'a < b & "c"' }),
  port('list', value('vector<int32>')),
  port('pose', value('geometry_msgs::Pose'), { direction: 'out', description: ' padded ' }),
]
const SPECS = [
  spec('Zeta', 'action', ALL_TYPES),
  spec('Alpha', 'condition'),
  { ...spec('Mid', 'decorator'), description: '' },
  spec('alpha', 'control'),
  spec('Tree', 'subtree', [port('p', value('any'), { default: '{x}' })]),
  spec('Another', 'subtree'),
]

describe('a library for other tools', () => {
  const library = new NodeLibrary(SPECS)

  it('is written as a palette as on the page, by ID', async () => {
    await expect(writeNodesModel(library)).toMatchFileSnapshot('../fixtures/palettes/written.xml')
  })

  it('does not depend on the order in which the nodes came', () => {
    const turned = new NodeLibrary(SPECS.toReversed())
    expect(writeNodesModel(turned)).toBe(writeNodesModel(library))
    expect(writeXsd(turned).replace(/Tree: .*|.*Another: .*/g, '')).toBe(
      writeXsd(library).replace(/Tree: .*|.*Another: .*/g, ''),
    )
  })

  it('is read back with every text of every type', () => {
    const again = must(readNodesModel(writeNodesModel(library), 'p.xml'), 'the palette')
    const byId = (a: NodeSpec, b: NodeSpec): number => (a.id < b.id ? -1 : 1)
    expect(again).toEqual([...SPECS].sort(byId))
  })

  it('holds the built-in nodes when asked to, all by ID', () => {
    const ids = [...writeNodesModel(library, { builtIns: true }).matchAll(/ID="(\w+)"/g)].map(([, id]) => id)
    expect(ids).toEqual([...ids].sort())
    expect(ids).toEqual(expect.arrayContaining(['Sequence', 'Zeta', 'Tree', 'alpha']))
  })

  it('is written as a schema as on the page', async () => {
    await expect(writeXsd(library)).toMatchFileSnapshot('../fixtures/palettes/written.xsd')
  })
})

describe('palettes that describe built-in nodes', () => {
  const names = (...all: string[]): PortSpec[] => all.map((name) => port(name, value('any')))
  it.each<[NodeSpec, readonly string[]]>([
    [spec('Own', 'action', names('a')), []],
    [spec('Sequence', 'control'), []],
    [spec('Repeat', 'decorator'), []],
    [spec('Repeat', 'decorator', names('num_cycles')), []],
    [spec('SetBlackboard', 'action', names('value', 'output_key')), []],
    [
      spec('Sequence', 'control', names('b', 'a')),
      [
        'warning bt.palette: p.xml describes the built-in node Sequence with other ports; they do not count\n' +
          '  expected: no ports\n  got:      a, b\n  hint:     a node of another behaviour needs another name',
      ],
    ],
    [
      spec('SetBlackboard', 'action', names('value', 'key')),
      [
        'warning bt.palette: p.xml describes the built-in node SetBlackboard with other ports; they do not count\n' +
          '  expected: output_key, value\n  got:      key, value\n  hint:     a node of another behaviour needs another name',
      ],
    ],
    [
      spec('SetBlackboard', 'action', names('valueoutput_key')),
      [expect.stringContaining('got:      valueoutput_key')],
    ],
  ])('are told when the ports differ (%#)', (own, said) => {
    expect(checkPalette([own], 'p.xml').map(formatDiagnostic)).toEqual(said)
  })
})
