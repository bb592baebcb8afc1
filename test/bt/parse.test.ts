import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatRef, type Diagnostic } from '#base/diagnostic.js'
import type { Compat } from '#bt/compat.js'
import { NodeLibrary } from '#bt/library.js'
import { parseNode, parseTree } from '#bt/xml/parse.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
import { loadMission, missionText, robotLibrary } from './support/mission.js'

const include = loadMission('initial.xml').trees.filter((tree) => tree.id !== 'Main')
const parse = (text: string, compat: Compat = '4.10') =>
  parseTree(text, { file: 't.xml', library: robotLibrary, include, compat })
const short = (d: Diagnostic): string => `${d.where ? formatRef(d.where) : '-'} ${d.code}`
const problems = (text: string): string[] => {
  const result = parse(text)
  return result.ok ? [] : result.error.map(short)
}
const doc = (body: string): string =>
  `<root BTCPP_format="4">\n<BehaviorTree ID="Main">\n${body}\n</BehaviorTree>\n</root>`

describe('parser', () => {
  it('takes <Action ID="X"/> and <X/> for the same', () => {
    const long = parse(doc('<Control ID="Sequence"><Action ID="MoveToZone" zone="1"/></Control>'))
    const brief = parse(doc('<Sequence><MoveToZone zone="1"/></Sequence>'))
    expect(long.warnings).toEqual([])
    expect(long.ok && brief.ok && writeTree(long.value) === writeTree(brief.value)).toBe(true)
  })

  it('reports every problem of a document at once, each where it stands', () => {
    const text = doc(
      [
        '<Sequenc name="a">',
        '  <MoveToZone zone="9" positon="2"/>',
        '  <RotateBlocks/><RotateBlocks mask="11"/>',
        '  <Inverter/>',
        '  <Inverter><MoveToHome/><MoveToHome/></Inverter>',
        '  <MoveToHome><MoveToHome/></MoveToHome>',
        '  <SubTree ID="CursorSequnce"/><SubTree/>',
        '  <CursorSequence/>',
        '  <CustomDelay duration="eleven" _skipIf="a"/>',
        '</Sequenc>',
      ].join('\n'),
    )
    expect(problems(text)).toEqual([
      't.xml:3:1 bt.unknown-node',
      't.xml:4:21 bt.port-range',
      't.xml:4:24 bt.unknown-port',
      't.xml:5:3 bt.missing-port',
      't.xml:5:38 bt.port-type',
      't.xml:6:3 bt.children',
      't.xml:7:3 bt.children',
      't.xml:8:3 bt.children',
      't.xml:9:16 bt.unknown-subtree',
      't.xml:9:32 bt.missing-id',
      't.xml:10:3 bt.unknown-node',
      't.xml:11:26 bt.port-type',
    ])
  })

  it.each([
    ['<Sequenc/>', 'did you mean Sequence?'],
    ['<CursorSequence/>', 'CursorSequence is a subtree: write <SubTree ID="CursorSequence"/>'],
    ['<SubTree ID="CursorSequnce"/>', 'did you mean CursorSequence?'],
    ['<MoveToZone zone="1" Position="2"/>', 'did you mean position?'],
    ['<ReadFaces faces="0101"/>', 'write faces="{faces}"'],
    ['<Inverter><MoveToHome/><MoveToHome/></Inverter>', 'put the children of Inverter into a Sequence'],
  ])('%s: %s', (body, hint) => {
    const result = parse(doc(body))
    expect(result.ok ? [] : result.error.map((d) => d.hint)).toEqual([hint])
  })

  it('the old spelling is accepted with a warning and written in the new one (AMB-37)', () => {
    const result = parse(doc('<RetryUntilSuccesful num_attempts="2"><MoveToHome/></RetryUntilSuccesful>'))
    expect(result.warnings.map(short)).toEqual(['t.xml:3:1 bt.old-spelling'])
    expect(result.ok && writeTree(result.value)).toContain('<RetryUntilSuccessful num_attempts="2">')
  })

  it('finds recursion however long the loop is, and trees of the wrong shape', () => {
    const tree = (id: string, body: string): string => `<BehaviorTree ID="${id}">${body}</BehaviorTree>`
    const loop = `${tree('A', '<SubTree ID="B"/>')}${tree('B', '<SubTree ID="C"/>')}${tree('C', '<SubTree ID="A"/>')}`
    const result = parse(`<root BTCPP_format="4" main_tree_to_execute="A">${loop}</root>`)
    expect(result.ok ? [] : result.error.map((d) => d.message)).toEqual([
      'tree A contains itself: A → B → C → A',
    ])
    expect(problems(doc('<MoveToHome/><MoveToHome/>'))).toEqual(['t.xml:2:1 bt.children'])
    expect(problems(doc(''))[0]).toBe('t.xml:2:1 bt.children')
  })

  it('refuses trees that would grow too deep or too large when opened', () => {
    const tree = (id: number, body: string): string => `<BehaviorTree ID="T${id}">${body}</BehaviorTree>`
    const doubling = Array.from({ length: 20 }, (_, i) =>
      tree(i, `<Sequence><SubTree ID="T${i + 1}"/><SubTree ID="T${i + 1}"/></Sequence>`),
    )
    const bomb = `<root BTCPP_format="4" main_tree_to_execute="T0">${doubling.join('')}${tree(20, '<MoveToHome/>')}</root>`
    expect(problems(bomb).map((p) => p.replace(/.* /, ''))).toEqual(['bt.opened-too-large'])
    const deep = doc('<Inverter>'.repeat(5000) + '<MoveToHome/>' + '</Inverter>'.repeat(5000))
    expect(problems(deep)).toEqual(expect.arrayContaining([expect.stringMatching(/ xml\.too-deep$/)]))
    expect(problems(doc(`<Sequence>${'<MoveToHome/>'.repeat(20_000)}</Sequence>`))[0]).toMatch(
      / xml\.too-large$/,
    )
    expect(problems('x'.repeat(2_000_000))).toEqual(['t.xml:1:1 xml.too-large'])
  })

  it('the name of a tree does not depend on blanks, comments, quotes or the order of attributes', () => {
    const a = parse(doc('<Sequence><MoveToZone zone="1" position="2"/></Sequence>'))
    const b = parse(
      doc(
        '<!-- note -->\n<Sequence >\n\n <Action position = \'2\' ID="MoveToZone" zone="1" ></Action></Sequence>',
      ),
    )
    const c = parse(doc('<Sequence><MoveToZone zone="2" position="2"/></Sequence>'))
    if (!a.ok || !b.ok || !c.ok) throw new Error('refused')
    expect(treeHash(b.value)).toBe(treeHash(a.value))
    expect(treeHash(c.value)).not.toBe(treeHash(a.value))
  })

  it('keeps special characters through writing and reading', () => {
    const name = 'a "b" & <c> \' \n\t\u00e9\u{1f916} {=}'
    const node = { id: 'MoveToHome', kind: 'action', attrs: { name }, children: [] } as const
    const again = parse(writeTree({ main: 'M', trees: [{ id: 'M', root: node }] }))
    expect(again.ok && again.value.trees.find((tree) => tree.id === 'M')?.root.attrs).toEqual({ name })
  })

  it('raw < and & in values are accepted with warnings, as BehaviorTree.CPP does', () => {
    const result = parse(doc('<MoveToHome name="a<b && c"/>'))
    expect(result.ok).toBe(true)
    expect(result.warnings.map(short)).toEqual(['t.xml:3:20 xml.raw-lt', 't.xml:3:23 xml.raw-ampersand'])
  })

  it('parseNode reads the node of an edit', () => {
    const result = parseNode('<RetryUntilSuccessful num_attempts="2"><MoveToHome/></RetryUntilSuccessful>', {
      file: 'e',
      library: robotLibrary,
    })
    expect(result.ok && result.value.children[0]?.id).toBe('MoveToHome')
    expect(parseNode('<MoveToZone/>', { file: 'e', library: robotLibrary }).ok).toBe(false)
  })
})

