import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NodeDef } from '#bt/document.js'
import { diffFigure, drawDiff, drawTree } from '#bt-tools/draw/draw.js'
import { figureOf, type Figure } from '#bt-tools/draw/figure.js'
import { boxesOf } from '#bt-tools/draw/svg.js'
import { matchTrees } from '#bt/edit/match/matching.js'
import { mainTree } from '#bt/paths.js'
import { scanXml } from '#bt/xml/scan.js'
import { arbitraryPart, largeTree, sizeOf } from './support/arbitrary-document.js'
import { loadMission } from './support/mission.js'

const rootOf = (name: string): NodeDef => mainTree(loadMission(name))?.root as NodeDef

/** pairs of boxes that cover a common place */
function overlaps(figure: Figure, direction: 'right' | 'down'): number {
  const boxes = boxesOf(figure, direction)
  let count = 0
  for (const [at, a] of boxes.entries()) {
    for (const b of boxes.slice(at + 1)) {
      const apart =
        a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
      if (!apart) count += 1
    }
  }
  return count
}

const changes = (figure: Figure): string[] => [
  ...(figure.change === 'same' ? [] : [`${figure.change} ${figure.node.id}`]),
  ...figure.children.flatMap(changes),
]

describe('pictures of trees', () => {
  it('no two boxes overlap, in both directions, for 200 trees and their differences', () => {
    fc.assert(
      fc.property(arbitraryPart, arbitraryPart, (a, b) => {
        for (const direction of ['right', 'down'] as const) {
          expect(overlaps(figureOf(a), direction)).toBe(0)
          expect(overlaps(diffFigure(matchTrees(a, b)), direction)).toBe(0)
        }
      }),
      { numRuns: 200, seed: 1 },
    )
    expect(overlaps(figureOf(largeTree(200, 3)), 'right')).toBe(0)
    expect(boxesOf(figureOf(largeTree(200, 3))).length).toBe(200)
  })

  it('are well-formed XML with every node in it, whatever the text, and the same each time', () => {
    fc.assert(
      fc.property(arbitraryPart, arbitraryPart, (a, b) => {
        const [tree, both] = [drawTree(a), drawDiff(a, b)]
        for (const svg of [tree, both])
          expect(scanXml(svg, 'svg')).toMatchObject({ wellFormed: true, diagnostics: [] })
        expect(tree.match(/<g transform/g)?.length).toBe(sizeOf(a) + 1)
        expect(drawDiff(structuredClone(a), structuredClone(b))).toBe(both)
      }),
      { numRuns: 200, seed: 2 },
    )
  })

  it('show statuses', () => {
    const leaf: NodeDef = { id: 'Go', kind: 'action', attrs: {}, children: [] }
    const root: NodeDef = { id: 'Sequence', kind: 'control', attrs: {}, children: [leaf, leaf] }
    const svg = drawTree(root, { statusAt: ([at]) => (at === 1 ? 'FAILURE' : undefined) })
    expect(svg.match(/<title>[^<]*<\/title>/g)).toEqual([
      '<title>behaviour tree</title>',
      '<title>Sequence</title>',
      '<title>Go</title>',
      '<title>Go, FAILURE</title>',
    ])
  })
})

describe('the picture of a change (VRL-34)', () => {
  it('says of each node what became of it: the old tree without the added ones, the new without the removed', () => {
    fc.assert(
      fc.property(arbitraryPart, arbitraryPart, (a, b) => {
        const figure = diffFigure(matchTrees(a, b))
        const count = (gone: readonly string[]): number => {
          const visit = (each: Figure): number =>
            (gone.includes(each.change) || each.node.id === 'before and after' ? 0 : 1) +
            each.children.reduce((sum, child) => sum + visit(child), 0)
          return visit(figure)
        }
        expect(count(['added', 'moved here'])).toBe(sizeOf(a))
        expect(count(['removed', 'moved away'])).toBe(sizeOf(b))
      }),
      { numRuns: 300, seed: 3 },
    )
  })

  it('an attribute stands there as it was and as it is', () => {
    const go = (to: string): NodeDef => ({ id: 'Go', kind: 'action', attrs: { to, by: 'x' }, children: [] })
    expect(diffFigure(matchTrees(go('1'), go('2')))).toMatchObject({
      change: 'changed',
      lines: [{ text: 'by = x' }, { old: 'to = 1', text: '2' }],
    })
  })

  it('of Fig. 9 shows the wrapper, the transactions and what they replace', async () => {
    const [before, after] = [rootOf('reference/fig9-before.xml'), rootOf('reference/fig9-after.xml')]
    const pair = ['added MoveToZone', 'added SubTree']
    const gone = [
      'Sequence',
      'RotateBlocks',
      'CustomDelay',
      'RetryUntilSuccessful',
      'Sequence',
      'MoveToZone',
      'SubTree',
    ]
    expect(changes(diffFigure(matchTrees(before, after)))).toEqual([
      'added Sequence',
      ...[1, 2, 3, 4].flatMap(() => [...pair, ...gone.map((id) => `removed ${id}`)]),
    ])
    await expect(drawDiff(before, after, { title: 'the edit of Fig. 9' })).toMatchFileSnapshot(
      '../../docs/images/bt-diff.svg',
    )
  })
})
