import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import type { Edit } from '#bt/edit.js'
import { parseTree } from '#bt/xml/parse.js'
import { mainRoot } from '#learning/actor/units.js'
import { TWIN } from '#learning/actor/input.js'
import { causesOfPatch, completedInWords, whyInWords } from '#app/command-line/run-words.js'
import { describePatch } from '#app/command-line/words.js'
import { editCount } from '#learning/actor/wrapped-steps.js'
import { summarise } from '#learning/curve.js'
import type { EndReason } from '#learning/episode.js'
import { closingLines } from '#terminal/closing.js'
import { runsOf } from '#cli/store/lines.js'
import { editLines } from '#terminal/lines.js'
import { NO_PAINT } from '#terminal/paint.js'
import { library } from '../runtime/support/loop.js'
import { recordOf } from '../store/site/support/record.js'
import { fixtureRecords } from '../report/fixture.js'

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

  it('say which child a node becomes in words that count from 1, beside paths that count from 0', () => {
    const doc = must(parseTree(TREE, { file: 'tree.xml', library }), 'the tree')
    const node = { kind: 'action', id: 'LoadBlocks', attrs: {}, children: [] } as const
    const counted: readonly Edit[] = [
      { op: 'insert', parent: '/', index: 1, node, because: 'score' },
      { op: 'remove', at: '/1', because: 'score' },
      { op: 'move', at: '/0', parent: '/', index: 1, because: 'score' },
    ]
    expect(describePatch(counted, doc)).toEqual([
      'insert <LoadBlocks> as the 2nd child of Sequence (/)',
      'remove LoadBlocks (/1)',
      'move MoveToZone 1 (/0) to be the 2nd child of Sequence (/)',
    ])
    const places = [1, 2, 3, 4, 11, 12, 13, 21, 22, 112].map((n): Edit => ({
      op: 'insert',
      parent: '/3',
      index: n - 1,
      node,
      because: 'score',
    }))
    expect(places.flatMap((edit) => describePatch([edit], undefined))).toEqual(
      ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '112th'].map(
        (nth) => `insert <LoadBlocks> as the ${nth} child of /3`,
      ),
    )
  })

  it('name a wrap of several steps once, though it is one insertion and a removal of each', () => {
    const doc = must(parseTree(TREE, { file: 'tree.xml', library }), 'the tree')
    const steps = mainRoot(doc).children
    const retry = { id: 'RetryUntilSuccessful', kind: 'decorator', attrs: { num_attempts: '3' } } as const
    const node = {
      ...retry,
      children: [{ id: 'Sequence', kind: 'control', attrs: {}, children: steps }],
    } as const
    const because = 'score'
    const remove = { op: 'remove', at: '/1', because } as const
    const wrap: readonly Edit[] = [
      { op: 'insert', parent: '/', index: 0, node, because },
      ...steps.map(() => remove),
    ]
    const text =
      'wrap 3 steps (/0 to /2) in <RetryUntilSuccessful num_attempts="3">: MoveToZone 1, LoadBlocks, MoveToZone 2'
    expect(describePatch(wrap, doc)).toEqual([text, '', '', ''])
    expect(describePatch(wrap, undefined)).toEqual([text, '', '', ''])
    const after: readonly Edit[] = [...wrap, { op: 'remove', at: '/0', because }]
    expect(describePatch(after, doc)[4]).toBe('remove RetryUntilSuccessful 3 (/0)')
    expect([editCount(wrap), editCount(after), editCount(wrap.slice(0, 3))]).toEqual([1, 2, 3])
    const update = { decision: 'edited', patch: after, tries: [], why: '' } as never
    const records = fixtureRecords().slice(0, 1)
    const edited = records.map((record) => ({ ...record, update }))
    expect(summarise(edited, { episodes: 1 }).edits).toBe(2)
    expect(
      editLines(
        update,
        describePatch(after, doc),
        NO_PAINT,
        after.map(() => 'the score'),
      ),
    ).toEqual([
      `  ~ ${text}; because: the score`,
      '  ~ remove RetryUntilSuccessful 3 (/0); because: the score',
    ])
    // where others are removed than those that are in it, every edit is named
    const others = [wrap[0], remove, remove, { ...remove, at: '/2' }] as readonly Edit[]
    expect(describePatch(others, doc).filter((each) => each === '')).toEqual([])
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

describe('how much of a run was completed', () => {
  const ends = (...reasons: readonly EndReason[]) => reasons.map((endReason) => ({ endReason }))

  it('is said with what was stopped, and that it counts in what is counted of the run', () => {
    const said = (records: ReturnType<typeof ends>, complete: boolean, planned?: number) =>
      completedInWords(records, { complete }, planned)
    expect(said(ends('tree-success', 'tree-failure'), true, 2)).toBeUndefined()
    expect(said(ends('tree-success'), false, 3)).toBe('interrupted: 1 of 3 episodes completed')
    const counts = ' (edits, alarms and refusals count in all of them)'
    expect(said(ends('tree-success', 'operator-stop'), false, 3)).toBe(
      `interrupted: 1 of 3 episodes completed, 1 stopped before its end${counts}`,
    )
    expect(said(ends('estop', 'tree-success', 'link-lost'), false)).toBe(
      `interrupted: 1 episode completed, 2 stopped before their end${counts}`,
    )
    expect(said(ends('estop', 'tree-success'), true, 1)).toBe(
      `1 episode completed, 1 stopped before its end${counts}`,
    )
  })

  it('stands in the list of runs of a store', () => {
    const row = {
      key: 'F1-s1-aaaa',
      begun: 0,
      how: 'operator-stop',
      finished: 2,
      episodes: 5,
      scores: [3, 0],
    }
    const listed = (...endReasons: readonly EndReason[]) =>
      runsOf({ runs: () => [{ ...row, endReasons }] } as never, 1, false)[0]
    expect(listed('tree-success', 'operator-stop')).toContain('1 of 5, 1 stopped operator-stop')
    expect(listed('tree-success', 'tree-failure')).toContain('2 of 5    operator-stop')
  })

  it('stands in the closing lines of a run, above the path of its report as it is', () => {
    const records = [recordOf(1), { ...recordOf(2), endReason: 'operator-stop' as const }]
    const summary = summarise(records, { episodes: 5 })
    const end = { summary, records, planned: 5, reportPath: 'o\nerror: y/report.html' }
    const lines = closingLines(end, { paint: NO_PAINT, unicode: true }).join('\n')
    expect(lines).toContain('report: o\\u000aerror: y/report.html')
    expect(lines).toContain('interrupted: 1 of 5 episodes completed, 1 stopped before its end')
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
