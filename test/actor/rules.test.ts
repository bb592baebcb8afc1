import { describe, expect, test } from 'vitest'
import type { NodePath } from '#bt/document.js'
import type { ActorInput } from '#learning/field/actor/contract.js'
import { labelTree } from '#learning/field/actor/address.js'
import { createRulesActor } from '#learning/field/actor/actor.js'
import { printReply } from '#learning/field/actor/language.js'
import { decide } from '#learning/field/actor/rules.js'
import { analyse } from '#learning/field/actor/situation/analyse.js'
import { CURSOR, deps, INITIAL, issue, LOAD, report, RETRY, situation, tree, TRIP } from './world.js'

const HOME = RETRY('<MoveToHome/>')
const FULL = `<Sequence>${RETRY(CURSOR)}${RETRY(TRIP(1, 2, '0101'))}${RETRY(TRIP(3, 4))}${RETRY(TRIP(5, 6))}${RETRY(TRIP(7, 8))}${HOME}</Sequence>`

const answer = (input: ActorInput): string => printReply(decide(analyse(input), 2))
const status = (input: ActorInput) => analyse(input).findings.map((f) => `${f.why} ${f.status}`)

describe('what the teacher does about a supported issue', () => {
  test.each([
    [
      'orientation without a rotation',
      TRIP(1, 2),
      issue('orientation', 2, { mask: '0110' }),
      '"op":"insert","after":"LoadBlocksSequence@1","node":"RotateBlocks","mask":"0110"',
    ],
    [
      'orientation with one',
      TRIP(1, 2, '0101'),
      issue('orientation', 2, { mask: '0010' }),
      '"op":"setAttr","at":"RotateBlocks@1","flip":"0010"',
    ],
    [
      'coverage',
      INITIAL,
      issue('coverage', 3),
      '"op":"insert","last":"root","node":"Transfer","from":3,"to":6,"mask":"0000"',
    ],
    ['shelf', INITIAL, issue('shelf', null), '"op":"insert","first":"root","node":"CursorSequence"'],
    [
      'shelf too late',
      `<Sequence>${TRIP(1, 4)}${CURSOR}</Sequence>`,
      issue('placement', 4),
      '"op":"move","at":"CursorSequence","first":"root"',
    ],
    ['no home', INITIAL, issue('final-position', null), '"op":"insert","last":"root","node":"MoveToHome"'],
    [
      'home in the middle',
      `<Sequence><MoveToHome/>${TRIP(1, 2)}</Sequence>`,
      issue('final-position', null),
      '"op":"move","at":"MoveToHome","last":"root"',
    ],
    [
      'a zone used twice',
      `<Sequence>${TRIP(1, 2)}${TRIP(3, 2)}</Sequence>`,
      issue('placement', 2),
      '"op":"setAttr","at":"MoveToZone@2.2","zone":',
    ],
    [
      'a grasp without a retry',
      `<Sequence>${TRIP(1, 2)}${TRIP(3, 6)}</Sequence>`,
      issue('grasp', 3),
      '"op":"wrap","at":"Sequence@6","node":"RetryUntilSuccessful","num_attempts":2',
    ],
    [
      'idle time',
      `<Sequence>${TRIP(1, 2)}<CustomDelay duration="3"/></Sequence>`,
      issue('timing', null),
      '"op":"remove","at":"CustomDelay@2"',
    ],
    [
      'a retry around two trips',
      RETRY(`<Sequence>${TRIP(1, 2)}${TRIP(3, 6)}</Sequence>`)
        .replace(/^/, '<Sequence>')
        .replace(/$/, '</Sequence>'),
      issue('plan-structure', null),
      '"op":"unwrap","at":"RetryUntilSuccessful@6"',
    ],
    [
      'a trip without unload',
      `<Sequence><Sequence><MoveToZone zone="1"/>${LOAD}</Sequence></Sequence>`,
      issue('plan-structure', null),
      '"op":"replaceSubtree","at":"Sequence@1","node":"Transfer","from":1,"to":',
    ],
  ])('%s', (_, body, complaint, expected) => {
    const wrapped =
      body.startsWith('<Sequence>') && body !== TRIP(1, 2) && body !== TRIP(1, 2, '0101')
        ? body
        : `<Sequence>${body}</Sequence>`
    expect(answer(situation(wrapped, { report: report(complaint) }))).toContain(expected)
  })
})

