import { describe, expect, test } from 'vitest'
import {
  agreementOf,
  confidenceOf,
  meanProbability,
  probabilityOf,
  readCalibration,
} from '#learning/actor/confidence.js'
import { createActor } from '#learning/field/actor/actor.js'
import type { Completed, Completion, LanguageModel } from '#learning/ports.js'
import { deps, INITIAL, issue, report, situation } from './world.js'

const reply = (more: Partial<Completed>): Completed => ({
  text: '[]',
  promptTokens: 1,
  tokens: 3,
  meanLogProb: Math.log(0.5),
  minProb: 0.5,
  complete: true,
  ...more,
})
const plain = { bias: 0, slope: 1, disagreement: 0 }

describe('the confidence comes from what the model did, not from what it says', () => {
  test('probability of the whole reply, its end included', () => {
    expect(probabilityOf(reply({}))).toBeCloseTo(0.5 ** 4)
    expect(probabilityOf(reply({ complete: false }))).toBeCloseTo(0.5 ** 3)
    expect(meanProbability(reply({}))).toBeCloseTo(0.5)
  })

  test('the calibration bends it and disagreement lowers it; it stays in [0, 1]', () => {
    expect(confidenceOf(0.5, 1, plain)).toBeCloseTo(0.5)
    expect(confidenceOf(0.9, 1, { ...plain, slope: 0.5 })).toBeCloseTo(0.75)
    const doubted = { ...plain, disagreement: -2 }
    expect(confidenceOf(0.9, 0, doubted)).toBeLessThan(confidenceOf(0.9, 0.5, doubted))
    for (const p of [0, 1]) {
      expect(confidenceOf(p, 1, { bias: 3, slope: 9, disagreement: 0 })).toBeGreaterThanOrEqual(0)
      expect(confidenceOf(p, 1, { bias: 3, slope: 9, disagreement: 0 })).toBeLessThanOrEqual(1)
    }
  })

  test('only a reply with a doubtful token is sampled again, with seeds of its own', async () => {
    const asked: { temperature: number; seed: number }[] = []
    const write = (more: { temperature: number; seed: number }) => {
      asked.push(more)
      return Promise.resolve(reply({ text: asked.length === 1 ? '[]' : '[1]' }))
    }
    expect(await agreementOf(reply({ minProb: 0.95 }), 7, write)).toBe(1)
    expect(asked).toEqual([])
    expect(await agreementOf(reply({}), 7, write)).toBe(0.5)
    expect(asked.map(({ seed }) => seed)).toEqual([8, 9])
    expect(asked.every(({ temperature }) => temperature > 0)).toBe(true)
  })

  test('a manifest without a calibration has none, and a broken one is none', () => {
    expect(readCalibration(undefined)).toBeUndefined()
    expect(readCalibration({ bias: 1, slope: '2', disagreement: 0 })).toBeUndefined()
    expect(readCalibration({ bias: 1, slope: 2, disagreement: 0 })).toEqual({
      bias: 1,
      slope: 2,
      disagreement: 0,
    })
  })

  test('the actor reports it: greedy reply kept, samples only weigh it', async () => {
    const asked: Completion[] = []
    const model: LanguageModel = {
      id: 'unsure',
      contextSize: 4096,
      countTokens: () => Promise.resolve(10),
      complete: (request) => {
        asked.push(request)
        return Promise.resolve(reply({ text: request.temperature === 0 ? '[]' : '[1]' }))
      },
      dispose: () => Promise.resolve(),
    }
    const calibration = { bias: 0, slope: 1, disagreement: -3 }
    const actor = createActor({ ...deps, model, profile: 'compact', seed: 0, calibration })
    const said = await actor.propose(situation(INITIAL, { report: report(issue('shelf', null)) }))
    expect(said.patch).toEqual([])
    expect(asked.map(({ temperature }) => temperature)).toEqual([0, 1, 1])
    expect(said.confidence).toBeCloseTo(confidenceOf(0.5 ** 4, 0, calibration))
  })
})
