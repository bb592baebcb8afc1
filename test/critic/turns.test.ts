import type { Evidence } from '#learning/field/critic/evidence.js'
import type { FieldOutcome } from '#learning/field-score.js'
import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { score } from '#learning/field-score.js'
import type { ScoreRules } from '#learning/field/table-i.js'
import { createCritic } from '#learning/field/critic/critic.js'
import type { FinalInput } from '#learning/critic/critic.js'
import { parseReport } from '#learning/field/critic/schema.js'
import { ANSWER_LINES, refutedLine, REFUTED_WORDS } from '#learning/field/critic/dialogue/refuted.js'
import { editWeight } from '#learning/field/critic/grounding/contradiction.js'
import type { Frame } from '#learning/ports.js'
import { CAMERA, MAP, picture, sceneAtStart } from './support/field.js'
import { answerText, scripted } from './support/scripted.js'
import { evidence, ONE_TRIP, ONE_TRIP_RAN, robotAt, trace } from './support/trace.js'

let frame: Frame
beforeAll(async () => {
  frame = await picture(sceneAtStart(['0000', '0000', '0000', '0000']))
})

const final = (): FinalInput<Evidence> => ({
  episode: 1,
  frame,
  doc: ONE_TRIP,
  trace: trace(ONE_TRIP_RAN),
  evidence: evidence({ 1: '0000', 2: '1111' }, robotAt(MAP.home.at.x, MAP.home.at.y)),
  endReason: 'tree-success',
})

/** at home by odometry, in time by the clock: both claims are refuted without a look at the picture */
const HALLUCINATED = answerText({
  robot: 'elsewhere final-position s0.50',
  time: 'timing s0.50',
  overall: 's0.50',
})

describe('CRIT-09, CRIT-10: the grounding turn', () => {
  test('what sensors refute is told back once, by name, and the second answer counts', async () => {
    const { model, requests } = scripted(HALLUCINATED, answerText())
    const report = await createCritic({ vision: model, map: MAP, camera: CAMERA }).final(final())
    expect(requests).toHaveLength(2)
    const [first, second] = requests.map(({ prompt }) => prompt.split('\n').at(-1) ?? '')
    expect(second).toBe(
      `${first} ${refutedLine([
        { line: 'robot', impact: 'final-position' },
        { line: 'time', impact: 'timing' },
      ])}`,
    )
    expect(report.issues).toEqual([])
    expect(report.s).toBe(0)
    expect(report.toldBack).toEqual(['final-position', 'timing'])
    expect(parseReport(report).error).toBeUndefined()
  })

  test('a model that insists gets no third turn, and its claims stay refuted', async () => {
    const { model, requests } = scripted(HALLUCINATED)
    const report = await createCritic({ vision: model, map: MAP, camera: CAMERA }).final(final())
    expect(requests).toHaveLength(2)
    expect(report.issues.map(({ id, grounded }) => [id, grounded])).toEqual([
      ['final-position', 'refuted'],
      ['timing', 'refuted'],
    ])
    expect(report.s).toBe(0)
  })

  test('without a refuted claim there is one turn only', async () => {
    const { model, requests } = scripted(answerText())
    const report = await createCritic({ vision: model, map: MAP, camera: CAMERA }).final(final())
    expect(requests).toHaveLength(1)
    expect(report.toldBack).toBeUndefined()
  })

  test('a second answer that cannot be had leaves the first as it was judged', async () => {
    const { model } = scripted(HALLUCINATED, new Error('out of memory'))
    const report = await createCritic({ vision: model, map: MAP, camera: CAMERA }).final(final())
    expect(report.unavailable).toBeUndefined()
    expect(report.raw).toBe(HALLUCINATED)
    expect(report.issues.every(({ grounded }) => grounded === 'refuted')).toBe(true)
  })
})

test('CRIT-01, CRIT-02: style is reported, stays the model’s word, weighs in full and cannot reach the score', async () => {
  const { model } = scripted(answerText({ robot: 'home style s0.20', overall: 's0.20' }))
  const report = await createCritic({ vision: model, map: MAP, camera: CAMERA }).final(final())
  expect(report.issues.map(({ impact, grounded }) => [impact, grounded])).toEqual([['style', 'unverified']])
  expect(editWeight({ impact: 'style', grounded: 'unverified' })).toBe(1)
  expect(report).toMatchObject({ s: 0.2, outcome: 'success' })
  // the score is made of facts, and of the rules that count them
  expectTypeOf(score).parameter(0).toEqualTypeOf<FieldOutcome>()
  expectTypeOf(score).parameter(1).toEqualTypeOf<ScoreRules | undefined>()
})

test('the refuted line always has as many words, whatever was refuted', () => {
  const all = ANSWER_LINES.flatMap((line) =>
    (['orientation', 'placement', 'grasp'] as const).map((impact) => ({ line, impact })),
  )
  for (const refuted of [[], all.slice(0, 1), all]) {
    expect(refutedLine(refuted).split(' ')).toHaveLength(REFUTED_WORDS)
  }
})

test('a model that knows how right it is on average is believed rather than its words’ probabilities', async () => {
  const { model } = scripted(() =>
    Promise.resolve({ text: answerText(), tokens: [{ text: 'z1', prob: 0.2 }], confidence: 0.9 }),
  )
  const report = await createCritic({ vision: model, map: MAP, camera: CAMERA }).final(final())
  expect(report.c).toBe(0.9)
})