describe('malformed documents', () => {
  it.each([
    ['<A', ['t.xml:1:1 bt.unknown-node', 't.xml:1:1 xml.unclosed-tag', 't.xml:1:1 xml.unterminated-tag']],
    ['', ['t.xml:1:1 xml.empty']],
    [doc('<MoveToHome name=a/>'), ['t.xml:3:18 xml.unquoted-value']],
    [doc('<MoveToHome name="a" name="b"/>'), ['t.xml:3:22 xml.duplicate-attribute']],
    [
      doc('<MoveToHome name="a>\n<MoveToHome name="b"/>'),
      expect.arrayContaining(['t.xml:3:18 xml.unterminated-value']),
    ],
    [doc('<!-- no end'), expect.arrayContaining(['t.xml:3:1 xml.unterminated'])],
    [
      '<!DOCTYPE l [<!ENTITY a "b">]>' + doc('<MoveToHome/>'),
      expect.arrayContaining(['t.xml:1:1 xml.entity-declaration']),
    ],
    [
      doc('<MoveToHome name="a\u0001b"/>'),
      ['t.xml:3:19 bt.instance-name', 't.xml:3:20 xml.control-character'],
    ],
    [doc('<A / >'), expect.arrayContaining(['t.xml:3:4 xml.unterminated-tag'])],
    [doc('<Sequence><MoveToHome/></ Sequence>'), expect.arrayContaining(['t.xml:3:24 xml.stray-lt'])],
    [doc('<Sequence><MoveToHome/></Sequence/>'), ['t.xml:3:24 xml.unterminated-tag']],
    [doc('<?pi?><MoveToHome/>'), ['t.xml:3:1 xml.declaration']],
    [doc('<MoveToHome/>') + ' the end', ['t.xml:5:9 xml.trailing-text']],
    ['\u0000', expect.arrayContaining(['t.xml:1:1 xml.nul'])],
  ])('%j', (text, expected) => {
    expect(problems(text).sort()).toEqual(expected)
  })

  it.each([
    ['<!DOCTYPE root SYSTEM "bt.dtd">' + doc('<MoveToHome/>'), 't.xml:1:1 xml.doctype'],
    [doc('<MoveToHome/>') + doc('<MoveToHome/>'), 't.xml:5:8 xml.second-root'],
    [doc('<MoveToHome/>') + '</root> whatever', 't.xml:5:8 xml.after-root'],
    ['hello ' + doc('<MoveToHome/>'), 't.xml:1:1 xml.text'],
    [doc('<MoveToHome name="a&#0;b"/>'), 't.xml:3:20 xml.character'],
    [doc('<MoveToHome name="a &bogus; b"/>'), 't.xml:3:21 xml.raw-ampersand'],
    [doc('<Sequence>go home<MoveToHome/></Sequence>'), 't.xml:3:11 bt.text'],
    [doc('<Sequence><![CDATA[ <T/> ]]><MoveToHome/></Sequence>'), 't.xml:3:21 bt.text'],
    [doc('<Sequence><MoveToHome/></Sequence a="1">'), 't.xml:3:24 xml.closing-attribute'],
    [doc('< MoveToHome/>'), 't.xml:3:1 xml.blank-in-tag'],
    [doc('<MoveToHome _skipif="1"/>'), 't.xml:3:13 bt.ignored-attribute'],
    ['<root><BehaviorTree><MoveToHome/></BehaviorTree></root>', 't.xml:1:1 bt.no-format'],
    [
      '<root BTCPP_format="4"><Unknown/><BehaviorTree ID="M"><MoveToHome/></BehaviorTree></root>',
      't.xml:1:24 bt.unexpected-element',
    ],
    [
      doc('<MoveToHome/>').replace('</root>', '<BehaviorTree ID="Main"><MoveToHome/></BehaviorTree></root>'),
      't.xml:2:1 bt.duplicate-tree',
    ],
  ])(
    '%j is accepted with a warning, as BehaviorTree.CPP does, and refused in strict mode',
    (text, warning) => {
      const lenient = parse(text)
      expect(lenient.ok).toBe(true)
      expect(lenient.warnings.map(short)).toEqual([warning])
      const strict = parse(text, 'strict')
      expect(strict.ok ? [] : strict.error.map(short)).toEqual([warning])
    },
  )

  it('a value of several lines may hold `<`; a forgotten quote is found where it opens', () => {
    expect(parse(doc('<MoveToHome _skipIf="a\n &lt; b || a\n < c" name="n"/>')).ok).toBe(true)
    expect(problems(doc('<MoveToHome name="a>\n<MoveToHome name="b"/>'))).toContain(
      't.xml:3:18 xml.unterminated-value',
    )
  })

  const printed = (name: string): string => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
  const errors = (name: string): readonly Diagnostic[] => {
    const result = parse(printed(name))
    return result.ok ? [] : result.error
  }

  it('the "before" listing of Fig. 9 as printed: both missing closing tags are found (AMB-23)', () => {
    const found = errors('fig9-before-printed.xml')
    expect(found.map(short)).toEqual([
      't.xml:9:3 xml.mismatched-tag',
      't.xml:18:3 xml.mismatched-tag',
      't.xml:19:3 bt.text',
    ])
    expect(found[0]).toMatchObject({
      message: '</RetryUntilSuccessful> found while <Sequence> of 6:5 is still open',
      hint: 'add </Sequence> before </RetryUntilSuccessful>',
    })
  })

  it('the "after" listing of Fig. 9 as printed: the closing tag with an attribute is found (AMB-23)', () => {
    const found = errors('fig9-after-printed.xml')
    expect(found.map(short)).toEqual([
      't.xml:14:3 bt.text',
      't.xml:15:1 xml.closing-attribute',
      't.xml:19:1 xml.stray-closing-tag',
    ])
    expect(found[1]?.hint).toContain(
      'if a new node should begin here, write <RetryUntilSuccessful num_attempts="2">',
    )
  })
})

