import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { chosen, ranked, type Candidate } from '#annotation/choose-mark.js'
import { MARK_RADIUS, marksAsSvg } from '#annotation/draw-marks.js'
import { placeMarks, type Mark } from '#annotation/place-marks.js'
import { markPicture } from '#language/mark-picture.js'
import { must } from '#base/result.js'
import { chooseMarkPrompt, readChosenMark } from '#language/prompts/choose-mark.js'

const SHEET = { width: 320, height: 240, radius: MARK_RADIUS }
const points = (most: number) =>
  fc.array(fc.record({ x: fc.integer({ min: 0, max: 319 }), y: fc.integer({ min: 0, max: 239 }) }), {
    minLength: 1,
    maxLength: most,
  })
const far = (a: { x: number; y: number }, b: { x: number; y: number }): number =>
  Math.hypot(a.x - b.x, a.y - b.y)
const overlaps = (marks: readonly Mark[]): number =>
  marks.flatMap((a, at) => marks.slice(at + 1).filter((b) => far(a, b) < 2 * MARK_RADIUS)).length

describe('PRAG-12: marks', () => {
  it('do not overlap where there is room, stand wholly in the picture, and are numbered in order', () => {
    let beside = 0
    fc.assert(
      fc.property(points(16), (all) => {
        const marks = placeMarks(all, SHEET)
        expect(marks.map(({ number, of }) => [number, of])).toEqual(all.map((of, at) => [at + 1, of]))
        expect(overlaps(marks)).toBe(0)
        expect(marks.some(({ covers }) => covers)).toBe(false)
        for (const { x, y } of marks) {
          expect(x >= MARK_RADIUS && x <= 320 - MARK_RADIUS).toBe(true)
          expect(y >= MARK_RADIUS && y <= 240 - MARK_RADIUS).toBe(true)
        }
        beside += marks.filter((mark) => far(mark, mark.of) > 0).length
        expect(placeMarks(all, SHEET)).toEqual(marks)
      }),
      { numRuns: 100 },
    )
    expect(beside).toBeGreaterThan(50)
  })

  it('that stand apart stand on their points', () => {
    const apart = [40, 120, 200].map((x) => ({ x, y: 100 }))
    expect(placeMarks(apart, SHEET)).toEqual(
      apart.map((of, at) => ({ ...of, number: at + 1, of, covers: false })),
    )
  })

  it('say so where there is no room', () => {
    const crowd = Array.from({ length: 9 }, () => ({ x: 20, y: 20 }))
    const marks = placeMarks(crowd, { width: 40, height: 40, radius: MARK_RADIUS })
    expect(marks.filter(({ covers }) => covers).length).toBeGreaterThan(4)
    expect(marks).toHaveLength(9)
  })

  it('are drawn over the picture, dark and light on any ground, with numbers of 18 pixels', async () => {
    const marks = placeMarks(
      [
        { x: 100, y: 100 },
        { x: 104, y: 100 },
      ],
      SHEET,
    )
    const svg = marksAsSvg(marks, SHEET)
    expect([...svg.matchAll(/font-size="(\d+)"/g)].map(([, size]) => Number(size) >= 18)).toEqual([
      true,
      true,
    ])
    const rgb = new Uint8Array(320 * 240 * 3).fill(128)
    const png = must(await markPicture({ width: 320, height: 240, rgb }, svg), 'the picture')
    const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const changed = (x: number, y: number): boolean => data[3 * (y * 320 + x)] !== 128
    for (const { x, y } of marks) expect(changed(Math.round(x), Math.round(y + MARK_RADIUS - 3))).toBe(true)
    expect(changed(300, 200)).toBe(false)
    expect(data.some((value) => value < 40)).toBe(true)
    expect(data.some((value) => value > 240)).toBe(true)
  })

  it('that do not fit the picture are refused', async () => {
    const found = await markPicture(
      { width: 10, height: 10, rgb: new Uint8Array(300) },
      marksAsSvg([], SHEET),
    )
    expect(found).toMatchObject({ ok: false, error: { code: 'annotation.picture' } })
  })
})

describe('PRAG-13, PRAG-14: the choice', () => {
  const candidates: fc.Arbitrary<readonly Candidate[]> = fc
    .array(fc.tuple(fc.constantFrom(0, 0.2, 0.5, 1), fc.constantFrom(0, 0.01, 0.03)), { maxLength: 8 })
    .map((all) => all.map(([reach, clearance], at) => ({ number: at + 1, reach, clearance })))

  it('is the best product of reach and clearance, the lower number of equals, and never what is not possible', () => {
    let none = 0
    fc.assert(
      fc.property(candidates, fc.integer({ min: 1, max: 8 }), (all, asked) => {
        const product = ({ reach, clearance }: Candidate): number => reach * clearance
        const possible = all.filter((one) => product(one) > 0)
        const most = Math.max(0, ...possible.map(product))
        const best = chosen(all)
        expect(best?.number).toBe(possible.find((one) => product(one) > most - 1e-12)?.number)
        expect(ranked(all)).toHaveLength(possible.length)
        const wanted = possible.find(({ number }) => number === asked) ?? best
        expect(chosen(all, asked)?.number).toBe(wanted?.number)
        none += Number(best === undefined)
      }),
      { numRuns: 300 },
    )
    expect(none).toBeGreaterThan(10)
  })

  it('of a model is one of the numbers that were offered, or none', () => {
    const numbers = [1, 4] as const
    expect(chooseMarkPrompt('put\nit down', numbers).user).toContain('What is to be done: "put it down"\n')
    expect(readChosenMark('{"why":" room ","mark":4}', numbers)).toEqual({
      ok: true,
      value: { why: 'room', mark: 4 },
    })
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.nat(9).map((mark) => JSON.stringify({ why: '', mark })),
        ),
        (reply) => {
          const read = readChosenMark(reply, numbers)
          expect(!read.ok || numbers.some((number) => number === read.value.mark)).toBe(true)
        },
      ),
    )
  })
})
