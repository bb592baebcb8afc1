import { describe, expect, test } from 'vitest'
import { applyEdits } from '#bt/edit/apply.js'
import { must } from '#base/result.js'
import { sameNode } from '#bt/edit/same.js'
import { labelTree } from '#learning/field/actor/address.js'
import { mainRoot } from '#learning/actor/units.js'
import { fixGrammar } from '#learning/field/actor/grammar/fix-grammar.js'
import { parseReply, printReply } from '#learning/field/actor/language.js'
import { looseTrips } from '#learning/field/actor/loose-trip.js'
import { resolvePatch } from '#learning/field/actor/resolve.js'
import { decide } from '#learning/field/actor/rules.js'
import { analyse } from '#learning/field/actor/situation/analyse.js'
import type { ActorInput } from '#learning/field/actor/contract.js'
import { accepts } from './gbnf.js'
import { CURSOR, INITIAL, issue, library, LOAD, report, RETRY, situation, tree, TRIP } from './world.js'

const grammarOf = (input: ActorInput): string =>
  fixGrammar({ situation: analyse(input), library, maxEdits: 1 })

const complaints = report(
  issue('orientation', 2, { mask: '0101' }),
  issue('coverage', 3),
  issue('coverage', 5),
  issue('final-position', null),
  issue('grasp', 1, { grounded: 'refuted' }),
)

describe('VRL-02: the small model can name only what code has looked up for the finding', () => {
  const input = situation(INITIAL, { report: complaints })
  const grammar = grammarOf(input)
  const trip = (why: number, from: number, to: number): string =>
    `[{"why":"coverage@${why}","op":"insert","last":"root","node":"Transfer","from":${from},"to":${to},"mask":"0000"}]`

  test('no edit is always an answer, and each supported finding has its cure', () => {
    expect(accepts(grammar, '[]')).toBe(true)
    const { routes } = analyse(input)
    for (const { from, to } of routes.filter(({ from }) => from !== 7))
      expect(accepts(grammar, trip(from, from, to)), `${from}>${to}`).toBe(true)
    expect(
      accepts(grammar, '[{"why":"final-position","op":"insert","last":"root","node":"MoveToHome"}]'),
    ).toBe(true)
  })

  test('a trip of another finding, a refuted cause and a second edit cannot be written', () => {
    const { routes } = analyse(input)
    const [first, second] = routes
    if (!first || !second) throw new Error('two routes are left')
    expect(accepts(grammar, trip(first.from, second.from, second.to))).toBe(false)
    expect(accepts(grammar, trip(first.from, first.from, second.to))).toBe(false)
    expect(accepts(grammar, '[{"why":"grasp@1","op":"remove","at":"LoadBlocksSequence@1"}]')).toBe(false)
    const one = trip(first.from, first.from, first.to).slice(1, -1)
    expect(accepts(grammar, `[${one},${one}]`)).toBe(false)
  })

  test('what the rules would write is always among the cures', () => {
    const connections = [
      INITIAL,
      `<Sequence>${RETRY(TRIP(1, 2, '0101'))}${TRIP(3, 6)}<MoveToHome/></Sequence>`,
      `<Sequence>${TRIP(1, 4)}${CURSOR}</Sequence>`,
      `<Sequence>${RETRY(`<Sequence>${TRIP(1, 2)}${TRIP(3, 6)}</Sequence>`)}<CustomDelay duration="5"/></Sequence>`,
      `<Sequence><Sequence><MoveToZone zone="1"/>${LOAD}</Sequence></Sequence>`,
    ]
    let asked = 0
    for (const body of connections) {
      for (const impact of [
        'coverage',
        'orientation',
        'shelf',
        'placement',
        'timing',
        'plan-structure',
      ] as const) {
        for (const zone of [1, 2, 3, 4]) {
          const about = situation(body, { report: report(issue(impact, zone, { mask: '0010' })) })
          const reply = printReply(decide(analyse(about), 1))
          expect(accepts(grammarOf(about), reply), `${reply} in ${body}`).toBe(true)
          asked += Number(reply !== '[]')
        }
      }
    }
    expect(asked).toBeGreaterThan(40)
  })
})

describe('VRL-30: a retry around a step of a loose trip holds the whole trip', () => {
  const doc = tree(
    `<Sequence>${RETRY(CURSOR)}${INITIAL.slice(10, -11)}${RETRY(TRIP(3, 6))}<MoveToHome/></Sequence>`,
  )
  const wrap = (at: string): string =>
    `[{"why":"score","op":"wrap","at":"${at}","node":"RetryUntilSuccessful","num_attempts":3}]`
  const whole = tree(
    `<Sequence>${RETRY(CURSOR)}${RETRY(TRIP(1, 2), 3)}${RETRY(TRIP(3, 6))}<MoveToHome/></Sequence>`,
  )

  test.each(['MoveToZone@1', 'LoadBlocksSequence@1', 'MoveToZone@2', 'UnloadBlocksSequence@2'])(
    'whichever step is named: %s',
    (at) => {
      const drafts = must(parseReply(wrap(at), 1), 'a reply')
      const resolved = must(resolvePatch(doc, labelTree(doc), drafts, library), 'a patch')
      expect(sameNode(mainRoot(resolved.doc), mainRoot(whole))).toBe(true)
      // the patch is what the run folder keeps: applied again, it leads to the same tree, and names no file
      expect(must(applyEdits(doc, resolved.patch), 'the patch')).toEqual(resolved.doc)
      expect(JSON.stringify(resolved.patch)).not.toContain('test.xml')
    },
  )

  test('a step that belongs to no trip is wrapped alone, and nothing loose is found in a guarded tree', () => {
    const home = must(parseReply(wrap('MoveToHome'), 1), 'a reply')
    const resolved = must(resolvePatch(doc, labelTree(doc), home, library), 'a patch')
    expect(resolved.patch.map(({ op }) => op)).toEqual(['wrap'])
    expect(looseTrips(whole, labelTree(whole))).toEqual([])
    expect(looseTrips(doc, labelTree(doc))).toEqual([{ parent: '/', first: 1, last: 4 }])
  })
})
