import { describe, expect, it } from 'vitest'
import { readText, repositoryFiles, sourceFiles } from '../../lab/architecture/source-tree.js'
import { claimedIds, testedIds } from '../architecture/requirements.js'
import { blocksOf, exportsOf, readSpan, type Block } from './support/design-page.js'

const INDEX = 'docs/design/README.md'
const HEADINGS = ['Purpose', 'Contract', 'States', 'Failure modes', 'Requirements', 'Tests', 'Limits']
const OPTIONAL = new Set(['States'])

const files = repositoryFiles()
const exists = (path: string): boolean =>
  files.includes(path) || files.some((file) => file.startsWith(path.endsWith('/') ? path : `${path}/`))
const textOf = (path: string): string => readText(path) ?? ''
const pages = files.filter((path) => /^docs\/design\/[\w-]+\.md$/.test(path))
const rooms = pages.filter((path) => path !== INDEX)
const tested = testedIds(sourceFiles('test'))
const claimed = new Set(claimedIds())
const ID = /\b(?:VRL|LAGEA|MOD|CRIT|PRAG|AMB)-\d\d\b/g

const isSource = (path: string): boolean => /^(src|lab)\/.*\.ts$/.test(path)
const isTest = (path: string): boolean => /^test\/.*\.test\.ts$/.test(path)
const pathsOf = ({ spans }: Block): string[] =>
  spans.flatMap((span) => {
    const read = readSpan(span)
    return read.kind === 'path' ? [read.path] : []
  })

/** What a page names and the repository does not have, each with its line. */
function broken(page: string, text: string): string[] {
  const blocks = blocksOf(text)
  const ofPage = blocks.flatMap(pathsOf).filter(isSource)
  return blocks.flatMap((block) => {
    const own = pathsOf(block).filter(isSource)
    const sources = own.length > 0 ? own : ofPage
    const found = [
      ...block.spans.flatMap((span) => wrongSpan(span, sources)),
      ...wrongQuotes(block),
      ...wrongIds(block),
    ]
    return found.map((what) => `${page}:${block.line} ${what}`)
  })
}

function wrongSpan(span: string, sources: readonly string[]): string[] {
  const read = readSpan(span)
  const where = sources.filter(exists)
  switch (read.kind) {
    case 'path':
      return exists(read.path) ? [] : [`no such path: ${span}`]
    case 'constant':
    case 'string':
      return where.some((path) => textOf(path).includes(read.text)) ? [] : [`not in its source: ${span}`]
    case 'symbol': {
      const { name, member } = read
      const members = where.flatMap((path) => exportsOf(path, textOf(path)).get(name) ?? [])
      const known = members.some((each) => member === undefined || each.has(member))
      return known ? [] : [`not exported: ${span}`]
    }
    case 'unknown':
      return [`neither path, symbol, constant nor string: ${span}`]
  }
}

/** Words in curly quotes are those of a test that the block names. */
function wrongQuotes(block: Block): string[] {
  const named = pathsOf(block).filter(isTest).filter(exists)
  return block.quotes
    .filter((quote) => !named.some((path) => textOf(path).includes(quote)))
    .map((quote) => `in no test of its row: “${quote}”`)
}

/** An id is one of the page of requirements; beside test files, it stands in the title of a test in one of them. */
function wrongIds(block: Block): string[] {
  const named = pathsOf(block).filter(isTest)
  const ids = [...block.text.matchAll(ID)].map(([id]) => id)
  return ids.flatMap((id) => {
    if (!claimed.has(id)) return [`no such requirement: ${id}`]
    const shown = named.length === 0 || named.some((path) => tested.get(id)?.has(path) === true)
    return shown ? [] : [`in no title of the tests of its row: ${id}`]
  })
}

describe('design pages', () => {
  it('name only paths, exported symbols, constants, tests and requirements that exist', () => {
    expect(pages.flatMap((page) => broken(page, textOf(page)))).toEqual([])
  })

  it('name many of each: the judge sees what it judges', () => {
    const blocks = rooms.flatMap((page) => blocksOf(textOf(page)))
    const kinds = blocks.flatMap(({ spans }) => spans.map((span) => readSpan(span).kind))
    const count = (kind: string): number => kinds.filter((each) => each === kind).length
    expect(rooms.length).toBeGreaterThanOrEqual(5)
    expect(count('path')).toBeGreaterThanOrEqual(300)
    expect(count('symbol')).toBeGreaterThanOrEqual(150)
    expect(count('constant')).toBeGreaterThanOrEqual(30)
    expect(blocks.flatMap(({ quotes }) => quotes).length).toBeGreaterThanOrEqual(60)
  })

  it('the judge finds each kind of mistake', () => {
    const wrong = [
      'see `src/link/nowhere.ts`',
      '| `LinkSesion` | `src/link/link-session.ts` |',
      '| `LinkSession.sing` | `src/link/link-session.ts` |',
      '| `LinkSession` | `src/link/frame.ts` |',
      '| `LOST_MS = 501` | `src/link/link-session.ts` |',
      "| `'gone'` | `src/link/link-session.ts` |",
      '| `two words` | `src/link/link-session.ts` |',
      '| `test/link/session.test.ts` “sings a song” |',
      '| VRL-99 |',
      '| AMB-01 | `test/link/session.test.ts` |',
    ]
    expect(wrong.map((text) => broken('x', text).length)).toEqual(wrong.map(() => 1))
    const right = "| `LinkSession.feed`, `LOST_MS = 500`, `'lost'` | `src/link/link-session.ts` | VRL-26 |"
    expect(broken('x', right)).toEqual([])
  })

  it.each(rooms)('%s is of one form and one length', (page) => {
    const text = textOf(page)
    const lines = text.trimEnd().split('\n')
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading ?? '')
    expect(headings).toEqual(HEADINGS.filter((each) => !OPTIONAL.has(each) || headings.includes(each)))
    expect(lines.length).toBeGreaterThanOrEqual(70)
    expect(lines.length).toBeLessThanOrEqual(140)
    expect(exists(page.replace(/^docs\/design\/(.*)\.md$/, 'src/$1'))).toBe(true)
  })

  it('stand in their index, which ARCHITECTURE.md names in its last paragraph', () => {
    const index = textOf(INDEX)
    expect(rooms.filter((page) => !index.includes(`(${page.slice('docs/design/'.length)})`))).toEqual([])
    expect(textOf('ARCHITECTURE.md').trimEnd().split('\n\n').at(-1)).toContain(`(${INDEX})`)
  })
})
