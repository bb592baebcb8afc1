import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { AddressBook } from '#bt/edit/address-book.js'
import { applyEdits } from '#bt/edit/apply.js'
import { diff } from '#bt/edit/diff.js'
import { documentDiffLines } from '#bt/edit/diff-lines.js'
import { readPatch } from '#bt-cli/edit/read-patch.js'
import { NodeLibrary } from '#bt/library.js'
import { validate } from '#bt/validate/validate.js'
import { nodeLines } from '#bt/xml/write.js'
import { parseTree } from '#bt/xml/parse.js'
import { arbitraryDocument } from './support/arbitrary-document.js'

const page = readFileSync(new URL('../../docs/bt/edits.md', import.meta.url), 'utf8')
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, block = '']) => block)
const library = new NodeLibrary()
const [xml = ''] = blocks('xml')
const doc = must(parseTree(xml, { file: 'edits.md', library }), 'the document')

describe('docs/bt/edits.md', () => {
  it('shows every op, and each example applies to the document and gives a good one', () => {
    const ops = new Set<string>()
    for (const block of blocks('json')) {
      const patch = must(readPatch(block, library), block)
      const after = must(applyEdits(doc, patch), block)
      expect(
        validate(after, library).filter(({ severity }) => severity === 'error'),
        block,
      ).toEqual([])
      expect(diff(doc, after), block).not.toEqual([])
      for (const { op } of patch) ops.add(op)
    }
    expect(ops.size).toBe(13)
  })

  it('names the keys of the document in their order', () => {
    const [, sentence = ''] = /Here they are ([\s\S]*?)\. A node keeps/.exec(page) ?? []
    expect(sentence.match(/\w+~\d/g)).toEqual(AddressBook.of(doc).keys())
  })
})

describe('patches as JSON', () => {
  it('all problems are told at once, each with the number of its edit', () => {
    const bad = JSON.stringify([
      { op: 'remov', at: '/0', because: 'x' },
      { op: 'insert', parent: '/', index: 0.5, node: { id: 7 }, because: 'x' },
      { op: 'remove', at: '/0', because: 'x', when: 'now' },
      { op: 'setAttr', at: '/0', name: 'to', value: 3 },
      7,
      { op: 'wrap', at: '/0', with: '<Inverter', because: 'x' },
    ])
    const read = readPatch(bad, library)
    expect(read.ok ? [] : read.error.map(({ message, hint }) => `${message} ${hint ?? ''}`)).toEqual([
      'edit 0 has the unknown op "remov" did you mean remove?',
      'edit 1 needs index, a whole number, or after ',
      `edit 1 needs node, a node "<Go to='1'/>" or { "id": "Go", "attrs": { "to": "1" } }`,
      'edit 2 has the unknown field when op, because, at',
      'edit 3 needs because, a text ',
      'edit 3 needs value, a text ',
      'edit 4 is no object ',
      expect.stringContaining('Inverter') as string,
      expect.stringContaining('Inverter') as string,
    ])
    for (const text of ['', '{}', '[', 'null']) expect(readPatch(text, library).ok).toBe(false)
  })

  it('a patch that was written as JSON is read as the same patch', () => {
    fc.assert(
      fc.property(arbitraryDocument, arbitraryDocument, (a, b) => {
        const patch = diff(a, b).filter(({ op }) => op !== 'setModel')
        expect(readPatch(JSON.stringify(patch), library)).toEqual({ ok: true, value: patch })
      }),
      { numRuns: 100, seed: 1 },
    )
  })
})

describe('listing of documents', () => {
  it('is empty when nothing differs, and otherwise shows every line that does', () => {
    let begun = 0
    fc.assert(
      fc.property(arbitraryDocument, arbitraryDocument, (a, b) => {
        expect(documentDiffLines(a, structuredClone(a))).toEqual([])
        const [all, few] = [documentDiffLines(a, b, 10_000), documentDiffLines(a, b, 0)]
        expect(all.length === 0).toBe(diff(a, b).length === 0)
        const changed = (lines: typeof all): string[] =>
          lines.filter(({ kind }) => kind === 'added' || kind === 'removed').map(({ text }) => text)
        expect(changed(few)).toEqual(changed(all))
        const main = b.trees.find(({ id }) => id === b.main)
        if (main !== undefined && all.some(({ text }) => text === `new tree ${main.id}`)) {
          begun++
          const start = all.findIndex(({ text }) => text === `new tree ${main.id}`) + 1
          const lines = nodeLines(main.root)
          expect(all.slice(start, start + lines.length).map(({ text }) => text)).toEqual(
            lines.map(({ text }) => text),
          )
        }
      }),
      { numRuns: 200, seed: 2 },
    )
    expect(begun).toBeGreaterThan(10)
  })
})
