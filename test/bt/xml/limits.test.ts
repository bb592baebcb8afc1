import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '#base/diagnostic.js'
import { checkText } from '#bt/check.js'
import { NodeLibrary } from '#bt/library.js'
import { LIMITS } from '#bt/limits.js'
import { scanXml } from '#bt/xml/scan.js'

const scan = (text: string): string[] => scanXml(text, 't.xml').diagnostics.map(formatDiagnostic)

const library = new NodeLibrary()
const check = (text: string, load?: (path: string) => string | undefined): string[] =>
  checkText(text, { file: 't.xml', library, ...(load === undefined ? {} : { load }) }).diagnostics.map(
    formatDiagnostic,
  )
const root = (body: string): string =>
  `<root BTCPP_format="4" main_tree_to_execute="M">${body}<BehaviorTree ID="M"><AlwaysSuccess/></BehaviorTree></root>`

describe('the limits of XML documents', () => {
  const nested = (levels: number): string => '<a>'.repeat(levels) + '</a>'.repeat(levels)

  it('elements may be open in as many levels as nodes, and in two more of the document', () => {
    expect(scan(nested(258))).toEqual([])
    expect(scan(nested(259))).toEqual([
      't.xml:1:775: error xml.too-deep: more than 256 levels\n  hint:     make the tree smaller',
    ])
    expect(scanXml(nested(259), 't.xml').wellFormed).toBe(false)
  })

  it('there may be as many elements as nodes', () => {
    const row = (count: number): string => `<a>${'<b/>'.repeat(count - 1)}</a>`
    expect(scan(row(LIMITS.nodes))).toEqual([])
    expect(scan(row(LIMITS.nodes + 1))).toEqual([
      't.xml:1:40000: error xml.too-large: more than 10000 elements\n  hint:     make the tree smaller',
    ])
    expect(scan(row(LIMITS.nodes + 1000))).toHaveLength(1)
  })

  it('a text may have a mebi of characters', () => {
    const padded = (length: number): string => '<a/>'.padEnd(length)
    expect(scan(padded(LIMITS.text))).toEqual([])
    expect(scan(padded(LIMITS.text + 1))).toEqual([
      't.xml:1:1: error xml.too-large: the document has 1048577 characters\n  expected: at most 1048576',
    ])
    expect(scanXml(padded(LIMITS.text + 1), 't.xml')).toMatchObject({ root: undefined, wellFormed: false })
  })

  it('an element may have 128 attributes', () => {
    const attributes = (count: number): string =>
      `<a ${Array.from({ length: count }, (_, index) => `a${index}="x"`).join(' ')}/>`
    expect(scan(attributes(128))).toEqual([])
    const [first] = scan(attributes(129))
    expect(first).toMatch(/^t\.xml:1:1054: error xml\.too-many-attributes: more than 128 attributes$/)
    expect(scanXml(attributes(129), 't.xml').root?.attrs).toHaveLength(129)
  })

  it('reading ends with the two hundredth error, which says so', () => {
    const broken = (count: number): string => `<a>${'< '.repeat(count)}</a>`
    expect(scan(broken(199))).toHaveLength(199)
    expect(scanXml(broken(199), 't.xml').wellFormed).toBe(true)
    for (const count of [200, 201, 400]) {
      const said = scan(broken(count))
      expect(said).toHaveLength(200)
      expect(said[198]).toBe(
        't.xml:1:400: error xml.stray-lt: `<` does not begin a tag\n  hint:     write &lt; for the character',
      )
      expect(said[199]).toBe(
        't.xml:1:404: error xml.too-many-problems: more than 200 problems; the rest was not read',
      )
      expect(scanXml(broken(count), 't.xml')).toMatchObject({ root: undefined, wellFormed: false })
    }
  })

  it('two hundred warnings are kept, and reading goes on', () => {
    for (const count of [199, 200, 201]) {
      const { root: read, diagnostics } = scanXml(`<a>${'<b x="<"/>'.repeat(count)}</a>`, 't.xml')
      expect(read?.children).toHaveLength(count)
      expect(diagnostics).toHaveLength(Math.min(count, 200))
    }
  })

  it('warnings do not use up the room for errors', () => {
    const codes = scanXml(`<a>${'<b x="<"/>'.repeat(200)}< </a>`, 't.xml').diagnostics.map(({ code }) => code)
    expect(codes.filter((code) => code === 'xml.raw-lt')).toHaveLength(200)
    expect(codes.at(-1)).toBe('xml.stray-lt')
  })

  it('a document may include 32 others, the same ones again counted too', () => {
    const load = (): string => '<root BTCPP_format="4"/>'
    const including = (count: number, file: (index: number) => string): string =>
      root(Array.from({ length: count }, (_, index) => `<include path="${file(index)}"/>`).join(''))
    for (const file of [(index: number) => `i${index}.xml`, () => 'i32.xml']) {
      expect(check(including(32, file), load)).toEqual([])
      expect(check(including(33, file), load)).toEqual([
        expect.stringMatching(
          /^t\.xml:1:\d+: error bt\.include: cannot include i32\.xml: more than 32 includes\n {2}hint: {5}put the trees into fewer files$/,
        ),
      ])
    }
  })
})

describe('the limits of trees', () => {
  const tree = (body: string): string =>
    `<root BTCPP_format="4"><BehaviorTree ID="M">${body}</BehaviorTree></root>`

  it('nodes may stand below one another in 256 levels', () => {
    const nested = (levels: number): string =>
      `${'<Inverter>'.repeat(levels - 1)}<AlwaysSuccess/>${'</Inverter>'.repeat(levels - 1)}`
    expect(check(tree(nested(256)))).toEqual([])
    expect(check(tree(nested(257)))).toEqual([
      expect.stringContaining('error xml.too-deep: more than 256 levels'),
    ])
  })

  it('two hundred errors and two hundred warnings are told', () => {
    const both = (count: number): string =>
      tree(`<Sequence>${'<Neer/><Inverter flag:x="1"><AlwaysSuccess/></Inverter>'.repeat(count)}</Sequence>`)
    for (const count of [199, 200, 201]) {
      const said = check(both(count))
      for (const severity of ['error', 'warning']) {
        const those = said.filter((line) => line.includes(`: ${severity} `))
        expect(those).toHaveLength(Math.min(count, 200))
      }
    }
  })

  it('a document may hold 256 trees', () => {
    const trees = (count: number): string =>
      `<root BTCPP_format="4" main_tree_to_execute="T0">${Array.from({ length: count }, (_, index) => `<BehaviorTree ID="T${index}"><AlwaysSuccess/></BehaviorTree>`).join('')}</root>`
    expect(check(trees(256))).toEqual([])
    expect(check(trees(257))).toEqual([
      expect.stringMatching(/^t\.xml:1:\d+: error bt\.too-large: more than 256 trees$/),
    ])
  })
})
