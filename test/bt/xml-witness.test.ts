import { readdirSync, readFileSync } from 'node:fs'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, it } from 'vitest'
import type { XmlElement } from '#bt/xml/element.js'
import { scanXml } from '#bt/xml/scan.js'

type Plain = readonly [name: string, attrs: Readonly<Record<string, string>>, children: readonly Plain[]]

const witness = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
})

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

const corpus = read('../conformance/cases.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { readonly name: string; readonly xml: string })
const missions = ['', 'reference/'].flatMap((folder) =>
  readdirSync(new URL(`../../bt/${folder}`, import.meta.url))
    .filter((name) => name.endsWith('.xml'))
    .map((name) => ({ name, xml: read(`../../bt/${folder}${name}`) })),
)

// fast-xml-parser reports one error and no attribute places, so it is not our reader, but it knows XML.
describe('the XML scanner against fast-xml-parser (docs/adr/0005)', () => {
  const documents = [...corpus, ...missions].filter(({ xml }) => {
    const { wellFormed, diagnostics } = scanXml(xml, 'x')
    const accepted = wellFormed && diagnostics.every(({ severity }) => severity !== 'error')
    // the witness does not expand the numbers of control characters
    return accepted && !/&#\d;/.test(xml) && XMLValidator.validate(xml) === true
  })

  it('has enough well-formed documents to compare', () => {
    expect(documents.length).toBeGreaterThan(500)
  })

  it.each(documents)('reads $name alike', ({ xml }) => {
    const { root } = scanXml(xml, 'x')
    expect(root && plainOurs(root)).toEqual(plainTheirs(witness.parse(xml) as readonly Theirs[])[0])
  })
})

const plainOurs = ({ name, attrs, children }: XmlElement): Plain => [
  name,
  Object.fromEntries(attrs.map((attr) => [attr.name, attr.value])),
  children.map(plainOurs),
]

/** `{ Tag: [children], ':@': attributes }`, with text and declarations among the children */
type Theirs = Readonly<Record<string, unknown>>

function plainTheirs(nodes: readonly Theirs[]): Plain[] {
  return nodes.flatMap((node): Plain[] => {
    const name = Object.keys(node).find((key) => key !== ':@')
    if (name === undefined || name.startsWith('#') || name.startsWith('?')) return []
    const attrs = (node[':@'] ?? {}) as Record<string, string>
    return [[name, attrs, plainTheirs(node[name] as readonly Theirs[])]]
  })
}
