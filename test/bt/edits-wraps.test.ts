import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NodeDef } from '#bt/document.js'
import { documentDiff } from '#bt/edit/diff-lines.js'
import { changesOf, totalOf } from '#bt/edit/match/changes.js'
import { listingOf, type DiffLine } from '#bt/edit/match/listing.js'
import { longestCommon } from '#bt/edit/match/longest-common.js'
import { matchTrees } from '#bt/edit/match/matching.js'
import { matchForReading } from '#bt/edit/match/wraps.js'
import { nodeLines } from '#bt/xml/write.js'
import { arbitraryNode, withMain } from './support/arbitrary-tree.js'
import { loadMission } from './support/mission.js'

const control = (id: string, children: readonly NodeDef[]): NodeDef => ({
  id,
  kind: 'control',
  attrs: {},
  children,
})
const leaf = (to: number): NodeDef => ({ id: 'Go', kind: 'action', attrs: { to: String(to) }, children: [] })

/** A tree in which every leaf is another one, as in trees that people write. */
const tree = fc
  .letrec<{ node: NodeDef; branch: NodeDef }>((tie) => ({
    branch: fc
      .tuple(fc.constantFrom('Sequence', 'Fallback'), fc.array(tie('node'), { minLength: 2, maxLength: 5 }))
      .map(([id, children]) => control(id, children)),
    node: fc.oneof({ maxDepth: 3 }, fc.constant(leaf(0)), tie('branch')),
  }))
  .branch.map((root) => {
    let next = 0
    const numbered = (node: NodeDef): NodeDef =>
      node.children.length === 0 ? leaf(++next) : { ...node, children: node.children.map(numbered) }
    return numbered(root)
  })

const branchesOf = (node: NodeDef): NodeDef[] =>
  node.children.length === 0 ? [] : [node, ...node.children.flatMap(branchesOf)]
/** The tree with another node in the place of this one. */
const withNode = (root: NodeDef, old: NodeDef, now: NodeDef): NodeDef =>
  root === old ? now : { ...root, children: root.children.map((child) => withNode(child, old, now)) }

const changed = (lines: readonly DiffLine[]): number => lines.filter(({ kind }) => kind !== 'same').length
const NONE = { wraps: 0, unwraps: 0, moves: 0, added: 0, removed: 0, changed: 0 }
const pick = fc.nat(1000)

describe('a diff that people read', () => {
  it('shows k children that got a parent as one wrap, and the reverse as one unwrap', () => {
    let several = 0
    fc.assert(
      fc.property(
        tree,
        pick,
        pick,
        pick,
        fc.constantFrom('Sequence', 'Fallback'),
        (a, at, from, size, id) => {
          const branches = branchesOf(a)
          const parent = branches[at % branches.length] as NodeDef
          const start = from % parent.children.length
          const end = start + 1 + (size % (parent.children.length - start))
          const inside = control(id, parent.children.slice(start, end))
          const children = [...parent.children.slice(0, start), inside, ...parent.children.slice(end)]
          const b = withNode(a, parent, { ...parent, children })
          const [there, back] = [matchForReading(a, b), matchForReading(b, a)]
          expect(changesOf(there)).toEqual({ ...NONE, wraps: 1 })
          expect(changesOf(back)).toEqual({ ...NONE, unwraps: 1 })
          expect([changed(listingOf(there)), changed(listingOf(back))]).toEqual([2, 2])
          if (end - start > 1) several++
        },
      ),
      { seed: 2, numRuns: 400 },
    )
    expect(several).toBeGreaterThan(100)
  })

  it('shows one subtree that stands elsewhere as one move', () => {
    fc.assert(
      fc.property(tree, pick, pick, pick, pick, (a, at, which, to, where) => {
        const branches = branchesOf(a).filter(({ children }) => children.length > 2)
        fc.pre(branches.length > 0)
        const parent = branches[at % branches.length] as NodeDef
        const index = which % parent.children.length
        const node = parent.children[index] as NodeDef
        const rest = { ...parent, children: parent.children.filter((child) => child !== node) }
        const without = withNode(a, parent, rest)
        const targets = branchesOf(without)
        const target = targets[to % targets.length] as NodeDef
        const place = where % (target.children.length + 1)
        const b = withNode(without, target, {
          ...target,
          children: target.children.toSpliced(place, 0, node),
        })
        fc.pre(!(target === rest && place === index))
        expect(changesOf(matchForReading(a, b))).toEqual({ ...NONE, moves: 1 })
        const lines = listingOf(matchForReading(a, b))
        expect(lines.every(({ kind, moved }) => (kind === 'same') === (moved === undefined))).toBe(true)
      }),
      { seed: 3, numRuns: 400 },
    )
  })

  it('is the tree that it leads to, and names no more changes than lines differ, or than it did before', () => {
    const text = (lines: readonly { readonly text: string; readonly depth: number }[]): string[] =>
      lines.map((line) => '  '.repeat(line.depth) + line.text)
    fc.assert(
      fc.property(arbitraryNode, arbitraryNode, (a, b) => {
        const reading = matchForReading(a, b)
        const lines = listingOf(reading)
        const without = (kind: string): string[] =>
          lines.filter((line) => line.kind !== kind).map((line) => line.text)
        expect(without('added')).toEqual(nodeLines(a).map((line) => line.text))
        expect(without('removed')).toEqual(nodeLines(b).map((line) => line.text))
        const [old, now] = [text(nodeLines(a)), text(nodeLines(b))]
        const ids = new Map([...old, ...now].map((line, i) => [line, i]))
        const common = longestCommon(
          ...([old, now].map((all) => all.map((line) => ids.get(line) ?? 0)) as [number[], number[]]),
          1000,
        )
        const [named, before] = [totalOf(changesOf(reading)), totalOf(changesOf(matchTrees(a, b)))]
        expect(named).toBeLessThanOrEqual(before)
        expect(named).toBeLessThanOrEqual(old.length + now.length - 2 * common.length)
      }),
      { seed: 4, numRuns: 600 },
    )
  })

  it('says so in a line of words, of all trees of a document', () => {
    const initial = loadMission('initial.xml')
    const [a, b] = [
      control('Sequence', [leaf(1), leaf(2), leaf(3), leaf(4)]),
      control('Sequence', [leaf(4), control('Fallback', [leaf(1), leaf(2)]), leaf(3)]),
    ]
    expect(documentDiff(withMain(initial, a), withMain(initial, b)).shifts).toBe('1 wrap, 1 move')
    expect(documentDiff(withMain(initial, a), withMain(initial, a)).shifts).toBe('')
  })
})
