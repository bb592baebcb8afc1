import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import type { PatchOp } from '#bt/edit.js'
import { applyEdits } from '#bt/edit/apply.js'
import { diff } from '#bt/edit/diff.js'
import { formatTree } from '#bt/write/format.js'
import { rewrite } from '#bt/write/rewrite.js'
import { treeHash, writeTree } from '#bt/xml/write.js'
import { arbitraryChoice, arbitraryDocument, editsFrom, placesIn } from './support/arbitrary-document.js'
import { messyText, readPlainly } from './support/messy-text.js'
import { loadMission, missionText } from './support/mission.js'

const seeds = fc.nat(100_000)
const fixture = readFileSync(fileURLToPath(new URL('fixtures/commented.xml', import.meta.url)), 'utf8')
const commented = readPlainly(fixture)
const rewritten = (text: string, ...ops: PatchOp[]): string => {
  const before = readPlainly(text)
  const after = must(
    applyEdits(
      before,
      ops.map((op) => ({ ...op, because: 'test' })),
    ),
    'edits',
  )
  return must(rewrite(text, before, after), 'rewrite')
}

describe('the canonical text', () => {
  it('loads as the document that it was written from, and equal documents have one text, for 300 documents', () => {
    fc.assert(
      fc.property(arbitraryDocument, (doc) => {
        const text = writeTree(doc)
        expect(diff(readPlainly(text), doc)).toEqual([])
        expect(writeTree(readPlainly(text))).toBe(text)
      }),
      { numRuns: 300, seed: 1 },
    )
  })
})

describe('the writer that keeps what did not change', () => {
  it('gives the text itself, byte for byte, when nothing changed, for 400 texts', () => {
    expect(rewritten(fixture)).toBe(fixture)
    fc.assert(
      fc.property(arbitraryDocument, seeds, (doc, seed) => {
        const text = messyText(doc, seed)
        expect(writeTree(readPlainly(text))).toBe(writeTree(doc))
        expect(rewrite(text, doc, doc)).toEqual({ ok: true, value: text })
      }),
      { numRuns: 400, seed: 2 },
    )
  })

  it('also for every tree that is shipped', () => {
    for (const name of [
      'initial.xml',
      'subtrees.xml',
      'reference/fig9-before.xml',
      'reference/best-F1.xml',
    ]) {
      const doc = loadMission(name)
      expect(rewrite(missionText(name), doc, doc)).toEqual({ ok: true, value: missionText(name) })
    }
  })

  it('writes what loads as the new document, for 400 patches and 200 unrelated documents', () => {
    const loads = (text: string, from: typeof commented, to: typeof commented): void => {
      const out = must(rewrite(text, from, to), 'rewrite')
      expect(writeTree(readPlainly(out))).toBe(writeTree(to))
      expect(rewrite(out, to, to)).toEqual({ ok: true, value: out })
    }
    fc.assert(
      fc.property(
        arbitraryDocument,
        seeds,
        fc.array(arbitraryChoice, { maxLength: 5 }),
        (doc, seed, choices) => {
          loads(messyText(doc, seed), doc, editsFrom(doc, choices).doc)
        },
      ),
      { numRuns: 400, seed: 3 },
    )
    fc.assert(
      fc.property(arbitraryDocument, seeds, arbitraryDocument, (a, seed, b) =>
        loads(messyText(a, seed), a, b),
      ),
      { numRuns: 200, seed: 4 },
    )
  })

  it('touches no line but those of the node that was set, taken out or put in, for 300 texts', () => {
    let seen = 0
    fc.assert(
      fc.property(arbitraryDocument, seeds, seeds, (made, seed, pick) => {
        const text = messyText(made, seed)
        const doc = readPlainly(text)
        const root = doc.trees.find(({ id }) => id === doc.main)?.root
        const places = root === undefined ? [] : placesIn(root)
        const parents = places.filter(({ node }) => node.children.length > 1)
        const { path } = places[pick % places.length] ?? { path: '/' }
        const set = changedLines(
          text,
          rewritten(text, { op: 'setAttr', at: path, name: 'name', value: `new ${pick}` }),
        )
        expect(set.removed).toBeLessThanOrEqual(12)
        const parent = parents[pick % Math.max(1, parents.length)]
        if (parent === undefined) return
        const node = { id: 'New', kind: 'action', attrs: {}, children: [] } as const
        const put = changedLines(text, rewritten(text, { op: 'insert', parent: parent.path, index: 1, node }))
        expect([put.removed, put.added]).toSatisfy(
          ([removed, added]: number[]) => (removed === 0 && added === 1) || (removed === 1 && added === 1),
        )
        seen += 1
      }),
      { numRuns: 300, seed: 5 },
    )
    expect(seen).toBeGreaterThan(70)
  })

  it.each<[string, PatchOp[]]>([
    ['set-attribute', [{ op: 'setAttr', at: '/1', name: 'speed', value: 'fast "x" \'y\'' }]],
    ['add-attribute', [{ op: 'setAttr', at: '/1', name: 'more', value: '1' }]],
    ['reset-attribute', [{ op: 'setAttr', at: '/0', name: 'to', value: null }]],
    ['remove', [{ op: 'remove', at: '/1' }]],
    ['remove-first', [{ op: 'remove', at: '/0' }]],
    ['move', [{ op: 'move', at: '/1', parent: '/2', index: 0 }]],
    ['wrap', [{ op: 'wrap', at: '/1', with: { id: 'Retry', kind: 'decorator', attrs: { times: '2' } } }]],
    ['wrap-root', [{ op: 'wrap', at: '/', with: { id: 'Retry', kind: 'decorator', attrs: { times: '2' } } }]],
    ['unwrap', [{ op: 'unwrap', at: '/2/1' }]],
    [
      'insert',
      [
        {
          op: 'insert',
          parent: '/2',
          index: 1,
          node: {
            id: 'Sequence',
            kind: 'control',
            attrs: {},
            children: [{ id: 'Go', kind: 'action', attrs: { to: '9' }, children: [] }],
          },
        },
      ],
    ],
    [
      'trees',
      [
        { op: 'renameTree', tree: 'Shelf', to: 'Rack' },
        { op: 'addTree', tree: 'New', root: { id: 'Go', kind: 'action', attrs: { to: '1' }, children: [] } },
      ],
    ],
  ])('%s, as people would do it by hand', async (name, ops) => {
    await expect(rewritten(fixture, ...ops)).toMatchFileSnapshot(`fixtures/rewritten/${name}.xml`)
  })

  it('refuses a text that the document was not read from, and changes of included trees', () => {
    const other = { ...commented, trees: commented.trees.slice(0, 1) }
    expect(rewrite(fixture, other, other)).toMatchObject({ ok: false, error: { code: 'write.other-text' } })
    const included = loadMission('initial.xml')
    const [tree] = included.trees.filter(({ id }) => id !== included.main)
    const changed = must(
      applyEdits(included, [
        {
          op: 'wrap',
          at: `${tree?.id}:/`,
          with: { id: 'Inverter', kind: 'decorator', attrs: {} },
          because: 'x',
        },
      ]),
      'wrap',
    )
    expect(rewrite(missionText('initial.xml'), included, changed)).toMatchObject({
      ok: false,
      error: { code: 'write.other-file' },
    })
  })
})

