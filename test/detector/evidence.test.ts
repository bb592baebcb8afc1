import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confidenceOf, fitCalibration } from '#detector/calibrate.js'
import { gather, type Reported } from '#detector/evidence.js'
import { BOOL, numbers, objects, type Sort } from '#worlds/value.js'

const SORTS = new Map<string, Sort>([
  ['at(a)', objects(['hall', 'attic'])],
  ['open', BOOL],
  ['count(a, b)', numbers(0, 5)],
])
const sensor = (fact: string, value: unknown, confidence = 1): Reported => ({ fact, value, confidence })

describe('PRAG-03: evidence', () => {
  it('takes sensors first, whatever a picture says and however sure it is', () => {
    const readings = { sensor: [sensor('at(a)', 'hall', 0.6)], sight: [sensor('at(a)', 'attic', 0.99)] }
    const { evidence, problems } = gather(SORTS, readings)
    expect(evidence.get('at(a)')).toMatchObject({ value: 'hall', source: 'sensor', confidence: 0.6 })
    expect(problems).toEqual([])
  })

  it('takes the picture where the sensor does not know', () => {
    const readings = { sensor: [sensor('at(a)', 'unknown')], sight: [sensor('at( a )', 'attic', 0.9)] }
    expect(gather(SORTS, readings).evidence.get('at(a)')).toMatchObject({ value: 'attic', source: 'sight' })
  })

  it('of two readings from one source takes the surer, of equal ones the later', () => {
    const sight = [sensor('open', true, 0.7), sensor('open', false, 0.9), sensor('open', true, 0.9)]
    expect(gather(SORTS, { sensor: [], sight }).evidence.get('open')).toMatchObject({ value: true })
    expect(gather(SORTS, { sensor: [], sight: sight.slice(0, 2) }).evidence.get('open')?.value).toBe(false)
  })

  it('leaves out and explains what is no reading of the world, and never throws', () => {
    const bad = [
      sensor('att(a)', 'hall'),
      sensor('at(a)', 'moon'),
      sensor('open', true, 1.5),
      sensor('open', 3),
      // it cannot be made a string
      sensor('open', { toString: 0 }),
    ]
    const { evidence, problems } = gather(SORTS, { sensor: bad, sight: [] })
    expect(evidence.size).toBe(0)
    expect(problems.map(({ code }) => code)).toEqual([
      'detector.unknown-fact',
      'detector.value',
      'detector.confidence',
      'detector.value',
      'detector.value',
    ])
    expect(problems[0]).toMatchObject({ hint: 'did you mean at(a)?', expected: 'at(a), open, count(a, b)' })
    let kept = 0
    fc.assert(
      fc.property(fc.array(odd), (all) => {
        const found = gather(SORTS, { sensor: all, sight: all })
        kept += found.evidence.size
        for (const { fact, confidence } of found.evidence.values()) {
          expect(SORTS.has(fact)).toBe(true)
          expect(confidence >= 0 && confidence <= 1).toBe(true)
        }
        expect(
          found.problems.every(({ hint, expected, got }) => (hint ?? expected) !== '' && got !== ''),
        ).toBe(true)
      }),
      { numRuns: 300 },
    )
    expect(kept).toBeGreaterThan(100)
  })
})

const odd: fc.Arbitrary<Reported> = fc.record({
  fact: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('at(a)', 'open', 'count(a,b)') }, fc.string()),
  value: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('hall', true, 3, 'unknown') }, fc.anything()),
  confidence: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(0, 0.5, 1) }, fc.double()),
})

describe('PRAG-03: confidence from what was measured', () => {
  it('is the share that was right, where nothing tells more', () => {
    const examples = Array.from({ length: 200 }, (_, at) => ({ numbers: [], isRight: at % 10 !== 0 }))
    expect(confidenceOf(fitCalibration(examples, 0), [])).toBeCloseTo(0.9, 1)
  })

  it('is never certain, even where all that was seen is right', () => {
    const examples = Array.from({ length: 30 }, (_, at) => ({ numbers: [at / 30], isRight: true }))
    const share = confidenceOf(fitCalibration(examples, 1), [0.5])
    expect(share).toBeGreaterThan(0.9)
    expect(share).toBeLessThan(0.99)
  })

  it('follows what tells right from wrong, as a grid search for the best curve does', () => {
    const examples = Array.from({ length: 400 }, (_, at) => {
      const x = (at % 20) / 10 - 1
      return { numbers: [x], isRight: ((at * 7919) % 100) / 100 < 1 / (1 + Math.exp(-(1 + 2 * x))) }
    })
    const [constant = 0, slope = 0] = fitCalibration(examples, 1).weights
    const loss = (a: number, b: number): number =>
      0.25 * b * b +
      [...examples, { numbers: [-0.05], isRight: true }, { numbers: [-0.05], isRight: false }].reduce(
        (sum, { numbers: [x = 0], isRight }) =>
          sum + Math.log(1 + Math.exp((isRight ? -1 : 1) * (a + b * x))),
        0,
      )
    let tried = 0
    for (let a = -3; a <= 3; a += 0.25)
      for (let b = -3; b <= 3; b += 0.25, tried++)
        expect(loss(constant, slope)).toBeLessThanOrEqual(loss(a, b) + 1e-6)
    expect(tried).toBe(625)
  })
})
