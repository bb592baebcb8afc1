import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { askScene, CANDIDATES, type DetectorRow } from '../../lab/bench/detector/ask-scene.js'
import { calibrationError } from '../../lab/bench/detector/calibration-error.js'
import { fitConfidences, readConfidences } from '../../lab/bench/detector/confidence.js'
import { figuresOf } from '../../lab/bench/detector/figures.js'
import { detectorCsv, summaryOf } from '../../lab/bench/detector/page.js'
import type { Said, SceneRecord, TrueThing } from '../../lab/bench/detector/scene-record.js'

const CONFIDENCES = must(readConfidences('lab/bench/detector/confidences.json'), 'confidences')

const thing = (name: string, location: string | undefined, visible: number): TrueThing => ({
  ...{ name, location, visible, glimpsed: visible, lies: false, isPlaceDue: true },
  ...{ shape: Number(name.at(-1)) % 2 === 0 ? 'bowl' : 'egg', hue: 90 * Number(name.at(-1)), tips: true },
  there: location !== undefined,
})

/** Things in sight, one behind something, one that is not there. @param says what every reader says of those in sight */
function scene(index: number, says: (one: TrueThing) => Partial<Said>): SceneRecord {
  const things = [
    ...['table', 'left_tray', 'mat', 'table'].map((place, at) => thing(`test-${at}`, place, 1)),
    thing('test-4', 'table', 0.05),
    thing('test-5', undefined, 0),
  ]
  const said = things
    .filter(({ visible }) => visible > 0.1)
    .map((one): Said => ({ name: one.name, location: one.location, lies: one.lies, odds: 8, ...says(one) }))
  return {
    ...{ index, things },
    closures: [{ name: 'drawer', open: index % 2 === 0, said: index % 2 === 0, margin: 0.5 }],
    readers: Object.fromEntries(CANDIDATES.map(({ reader }) => [reader, said])),
  }
}

const ask = (says: (one: TrueThing) => Partial<Said>): DetectorRow[] =>
  [1, 2, 3].flatMap((index) => askScene(scene(index, says), CONFIDENCES, 80))
const trained = (rows: readonly DetectorRow[]): DetectorRow[] =>
  rows.filter(({ reader }) => reader === 'trained')

describe('PRAG-03: graft bench detector', () => {
  it('finds nothing wrong where all is read as it is, and what is hidden not to be seen', () => {
    const figures = figuresOf(trained(ask(() => ({}))))
    expect(figures.missed.of).toBeGreaterThan(20)
    expect(figures.hidden.of).toBeGreaterThan(20)
    expect([figures.missed.part, figures.false.part, figures.wrong.part]).toEqual([0, 0, 0])
    expect(figures.right.share).toBe(1)
    expect(figures.hidden.share).toBe(1)
  })

  it('counts as false what is said to be elsewhere, and as missed what is not said', () => {
    const elsewhere = figuresOf(trained(ask(() => ({ location: 'right_tray' }))))
    expect(elsewhere.denied.part).toBeGreaterThan(10)
    expect(elsewhere.false.part).toBeGreaterThan(5)
    expect(elsewhere.error.belief[0]).toBeGreaterThan(0.1)
    const silent = figuresOf(trained(ask(() => ({ location: undefined, lies: undefined }))))
    expect([silent.denied.part, silent.false.part]).toEqual([0, 0])
    expect(silent.missed.part).toBeGreaterThan(10)
    expect(silent.hidden.share).toBe(1)
  })

  it('is the same again, with a line for each formula and candidate', () => {
    const [once, again] = [ask(() => ({})), ask(() => ({}))]
    expect(detectorCsv(again)).toBe(detectorCsv(once))
    expect(once).toHaveLength(3 * 80 * CANDIDATES.length)
    expect(summaryOf(once)).toMatchObject({ scenes: 3, formulas: 240 })
    // all candidates read the same here: nobody is better
    expect(summaryOf(once).fallsShort).toContain('not better than colour thresholds by the interval')
  })

  it('learns how often a reader is right, and refuses a file that says nothing of it', () => {
    const right = fitConfidences([scene(1, () => ({}))], ['trained'])
    const wrong = fitConfidences([scene(1, () => ({ location: 'mat' }))], ['trained'])
    const constant = (all: typeof right): number => all.readers['trained']?.place.weights[0] ?? NaN
    expect(constant(right)).toBeGreaterThan(constant(wrong))
    const read = readConfidences('package.json')
    expect(read.ok ? [] : read.error.map(({ code }) => code)).toEqual(['bench.confidences'])
  })

  it('measures calibration: none is off where as many are right as was said', () => {
    const sure = (confidence: number, right: number) =>
      Array.from({ length: 100 }, (_, at) => ({ confidence, isRight: at < right }))
    for (const bins of ['width', 'size'] as const) {
      expect(calibrationError([...sure(0.25, 25), ...sure(0.95, 95)], bins)).toBeCloseTo(0)
      expect(calibrationError([...sure(0.25, 45), ...sure(0.95, 95)], bins)).toBeCloseTo(0.1)
    }
    expect(calibrationError([], 'size')).toBe(0)
  })
})