describe('VRL-31: the critic is a hypothesis', () => {
  test('a refuted issue is never acted upon', () => {
    const input = situation(FULL, {
      report: report(issue('orientation', 2, { mask: '0010', grounded: 'refuted' })),
    })
    expect(status(input)).toEqual(['orientation@2 refuted'])
    expect(answer(input)).toBe('[]')
  })

  test('CRIT-02: an unverified block issue waits until the score agrees', () => {
    const unsure = report(issue('orientation', 4, { mask: '0010', grounded: 'unverified' }))
    expect(status(situation(FULL, { report: unsure }))).toEqual(['orientation@4 unknown'])
    const score = { lines: [{ label: 'boxes placed incorrectly', count: 1, points: -5 }], total: 0 }
    expect(status(situation(FULL, { report: unsure, score }))).toEqual(['orientation@4 supported'])
  })

  test('a fault that happened once under a retry needs no edit, the third time in a row it gets an attempt more', () => {
    const once = issue('grasp', 3)
    const entry = {
      episode: 1,
      treeHash: '',
      score: 0,
      decision: 'no-edit',
      patch: [],
      issues: [once],
    } as const
    expect(answer(situation(FULL, { report: report(once) }))).toBe('[]')
    expect(answer(situation(FULL, { report: report(once), history: [entry, entry] }))).toContain(
      '"num_attempts":3',
    )
  })

  test('a block that was turned and lies wrong is first taken for a failed turn', () => {
    const wrong = issue('orientation', 2, { mask: '0100' })
    const entry = {
      episode: 1,
      treeHash: '',
      score: 0,
      decision: 'no-edit',
      patch: [],
      issues: [wrong],
    } as const
    expect(answer(situation(FULL, { report: report(wrong) }))).toBe('[]')
    expect(answer(situation(FULL, { report: report(wrong), history: [entry] }))).toContain('"flip":"0100"')
  })

  test('VRL-29: a rotation of all four is blind when several come out wrong, not when one turn failed', () => {
    const all = FULL.replace('0101', '1111')
    const wrong = (mask: string) => situation(all, { report: report(issue('orientation', 2, { mask })) })
    expect(answer(wrong('0010'))).toBe('[]')
    expect(answer(wrong('0011'))).toContain('"flip":"0011"')
  })

  test('AMB-06: an edit that was just rolled back is not repeated', () => {
    const wrong = issue('orientation', 2, { mask: '0010' })
    const edit = {
      op: 'setAttr',
      at: '/1/0/2',
      name: 'mask',
      value: '0111',
      because: 'orientation@2',
    } as const
    const history = [
      { episode: 1, treeHash: '', score: 90, decision: 'edited', patch: [edit], issues: [] },
      { episode: 2, treeHash: '', score: 20, decision: 'rolled-back', patch: [], issues: [] },
    ] as const
    expect(answer(situation(FULL, { report: report(wrong), history }))).toBe('[]')
  })

  test('Fig. 9: blind rotations go when the score is bad and nobody knows the faces', () => {
    const blind = FULL.replace('0101', '1111')
    const score = { lines: [{ label: 'boxes placed incorrectly', count: 4, points: -20 }], total: -90 }
    const empty = report(issue('coverage', 1, { grounded: 'refuted' }))
    expect(answer(situation(blind, { report: empty, score }))).toContain(
      '"op":"remove","at":"RotateBlocks@1"',
    )
  })

  test('a rotation that nobody came to is not blamed', () => {
    const blind = FULL.replace('0101', '1111')
    const at = labelTree(tree(blind)).all.find(({ role }) => role === 'rotate')?.path ?? '/'
    const unit = at.split('/').slice(0, 2).join('/') as NodePath
    const score = { lines: [{ label: 'boxes placed incorrectly', count: 4, points: -20 }], total: -90 }
    const empty = report(issue('coverage', 1, { grounded: 'refuted' }))
    const after = (result: 'success' | 'failure') => {
      const units = [{ path: unit, node: 'Sequence', attempts: 1, result, seconds: 9 }]
      return answer(situation(blind, { report: empty, score, trace: { seconds: 9, units, failures: [] } }))
    }
    expect(after('success')).toContain('"op":"remove","at":"RotateBlocks@1"')
    expect(after('failure')).not.toContain('RotateBlocks@1')
  })
})

describe('the rest of the priorities', () => {
  test('most severe first, two edits at most, one edit a place', () => {
    const issues = [
      issue('coverage', 3, { severity: 0.2 }),
      issue('shelf', null, { severity: 0.55 }),
      issue('orientation', 2, { severity: 0.7, mask: '1000' }),
      issue('orientation', 2, { id: 'orientation@2.2', severity: 0.6, mask: '1000' }),
    ]
    const drafts = decide(analyse(situation(INITIAL, { report: report(...issues) })), 2)
    expect(drafts.map((draft) => draft.why)).toEqual(['orientation@2', 'shelf'])
  })

  test('VRL-32: with BlockInfo a new trip turns exactly the orange blocks', () => {
    const blockInfo = ([0, 1, 2, 3] as const).map((slot) => ({
      zone: 3,
      slot,
      faceUp: slot === 1 ? ('orange' as const) : ('blue' as const),
      conf: 1,
    }))
    expect(answer(situation(INITIAL, { report: report(issue('coverage', 3)), blockInfo }))).toContain(
      '"mask":"0100"',
    )
  })

  test('a clean run of a whole tree: no edit', () => {
    expect(answer(situation(FULL))).toBe('[]')
  })

  test('AMB-03: without a critic one careful edit from the score', async () => {
    const output = await createRulesActor(deps).propose(situation(INITIAL, { report: null }))
    expect(output.patch).toHaveLength(1)
    expect(output.patch[0]?.because).toBe('score')
  })

  test('a unit that failed in the trace gets a retry though nobody mentions it', () => {
    const trace = {
      seconds: 9,
      units: [{ path: '/1', node: 'SubTree', attempts: 1, result: 'failure', seconds: 4 }],
      failures: [{ path: '/1/0/0', node: 'LoadBlocks', attempts: 1, reason: 'cup 2 holds nothing' }],
    } as const
    expect(answer(situation(INITIAL, { trace }))).toContain(
      '"why":"trace","op":"wrap","at":"LoadBlocksSequence@1"',
    )
  })
})
