import { describe, expect, it } from 'vitest'
import type { NodeDef } from '#bt/document.js'
import { changesOf, totalOf } from '#bt/edit/match/changes.js'
import { listingOf } from '#bt/edit/match/listing.js'
import { matchTrees } from '#bt/edit/match/matching.js'
import { Visits } from '#bt/edit/match/around.js'
import { matchForReading } from '#bt/edit/match/wraps.js'
import { nodeLines } from '#bt/xml/write.js'

const sequence = (children: readonly NodeDef[]): NodeDef => ({
  id: 'Sequence',
  kind: 'control',
  attrs: {},
  children,
})
const leaf = (to: number): NodeDef => ({ id: 'Go', kind: 'action', attrs: { to: String(to) }, children: [] })
const many = (count: number, each: (i: number) => NodeDef): NodeDef[] =>
  Array.from({ length: count }, (_, i) => each(i))

const leaves = (count: number): NodeDef => sequence(many(count, () => leaf(1)))
const small = many(4000, (i) => sequence([leaf(2 * i), leaf(2 * i + 1)]))
const grouped = sequence(many(2000, (i) => sequence(small.slice(2 * i, 2 * i + 2))))
const deep = (depth: number, to: number): NodeDef =>
  depth === 0 ? leaf(to) : sequence([...many(100, (i) => leaf(100 * depth + i)), deep(depth - 1, to)])

const texts = (lines: readonly { readonly text: string }[]): string[] => lines.map(({ text }) => text)

/** The listing leads from one tree to the other. */
function expectRight(matching: ReturnType<typeof matchForReading>, a: NodeDef, b: NodeDef): void {
  const lines = listingOf(matching)
  expect(texts(lines.filter(({ kind }) => kind !== 'added'))).toEqual(texts(nodeLines(a)))
  expect(texts(lines.filter(({ kind }) => kind !== 'removed'))).toEqual(texts(nodeLines(b)))
}

describe('a diff that people read, of documents made to be slow', () => {
  it.each([
    ['2,000 equal leaves and one more', leaves(2000), leaves(2001)],
    ['30,000 equal leaves and one more', leaves(30_000), leaves(30_001)],
    ['4,000 small Sequences grouped in pairs', sequence(small), grouped],
    ['4,000 small Sequences no longer in pairs', grouped, sequence(small)],
  ])('%s: visits each node a few times', (_, a, b) => {
    const visits = new Visits(Infinity)
    const matching = matchForReading(a, b, visits)
    const size = matching.a.size + matching.b.size
    expect(visits.made).toBeGreaterThan(size / 2)
    expect(visits.made).toBeLessThan(5 * size)
    expectRight(matching, a, b)
    expect(totalOf(changesOf(matching))).toBeLessThanOrEqual(totalOf(changesOf(matchTrees(a, b))))
  })

  it('deep trees are matched as for a patch once their nodes have been visited a million times', () => {
    const [a, b] = [deep(250, 1), deep(250, 2)]
    const visits = new Visits(1_000_000)
    const matching = matchForReading(a, b, visits)
    expect(visits.made).toBe(1_000_001)
    expectRight(matching, a, b)
    expect(changesOf(matching)).toEqual(changesOf(matchTrees(a, b)))
  })

  it('whatever the bound, the listing is right', () => {
    const [a, b] = [sequence(small.slice(0, 20)), sequence(grouped.children.slice(0, 10))]
    const whole = new Visits(Infinity)
    matchForReading(a, b, whole)
    for (let most = 0; most <= whole.made; most += 7)
      expectRight(matchForReading(a, b, new Visits(most)), a, b)
    expect(whole.made).toBeGreaterThan(100)
  })
})
