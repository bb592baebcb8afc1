import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkText } from '#bt/check.js'
import { NodeLibrary } from '#bt/library.js'
import { readNodesModel } from '#bt/xml/read-model.js'

const read = (name: string): string => readFileSync(new URL(`fixtures/ros/${name}`, import.meta.url), 'utf8')
const palette = readNodesModel(read('palette.xml'), 'palette.xml')
const library = new NodeLibrary(palette.ok ? palette.value : [])
const navigate = read('navigate.xml')

const problems = (text: string, known = library): string[] =>
  checkText(text, { file: 'n.xml', library: known }).diagnostics.map((d) => {
    const place = d.where === undefined ? '-' : `${d.where.line}:${d.where.column}`
    return `${place} ${d.severity} ${d.code} ${d.message}`
  })

describe('trees in the manner of ROS robots', () => {
  it('their palettes are read: C++ types, controls of their own, built-in nodes repeated', () => {
    expect(palette.ok ? palette.value.length : palette.error).toBe(16)
    const ports = (id: string) =>
      library.get(id)?.ports.map(({ name, direction, type }) => [name, direction, type])
    expect(library.get('Recovery')?.kind).toBe('control')
    expect(ports('AnyErrorOf')).toEqual([
      ['codes', 'in', { kind: 'value', type: 'vector<int32>' }],
      ['code', 'in', { kind: 'value', type: 'any' }],
    ])
    expect(ports('FollowPath')?.[0]).toEqual(['path', 'in', { kind: 'value', type: 'nav_msgs::msg::Path' }])
    expect(ports('FollowPath')?.[2]).toEqual(['progress', 'inout', { kind: 'value', type: 'uint32' }])
    expect(ports('PlanPath')?.[4]).toEqual(['error_code_id', 'out', { kind: 'value', type: 'uint16' }])
  })

  it('such a tree is right with its palette; what only fails at run time is a warning', () => {
    expect(problems(navigate)).toEqual([
      '8:13 warning bt.unset-port PlanPath needs port start',
      '37:7 warning bt.unset-port PlanPath needs port start',
    ])
  })

  it('without the palette every node that is missing is named, once where it stands, and nothing else', () => {
    const found = problems(navigate, new NodeLibrary())
    expect(found.every((line) => line.includes('error bt.unknown-node'))).toBe(true)
    expect(found.length).toBe(18)
    const missing = new Set(found.map((line) => line.replace(/.* /, '')))
    const ofPalette = palette.ok ? palette.value.map(({ id }) => id) : []
    const builtIn = ['Sequence', 'Repeat', 'GoHome', 'AtSpeed']
    expect([...missing].sort()).toEqual(ofPalette.filter((id) => !builtIn.includes(id)).sort())
  })

  it.each([
    ['tries="6"', 'tries="six"', '4:22 error bt.port-type port tries of Recovery has the wrong type'],
    ['hz="1.0"', 'hertz="1.0"', '6:17 error bt.unknown-port AtRate has no port hertz'],
    [
      'codes="201;202;203"',
      'codes="201;x"',
      '10:54 error bt.port-type port codes of AnyErrorOf has the wrong type',
    ],
    ['error_code_id="{follow_error}"', 'error_code_id="{progress}"', '16:68 error bt.port-conflict'],
    ['<GoalChanged/>', '<GoalChangd/>', '21:9 error bt.unknown-node unknown node GoalChangd'],
    [
      'path="{path}"/>',
      'path="{path"/>',
      '37:49 warning bt.output-literal output port path of PlanPath has no blackboard key to write to',
    ],
  ])('%s → %s', (good, bad, expected) => {
    const found = problems(navigate.replace(good, bad))
    expect(found.filter((line) => line.startsWith(expected)).length, found.join('\n')).toBe(1)
  })

  it('a document that describes its nodes itself says so in the hint', () => {
    const text =
      '<root BTCPP_format="4"><BehaviorTree ID="M"><Fly/></BehaviorTree><TreeNodesModel><Action ID="Fly"/></TreeNodesModel></root>'
    const { diagnostics } = checkText(text, { file: 'f.xml', library: new NodeLibrary() })
    expect(diagnostics[0]?.hint).toContain('own TreeNodesModel describes Fly')
  })
})
