import { XMLValidator } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import type { NodeSpec } from '#bt/document.js'
import { portPattern } from '#bt-tools/export/port-pattern.js'
import { writeNodesModel } from '#bt-tools/export/nodes-xml.js'
import { writeXsd } from '#bt-tools/export/xsd.js'
import { NodeLibrary } from '#bt/library.js'
import { cppType, engineType } from '#bt/xml/palette/types.js'
import { readNodesModel } from '#bt/xml/read-model.js'
import { robotLibrary } from './support/mission.js'

const act: NodeSpec = {
  id: 'Act',
  kind: 'action',
  description: '',
  ports: [
    { name: 'count', direction: 'out', type: { kind: 'value', type: 'int32' }, description: '' },
    {
      name: 'ticks',
      direction: 'in',
      type: { kind: 'value', type: 'int32' },
      description: 'how many RUNNING',
      default: '2',
    },
  ],
}

describe('palettes for other tools', () => {
  it('have the form that BehaviorTree.CPP writes', () => {
    expect(writeNodesModel(new NodeLibrary([act]))).toBe(
      [
        '<root BTCPP_format="4">',
        '    <TreeNodesModel>',
        '        <Action ID="Act">',
        '            <output_port name="count" type="int"/>',
        '            <input_port name="ticks" type="int" default="2">how many RUNNING</input_port>',
        '        </Action>',
        '    </TreeNodesModel>',
        '</root>',
        '',
      ].join('\n'),
    )
  })

  it('are read back without loss, the robot’s and the built-in ones', () => {
    const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1)
    for (const builtIns of [false, true]) {
      const again = readNodesModel(writeNodesModel(robotLibrary, { builtIns }), 'p.xml')
      const wanted = [
        ...(builtIns ? robotLibrary.nodes() : robotLibrary.skills()),
        ...robotLibrary.subtrees(),
      ]
      const plain = (specs: readonly NodeSpec[]) =>
        [...specs]
          .sort(byId)
          .map((spec) => ({ ...spec, ports: spec.ports.map(({ type: _, ...port }) => port) }))
      expect(again.ok && plain(again.value)).toEqual(plain(wanted))
    }
    const own = readNodesModel(writeNodesModel(robotLibrary, { builtIns: false }), 'p.xml')
    expect(own.ok && [...own.value].sort(byId)).toEqual(
      [...robotLibrary.skills(), ...robotLibrary.subtrees()].sort(byId),
    )
  })

  it('every type of the engine has a name in C++ that means it', () => {
    const names =
      'int8 int16 int32 int64 uint8 uint16 uint32 uint64 float double bool string any Any NodeStatus'
    const types = [
      ...names.split(' '),
      'vector<int32>',
      'vector<string>',
      'queue<double>',
      'Color',
      'geometry_msgs::msg::PoseStamped',
    ]
    for (const type of types) expect(engineType(cppType(type)), type).toBe(type)
  })

  it.each([
    ['int', 'int32'],
    ['unsigned  int', 'uint32'],
    ['std::string', 'string'],
    ['const std::string&', 'string'],
    ['std::vector<std::string, std::allocator<std::string> >', 'vector<string>'],
    ['std::vector<geometry_msgs::msg::PoseStamped>', 'vector<geometry_msgs::msg::PoseStamped>'],
    ['std::shared_ptr<std::deque<int>>', 'queue<int32>'],
    ['std::chrono::milliseconds', 'uint32'],
    ['nav_msgs::msg::Path', 'nav_msgs::msg::Path'],
  ])('%s is %s', (written, type) => {
    expect(engineType(written)).toBe(type)
  })
})

describe('schema for editors', () => {
  const xsd = writeXsd(robotLibrary)

  it('is well-formed and has an element for every node and the generic tags', () => {
    expect(XMLValidator.validate(xsd)).toBe(true)
    for (const { id } of robotLibrary.nodes()) expect(xsd).toContain(`<xs:element name="${id}">`)
    for (const tag of ['Action', 'Condition', 'Control', 'Decorator', 'SubTree']) {
      expect(xsd).toContain(`<xs:element name="${tag}">`)
    }
    expect(robotLibrary.nodes().length).toBeGreaterThan(20)
  })

  it('says of each port which texts it takes', () => {
    const [count, ticks] = act.ports
    const fits = (port: NodeSpec['ports'][number] | undefined, text: string): boolean | undefined =>
      port && (portPattern(port) ?? ['.*']).some((pattern) => new RegExp(`^(?:${pattern})$`).test(text))
    expect(['{x}', '=', '3'].map((text) => fits(count, text))).toEqual([true, true, false])
    expect(['{x}', '-3', '3x', ''].map((text) => fits(ticks, text))).toEqual([true, true, false, false])
  })
})
