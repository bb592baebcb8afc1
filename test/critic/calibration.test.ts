import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calibrated, calibrationInputs, type WordProbability } from '#adapters/onnx/calibration.js'
import { expectedCalibrationError } from '#learning/critic/metrics.js'
import { stream } from '#base/random.js'
import { confidenceUnder, fitCalibration } from '../../lab/training/critic/exam/fit-calibration.js'

const words = (...probs: number[]): WordProbability[] => probs.map((prob) => ({ text: 'blue', prob }))
const PLAIN = { bias: 0, slope: 1, hidden: 0 }

describe('confidence from the words of an answer', () => {
  test('with slope 1 it is the product of the words’ probabilities', () => {
    expect(calibrated(words(0.9, 0.5), PLAIN)).toBeCloseTo(0.45, 12)
  })

  test('what cannot be seen costs confidence', () => {
    const half = [...words(0.9), { text: 'hidden', prob: 1 }]
    expect(calibrationInputs(half).hidden).toBe(0.5)
    expect(calibrated(half, { ...PLAIN, hidden: -2 })).toBeLessThan(calibrated(half, PLAIN))
  })

  test('no words and probabilities that are none fail safe', () => {
    expect(calibrated([], PLAIN)).toBe(0)
    for (const prob of [Number.NaN, -1, 2, Infinity]) expect(calibrated(words(prob), PLAIN)).toBe(0)
  })

  test('is always a probability', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 144 }),
        fc.record({
          bias: fc.double({ min: -9, max: 9, noNaN: true }),
          slope: fc.double({ min: -9, max: 9, noNaN: true }),
          hidden: fc.double({ min: -9, max: 9, noNaN: true }),
        }),
        (probs, calibration) => {
          const c = calibrated(words(...probs), calibration)
          expect(c).toBeGreaterThanOrEqual(0)
          expect(c).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})

test('fitting finds the curve that the samples were drawn from', () => {
  const rng = stream('calibration-test')
  const truth = { bias: -1, slope: 0.5, hidden: -3, differ: -4, astray: -1.5 }
  const samples = Array.from({ length: 4000 }, () => {
    const sample = {
      logit: 6 * rng.next(),
      hidden: 0.5 * rng.next(),
      differ: rng.chance(0.3) ? 0.6 * rng.next() : 0,
      astray: rng.chance(0.2),
      right: false,
    }
    return { ...sample, right: rng.chance(confidenceUnder(truth, sample)) }
  })
  const fitted = fitCalibration(samples)
  expect(Math.abs(fitted.bias - truth.bias)).toBeLessThan(0.3)
  expect(Math.abs(fitted.slope - truth.slope)).toBeLessThan(0.1)
  expect(Math.abs(fitted.hidden - truth.hidden)).toBeLessThan(0.8)
  expect(Math.abs((fitted.differ ?? 0) - truth.differ)).toBeLessThan(1)
  expect(Math.abs((fitted.astray ?? 0) - truth.astray)).toBeLessThan(0.4)
  const judged = samples.map((sample) => ({ c: confidenceUnder(fitted, sample), right: sample.right }))
  expect(expectedCalibrationError(judged)).toBeLessThan(0.03)
})

test('samples that are all right give a finite curve', () => {
  const samples = Array.from({ length: 50 }, (_, i) => ({
    logit: i / 10,
    hidden: 0,
    differ: 0,
    astray: false,
    right: true,
  }))
  const { bias, slope, hidden } = fitCalibration(samples)
  expect([bias, slope, hidden].every(Number.isFinite)).toBe(true)
})

describe('ECE', () => {
  test('0 for a critic that is as right as it says, the gap for one that is not', () => {
    const judged = (c: number, right: number, of: number) =>
      Array.from({ length: of }, (_, i) => ({ c, right: i < right }))
    expect(expectedCalibrationError(judged(0.75, 75, 100))).toBeCloseTo(0, 12)
    expect(expectedCalibrationError(judged(0.95, 75, 100))).toBeCloseTo(0.2, 12)
    expect(expectedCalibrationError([...judged(0.95, 75, 100), ...judged(0.25, 25, 100)])).toBeCloseTo(
      0.1,
      12,
    )
    expect(expectedCalibrationError([])).toBeUndefined()
  })
})