describe('includes', () => {
  const load = (files: Readonly<Record<string, string>>) => (path: string) => files[path]
  const main =
    '<root BTCPP_format="4"><include path="sub/a.xml"/><BehaviorTree ID="Main"><SubTree ID="A"/></BehaviorTree></root>'
  const tree = (id: string, extra = ''): string =>
    `<root BTCPP_format="4">${extra}<BehaviorTree ID="${id}"><MoveToHome/></BehaviorTree></root>`

  it('are found relative to the file that includes them', () => {
    const files = { 'sub/a.xml': tree('A', '<include path="../b.xml"/>'), 'b.xml': tree('B') }
    const result = parseTree(main, { file: 'main.xml', library: robotLibrary, load: load(files) })
    expect(result.ok && result.value.trees.map((t) => t.id)).toEqual(['Main', 'B', 'A'])
  })

  it('in a circle are refused where the circle closes; one file twice is fine', () => {
    const files = {
      'sub/a.xml': tree('A', '<include path="../b.xml"/><include path="../b.xml"/>'),
      'b.xml': tree('B', '<include path="sub/a.xml"/>'),
    }
    const result = parseTree(main, { file: 'main.xml', library: robotLibrary, load: load(files) })
    expect(result.ok ? [] : result.error.map(short)).toContain('b.xml:1:39 bt.include-loop')
    const twice = { ...files, 'b.xml': tree('B') }
    const fine = parseTree(main, { file: 'main.xml', library: robotLibrary, load: load(twice) })
    expect(fine.ok && fine.warnings).toEqual([])
  })

  it('override earlier trees, with a warning; the file itself comes last', () => {
    const files = { 'sub/a.xml': tree('Main'), 'b.xml': tree('B') }
    const text = main.replace('<SubTree ID="A"/>', '<LoadBlocks/>')
    const result = parseTree(text, { file: 'main.xml', library: robotLibrary, load: load(files) })
    expect(result.ok && result.value.trees.map(({ id, root }) => [id, root.id])).toEqual([
      ['Main', 'LoadBlocks'],
    ])
    expect(result.warnings.map(short)).toEqual(['sub/a.xml:1:24 bt.duplicate-tree'])
  })

  it('from ROS packages are refused with the name of the package', () => {
    const text = main.replace('<include ', '<include ros_pkg="nav2_bt" ')
    const result = parseTree(text, { file: 'main.xml', library: robotLibrary, load: () => tree('A') })
    const [first] = result.ok ? [] : result.error
    expect(first?.code).toBe('bt.include')
    expect(first?.message).toContain('nav2_bt')
  })

  it('that are not there, or not allowed, are errors at the path', () => {
    for (const loader of [{ load: load({}) }, {}]) {
      const result = parseTree(main, { file: 'main.xml', library: robotLibrary, ...loader })
      expect(result.ok ? [] : result.error.map(short)).toContain('main.xml:1:39 bt.include')
    }
  })

  it('problems inside are reported with their own file', () => {
    const files = { 'sub/a.xml': tree('A').replace('<MoveToHome/>', '<MoveToHom/>') }
    const result = parseTree(main, { file: 'main.xml', library: robotLibrary, load: load(files) })
    expect(result.ok ? [] : result.error.map(short)).toEqual(['sub/a.xml:1:45 bt.unknown-node'])
  })
})

