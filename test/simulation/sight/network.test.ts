import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { openSight } from '#lab/training/sight/network/open-sight.js'
import { ANSWER, WIDTH } from '#tabletop/sight/enrolled/network.js'
import { CROP_VALUES } from '#tabletop/sight/enrolled/crops.js'

const file = (name: string): string => new URL(`../../../models/sight/${name}`, import.meta.url).pathname
const network = must(openSight(file('sight.onnx')), 'the network')
afterAll(() => network.close())

describe('the network for enrolled things', () => {
  it('answers as torch did when it was exported', () => {
    const golden = JSON.parse(readFileSync(new URL('golden.json', import.meta.url), 'utf8')) as {
      answers: number[][]
    }
    const crops = Float32Array.from({ length: 2 * CROP_VALUES }, (_, at) => (31 * at) % 251)
    const answers = network.infer(crops)
    expect(answers.length).toBe(2 * ANSWER)
    golden.answers.flat().forEach((value, at) => expect(answers[at]).toBeCloseTo(value, 4))
    // and it tells the two crops apart, which an answer that ignores its input would not
    const apart =
      golden.answers[0]?.map((value, at) => Math.abs(value - (golden.answers[1]?.[at] ?? 0))) ?? []
    expect(Math.max(...apart.slice(0, WIDTH))).toBeGreaterThan(0.05)
  })

  it('gives the same answers for the same crops, and none that depend on others beside them', () => {
    const one = Float32Array.from({ length: CROP_VALUES }, (_, at) => (7 * at) % 200)
    const two = new Float32Array(2 * CROP_VALUES)
    two.set(one, CROP_VALUES)
    const alone = network.infer(one)
    expect(network.infer(one)).toEqual(alone)
    network
      .infer(two)
      .slice(ANSWER)
      .forEach((value, at) => expect(value).toBeCloseTo(alone[at] ?? NaN, 4))
  })

  it('says what is missing', () => {
    const opened = openSight('nowhere.onnx')
    expect(opened.ok ? '' : opened.error).toContain('npm run models:sight')
  })
})