describe('the formatter', () => {
  it('keeps the tree and every comment, and changes nothing the second time, for 400 texts', () => {
    const comments = (text: string): string[] =>
      (text.match(/<!--[\s\S]*?-->/g) ?? []).map((comment) => comment.replace(/\s+/g, ' '))
    fc.assert(
      fc.property(arbitraryDocument, seeds, (doc, seed) => {
        const text = messyText(doc, seed)
        const once = must(formatTree(text), 'format')
        expect(treeHash(readPlainly(once))).toBe(treeHash(doc))
        expect(comments(once)).toEqual(comments(text))
        expect(formatTree(once)).toEqual({ ok: true, value: once })
        expect(once).not.toMatch(/\n\s*\n\s*\n/)
      }),
      { numRuns: 400, seed: 6 },
    )
  })

  it('leaves the canonical text as it is', () => {
    fc.assert(
      fc.property(arbitraryDocument, (doc) => {
        const text = writeTree(doc)
        fc.pre(text.split('\n').every((line) => line.length <= 120))
        expect(formatTree(text)).toEqual({ ok: true, value: text })
      }),
      { numRuns: 100, seed: 7 },
    )
  })

  it('formats a file as people would', async () => {
    await expect(must(formatTree(fixture), 'format')).toMatchFileSnapshot('fixtures/rewritten/formatted.xml')
  })

  it('refuses a text whose tags do not match, with the places', () => {
    expect(formatTree('<root>\n  <a></b>\n</root>')).toMatchObject({ ok: false })
  })
})

/** Lines that differ between two texts, outside of what they share at both ends. */
function changedLines(a: string, b: string): { removed: number; added: number } {
  const [old, now] = [a.split('\n'), b.split('\n')]
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail))
    tail += 1
  return { removed: old.length - head - tail, added: now.length - head - tail }
}