describe('node library (VRL-02)', () => {
  it('has the robot’s skills and subtrees with words for each, and the built-in nodes', () => {
    expect(robotLibrary.skills().map((s) => s.id)).toEqual([
      'MoveToZone',
      'MoveToHome',
      'LoadBlocks',
      'UnloadBlocks',
      'RotateBlocks',
      'MoveCursor',
      'CustomDelay',
      'ReadFaces',
    ])
    expect(robotLibrary.subtrees().map((s) => s.id)).toEqual([
      'LoadBlocksSequence',
      'UnloadBlocksSequence',
      'CursorSequence',
    ])
    const everything = [...robotLibrary.skills(), ...robotLibrary.subtrees()]
    expect(everything.length).toBe(8 + 3)
    for (const spec of everything) {
      expect(spec.description, spec.id).not.toBe('')
      for (const port of spec.ports) expect(port.description, `${spec.id}.${port.name}`).not.toBe('')
    }
    expect(robotLibrary.get('MoveToZone')?.ports[0]?.type).toEqual({ kind: 'int', min: 1, max: 8 })
    expect(robotLibrary.get('CursorSequence')).toBeUndefined()
  })

  it('cannot hold one name twice', () => {
    const spec = { id: 'Mine', kind: 'action', description: '', ports: [] } as const
    expect(() => new NodeLibrary([spec, spec])).toThrow('defined twice')
  })

  it('keeps its own built-in nodes when a palette repeats them', () => {
    const spec = { id: 'Sequence', kind: 'action', description: '', ports: [] } as const
    expect(new NodeLibrary([spec]).get('Sequence')?.kind).toBe('control')
  })

  it('the palette’s subtrees are all defined in the shipped file', () => {
    const text = missionText('subtrees.xml')
    for (const { id } of robotLibrary.subtrees()) expect(text).toContain(`<BehaviorTree ID="${id}">`)
  })
})
