import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CODES, stageOf, codesPage } from '#bt/codes.js'

const room = new URL('../../../src/bt/', import.meta.url)
const files = readdirSync(room, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('codes'))
  .map((name) => new URL(name, room))
// patches are read by the command line alone
const sources = [...files, new URL('../bt-cli/edit/read-patch.ts', room)].map((file) =>
  readFileSync(file, 'utf8'),
)
const used = new Set(
  sources.flatMap((text) =>
    [...text.matchAll(/'((?:xml|bt|edit|node)\.[a-z][a-z-]+)'/g)].map(([, code]) => code ?? ''),
  ),
)

describe('error codes', () => {
  it('that the engine and the reader of patches use are all in the table, and the table holds no others', () => {
    expect(used.size).toBeGreaterThan(90)
    expect([...used].filter((code) => !CODES.has(code)).sort()).toEqual([])
    expect([...CODES.keys()].filter((code) => !used.has(code)).sort()).toEqual([])
  })

  it('each have a title, an explanation and an example of their own', () => {
    const explanations = [...CODES.values()].map(({ explanation }) => explanation)
    expect(explanations.every((text) => text.endsWith('.'))).toBe(true)
    for (const [code, { title, example }] of CODES) {
      expect(title, code).not.toBe('')
      expect(example.right, code).not.toBe(example.wrong)
    }
  })

  it('say when a problem shows; codes of others are lints', () => {
    expect(
      ['xml.unclosed-tag', 'bt.port-type', 'bt.bool-literal', 'edit.gone', 'robot.blind'].map(stageOf),
    ).toEqual(['load', 'create', 'lint', 'edit', 'lint'])
  })

  it('are told on a page that is made of the table', async () => {
    await expect(codesPage()).toMatchFileSnapshot('../../../docs/bt/errors.md')
  })
})
