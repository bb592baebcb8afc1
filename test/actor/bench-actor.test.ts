import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rad } from '#base/units.js'
import { writeTree } from '#bt/xml/write.js'
import { readCases, type Case } from '../../lab/bench/actor/cases.js'
import { examine, promptOf } from '../../lab/bench/actor/examine.js'
import { eceOf, figuresOf } from '../../lab/bench/actor/figures.js'
import { barsOf, pageOf } from '../../lab/bench/actor/page.js'
import { ok } from '#base/result.js'
import type { Speaker } from '#learning/field/actor/propose.js'
import { INITIAL, issue, library, map, report, situation, tree } from './world.js'

const TURN =
  '[{"why":"orientation@2","op":"insert","after":"LoadBlocksSequence@1","node":"RotateBlocks","mask":"0110"}]'
const HOME = '[{"why":"score","op":"insert","last":"root","node":"MoveToHome"}]'

const one: Case = {
  stage: 0,
  setup: {
    map,
    orange: new Map([
      [1, '0110'],
      [3, '0000'],
      [5, '0000'],
      [7, '0000'],
    ]),
    start: { ...map.home.at, theta: rad(0) },
  },
  input: situation(INITIAL, {
    report: report(issue('orientation', 2, { mask: '0110', explanation: 'boxes face the wrong way' })),
  }),
  progress: { done: new Set(), refused: new Set() },
  refusals: [],
  seenWords: ['orange side up in zone 2'],
  candidates: [[TURN, 12]],
}

/** a stand-in that always says the same */
const says = (text: string, confidence = 0.9): Speaker => ({
  editsPerReply: 1,
  speak: () => Promise.resolve(ok({ text, confidence })),
})
const deps = { library, runs: 4, now: () => 0 }

describe('graft bench actor: what a reply is worth', () => {
  test('the best edit, no edit, an edit that nobody valued, and one that cannot be applied', async () => {
    const ask = async (text: string) => (await examine(says(text), one, 'unseen', deps)).answered
    expect(await ask(TURN)).toMatchObject({ valid: true, gain: 12, best: true, raises: true })
    expect(await ask('[]')).toMatchObject({ valid: true, gain: 0, best: false, raises: false })
    const home = await ask(HOME)
    expect(home.valid).toBe(true)
    expect(home.gain).toBeGreaterThan(5)
    const gone = '[{"why":"score","op":"remove","at":"RotateBlocks@7"}]'
    expect(await ask(gone)).toMatchObject({ valid: false, gain: 0, best: false, raises: false })
    expect(await ask('what?')).toMatchObject({ valid: false })
  })

  test('where no edit is worth it, none is the best', async () => {
    const none = { ...one, candidates: [[TURN, 0.3]] as const }
    expect((await examine(says('[]'), none, 'unseen', deps)).answered.best).toBe(true)
    expect((await examine(says(TURN), none, 'unseen', deps)).answered).toMatchObject({
      best: true,
      raises: false,
    })
  })

  test('seen and unseen words differ in the words and in nothing else', () => {
    const unseen = promptOf(one, 'unseen', library)
    const seen = promptOf(one, 'seen', library)
    expect(unseen.situation.findings[0]?.words).toBe('boxes face the wrong way')
    expect(seen.situation.findings[0]?.words).toBe('orange side up in zone 2')
    expect({ ...seen.situation.findings[0], words: '' }).toEqual({
      ...unseen.situation.findings[0],
      words: '',
    })
  })
})

test('figures: shares, regret, what unseen words cost, calibration error', () => {
  const answered = (gain: number, best: boolean, confidence = 1) => ({
    kind: 'insert Transfer',
    top: 10,
    answered: { valid: true, gain, best, raises: gain > 0.5, confidence, ms: gain },
  })
  const rest = { ...answered(0, true, 0.5), top: 0, kind: 'none' }
  const unseen = [answered(10, true), answered(4, false), answered(0, false, 0.5), rest]
  const seen = [answered(10, true), answered(10, true), answered(10, true), rest]
  const speed = { tokensPerSecond: 100, promptTokens: 200, replyTokens: 30 }
  const figures = figuresOf(unseen, seen, [true, false, true, true], speed)
  expect(figures).toMatchObject({
    cases: 4,
    exact: 0.5,
    raises: { can: 3 },
    restraint: { cases: 1, share: 1 },
    valid: { grammar: 1, free: 0.75 },
    meanGain: 3.5,
    regret: 4,
    unseen: { gain: 4, exact: 50 },
    ms: { p50: 0, p90: 10 },
  })
  expect(figures.raises.share).toBeCloseTo(2 / 3)
  expect(figures.unseen.raises).toBeCloseTo(100 / 3)
  expect(figures.kinds['none']).toEqual({ n: 1, exact: 1, raises: 0 })
  // two said 1 and half of them were right, two said .5 and half of them were right
  expect(figures.calibration.ece).toBeCloseTo(0.25)
  expect(eceOf([])).toBe(0)
  expect(barsOf(figures).map(({ met }) => met)).toEqual([true, false, false, true])
  expect(pageOf('tiny', 'test', figures)).toContain('NO   edits that raise the expected score')
})

describe('files of cases', () => {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'graft-cases-'))
  })
  afterEach(() => rm(dir, { recursive: true }))

  const head = { format: 1, kind: 'actor-cases', split: 'test', runs: 4 }
  const stage = {
    map,
    orange: [...one.setup.orange],
    start: one.setup.start,
    tree: writeTree(tree(INITIAL)),
    trace: one.input.trace,
    score: one.input.score,
    cases: [
      {
        report: one.input.report,
        seenWords: one.seenWords,
        history: [],
        champion: null,
        done: ['shelf'],
        refused: [],
        refusals: [],
        candidates: one.candidates,
      },
    ],
  }
  const file = async (...lines: readonly unknown[]): Promise<string> => {
    const path = join(dir, 'cases.jsonl')
    await writeFile(
      path,
      lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
    )
    return path
  }

  test('read back as they were written', async () => {
    const read = readCases(await file(head, stage), library)
    expect(read.ok && read.value).toMatchObject({ split: 'test', runs: 4 })
    const [first] = read.ok ? read.value.cases : []
    expect(first?.candidates).toEqual(one.candidates)
    expect([...(first?.progress.done ?? [])]).toEqual(['shelf'])
    expect(writeTree(first?.input.tree ?? tree(INITIAL))).toBe(stage.tree)
  })

  test.each([
    ['no header', [stage], 1],
    ['a line that was cut off', [head, stage, '{"map":'], 3],
    ['a mask of five', [head, { ...stage, orange: [[1, '00000']] }], 2],
    ['a broken tree', [head, { ...stage, tree: '<root/>' }], 2],
    ['a stage without cases', [head, { ...stage, cases: [] }], 2],
  ] as const)('%s is refused at its line', async (_, lines, line) => {
    const read = readCases(await file(...lines), library)
    expect(read).toMatchObject({ ok: false, error: { where: { line } } })
  })

  test('a file that is not there is refused by name', () => {
    const read = readCases(join(dir, 'none.jsonl'), library)
    expect(read.ok ? '' : read.error.message).toContain('none.jsonl')
  })
})
