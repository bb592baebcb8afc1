import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { choicesOf, fitClassifiers, type Choice } from '#lab/training/sight/fit/fit-classifier.js'
import { truthsOf } from '#lab/training/sight/fit/truth.js'
import { logOdds } from '#tabletop/sight/enrolled/classifier.js'

/** A name is right where both numbers are high or both are low: no sum of them tells. */
const isRight = (row: readonly number[]): boolean => (row[0] ?? 0) * (row[1] ?? 0) > 0

function choices(seed: string, count: number): Choice[] {
  const rng = stream('fit-classifier', seed)
  const number = (): number => (rng.chance(0.5) ? 1 : -1) * (0.3 + rng.next())
  return Array.from({ length: count }, () => {
    const row = [number(), number(), rng.next()]
    return [{ rows: [row], isOwn: isRight(row), isSame: [isRight(row)] }]
  })
}

describe('classifiers of what was compared', () => {
  it('tell from two numbers together what none of them tells alone', () => {
    const fitted = fitClassifiers(choices('fit', 400))
    const rows = choices('test', 300).flatMap((names) => names.flatMap(({ rows: own }) => own))
    const right = rows.filter((row) => logOdds(fitted, row) > 0 === isRight(row))
    expect(right.length).toBeGreaterThan(0.95 * rows.length)
  })

  it('are the same for the same choices', () => {
    const few = choices('same', 20)
    expect(fitClassifiers(few)).toEqual(fitClassifiers(few))
  })

  it('find the pose likelier that a thing has, though strangers look more like that pose still', () => {
    const rng = stream('fit-classifier', 'pose')
    // the first number tells the pose, the second one the name
    const posed = Array.from({ length: 150 }, (): Choice[] => [
      [
        {
          rows: [
            [0.2 + rng.next(), 1],
            [-0.2 - rng.next(), 1],
          ],
          isOwn: true,
          isSame: [true, false],
        },
      ],
      [{ rows: [[3 + rng.next(), 0]], isOwn: false, isSame: [false] }],
    ]).flat()
    const fitted = fitClassifiers(posed)
    expect(logOdds(fitted, [0.5, 1])).toBeGreaterThan(logOdds(fitted, [-0.5, 1]))
    expect(logOdds(fitted, [3.5, 0])).toBeLessThan(0)
  })

  it('are not made of nothing', () => {
    expect(() => fitClassifiers([])).toThrow('none of the scenes shows a thing')
  })
})

describe('choices', () => {
  const point = (cell: number) => ({ cell })
  const group = (...cells: number[]) => ({ members: cells.map(point), points: cells.length }) as never
  const placed = (name: string) => ({ thing: { name }, turn: { lies: false } })
  const scene = { placed: [placed('cup'), placed('jar')] } as never
  // cells 0…5 show the cup, 6…9 the jar, 10 the table
  const labels = Uint8Array.from([1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 0])
  const compared = (seen: never, ...names: string[]): never[] =>
    names.map((name) => ({ seen, thing: { name }, rows: [{ view: { lies: false }, values: [1] }] }) as never)

  it('have their own name where a group is a whole thing, and none where it is only a part of one', () => {
    const [whole, part, jar] = [group(0, 1, 2, 3, 4, 5), group(0, 1), group(6, 7, 8, 9, 10)]
    const truths = truthsOf(scene, labels, [whole, part, jar])
    expect(truths.map(({ isPure, isWhole }) => [isPure, isWhole])).toEqual([
      [true, true],
      [true, false],
      [true, true],
    ])
    const all = [whole, part, jar].flatMap((seen) => compared(seen, 'cup', 'jar'))
    const isOwn = (made: readonly Choice[]) => made.map((names) => names.map((name) => name.isOwn))
    expect(isOwn(choicesOf(truths, all, () => true))).toEqual([[true, false], [false], [false, true]])
    // of a thing that does not count neither its looks nor its name
    expect(isOwn(choicesOf(truths, all, (name) => name === 'cup'))).toEqual([[true]])
  })
})
