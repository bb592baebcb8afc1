import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import type { Edit } from '#bt/edit.js'
import { parseTree } from '#bt/xml/parse.js'
import { TWIN } from '#learning/actor/input.js'
import { causesOfPatch, whyInWords } from '#app/command-line/run-words.js'
import { describePatch } from '#app/command-line/words.js'
import { editLines } from '#terminal/lines.js'
import { NO_PAINT } from '#terminal/paint.js'
import { library } from '../runtime/support/loop.js'

const TREE = `<root BTCPP_format="4" main_tree_to_execute="Main">
  <BehaviorTree ID="Main">
    <Sequence><MoveToZone zone="1"/><LoadBlocks/><MoveToZone zone="2"/></Sequence>
  </BehaviorTree>
</root>`

describe('the edits of a patch, in words', () => {
  const patch: readonly Edit[] = [
    { op: 'remove', at: '/0', because: 'score' },
    { op: 'remove', at: '/0', because: 'score' },
    { op: 'setAttr', at: '/0', name: 'zone', value: '3', because: 'score' },
  ]

  it('name the node at each place, in the tree as the edits before have left it', () => {
    const doc = must(parseTree(TREE, { file: 'tree.xml', library }), 'the tree')
    expect(describePatch(patch, doc)).toEqual([
      'remove MoveToZone 1 (/0)',
      'remove LoadBlocks (/0)',
      'set zone="3" at MoveToZone 2 (/0)',
    ])
  })

  it('count children from 0 wherever they name a place, as its path does', () => {
    const doc = must(parseTree(TREE, { file: 'tree.xml', library }), 'the tree')
    const node = { kind: 'action', id: 'LoadBlocks', attrs: {}, children: [] } as const
    const counted: readonly Edit[] = [
      { op: 'insert', parent: '/', index: 1, node, because: 'score' },
      { op: 'remove', at: '/1', because: 'score' },
      { op: 'move', at: '/0', parent: '/', index: 1, because: 'score' },
    ]
    expect(describePatch(counted, doc)).toEqual([
      'insert <LoadBlocks> at /1',
      'remove LoadBlocks (/1)',
      'move MoveToZone 1 (/0) to child 1 of /',
    ])
  })

  it('name ports in one order, however the tree has them', () => {
    const named = (attributes: string): readonly string[] => {
      const doc = must(
        parseTree(TREE.replace('zone="1"', attributes), { file: 'tree.xml', library }),
        'the tree',
      )
      return describePatch([{ op: 'remove', at: '/0', because: 'score' }], doc)
    }
    expect(named('zone="1" position="2"')).toEqual(named('position="2" zone="1"'))
  })

  it('name the place only when the tree is not known', () => {
    expect(describePatch(patch, undefined)[1]).toBe('remove /0')
  })
})

describe('the causes of a patch', () => {
  const issue = (id: string, explanation: string) => ({ id, explanation }) as never
  const reports = [
    { issues: [issue('shelf', 'the shelf stands at start')] },
    {
      issues: [
        issue('coverage@1', 'zone 1: never loaded'),
        issue('a', 'A'),
        issue('b', 'B'),
        issue('c', 'C'),
      ],
    },
  ] as never
  const said = (causes: readonly string[], before = ''): string => {
    const patch = causes.map((because) => ({ because }))
    const why = `${before}because of ${causes.join(' and ')}`
    return whyInWords({ reports, update: { why, patch } as never })
  }

  it('are what the critic has said of them, the first few; what else is said stays', () => {
    expect(said(['shelf', 'coverage@1', 'score'])).toBe(
      'because: the shelf stands at start; zone 1: never loaded; the score',
    )
    expect(said(['a', 'unknown'], 'the twin: up and down; ')).toBe(
      'the twin: up and down; because: A; unknown',
    )
    expect(said(['a', 'b', 'c', 'shelf', 'score', 'trace'])).toBe(
      'because: A; B; C; the shelf stands at start; and 2 more',
    )
    expect(whyInWords({ reports, update: { why: 'back because of a fall', patch: [] } as never })).toBe(
      'back because of a fall',
    )
  })

  it('are told while the run goes on as they are afterwards, edit by edit', () => {
    const patch = ['coverage@1', 'score', TWIN].map((because) => ({ op: 'remove', at: '/0', because }))
    const update = { decision: 'edited', patch, tries: [], why: '' } as never
    const edits = ['remove one', 'remove two', 'remove three']
    expect(editLines(update, edits, NO_PAINT, causesOfPatch(update, reports))).toEqual([
      '  ~ remove one; because: zone 1: never loaded',
      '  ~ remove two; because: the score',
      '  ~ remove three, by the twin',
    ])
  })
})
