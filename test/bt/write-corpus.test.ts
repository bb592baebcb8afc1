import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { diff } from '#bt/edit/diff.js'
import { NodeLibrary } from '#bt/library.js'
import { PORT_NODE_TYPES } from '#bt-tools/tape/port-nodes.js'
import { TAPE_TYPES } from '#bt-tools/tape/tape-nodes.js'
import { formatTree } from '#bt/write/format.js'
import { rewrite } from '#bt/write/rewrite.js'
import { readTree } from '#bt/xml/parse.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
import { arbitraryChoice, editsFrom } from './support/arbitrary-document.js'

interface Case {
  readonly name: string
  readonly xml: string
  readonly files?: Readonly<Record<string, string>>
}

const library = new NodeLibrary([...TAPE_TYPES, ...PORT_NODE_TYPES].map(({ spec }) => spec))
const cases = readFileSync(new URL('../conformance/cases.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)

const read = (text: string, { name, files }: Case) =>
  readTree(text, { file: `${name}.xml`, library, load: (path) => files?.[path] })
const loadable = cases.flatMap((each) => {
  const { doc, found } = read(each.xml, each)
  return doc === undefined || found.some(({ severity }) => severity === 'error') ? [] : [{ each, doc }]
})
const readAgain = (text: string, each: Case): TreeDoc => {
  const { doc } = read(text, each)
  if (doc === undefined) throw new Error(`${each.name} does not load:\n${text}`)
  return doc
}

describe('writing the trees of the conformance corpus', () => {
  it('sees most of them', () => {
    expect(loadable.length).toBeGreaterThan(500)
  })

  it('the canonical text of each loads as the same document', () => {
    for (const { each, doc } of loadable) {
      const text = writeTree(doc)
      expect(writeTree(readAgain(text, each)), each.name).toBe(text)
    }
  })

  it('an unchanged document is its own text, byte for byte', () => {
    for (const { each, doc } of loadable) {
      expect(rewrite(each.xml, doc, doc), each.name).toEqual({ ok: true, value: each.xml })
    }
  })

  it('a formatted text is the same tree, and formatted again the same text', () => {
    for (const { each, doc } of loadable) {
      const once = must(formatTree(each.xml), each.name)
      expect(treeHash(readAgain(once, each)), each.name).toBe(treeHash(doc))
      expect(formatTree(once), each.name).toEqual({ ok: true, value: once })
    }
  })

  it('a changed document loads as what it was changed to', () => {
    const choices = fc.sample(fc.array(arbitraryChoice, { minLength: 1, maxLength: 3 }), {
      numRuns: loadable.length,
      seed: 1,
    })
    for (const [index, { each, doc }] of loadable.entries()) {
      if (each.files !== undefined) continue
      const after = editsFrom(doc, choices[index] ?? []).doc
      const out = must(rewrite(each.xml, doc, after), each.name)
      expect(diff(readAgain(out, each), after), `${each.name}:\n${out}`).toEqual([])
    }
  })
})
