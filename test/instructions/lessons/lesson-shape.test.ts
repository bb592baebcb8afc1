import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { formatCall, parseCall } from '#instructions/lessons/call.js'
import { checkLesson } from '#instructions/lessons/check-lesson.js'
import { lessonData, lessonsFromData, readLessons } from '#instructions/lessons/lesson-shape.js'
import { LESSON_LIMITS } from '#instructions/lessons/lesson.js'
import { Problems } from '#worlds/problems.js'
import { lessonOf, tabletop } from './support/lessons.js'

const REST = `
    key: { instruction: put it away, scene: a table }
    origin: { robot: arm, world: tabletop, skills: abc }
    evidence: { held: 2, failed: 0 }`

/** The codes of what is wrong in a file, each with its line and column. */
function wrong(text: string): readonly string[] {
  const read = readLessons(text, 'lessons.yaml')
  return read.ok ? [] : read.error.map(({ code, where }) => `${where?.line}:${where?.column} ${code}`)
}

describe('a file of lessons', () => {
  it('is read back as it was written', () => {
    const lesson = lessonOf({
      for: { item: 'cube', closure: 'door' },
      when: 'not open(?closure)',
      first: 'Open closure=?closure',
      before: 'Pick item=?item',
      evidence: { held: 3, failed: 1, with: [{ item: 'red_cube', closure: 'door' }], without: [] },
      use: { times: 4, last: 9 },
      status: 'quarantined',
    })
    const text = stringify({ lessons: [lessonData(lesson)] })
    expect(readLessons(text, 'x')).toMatchObject({ ok: true, value: { lessons: [lesson] } })
  })

  it.each([
    ['lessons:\n  - avoid: Pick item=?item item=?item' + REST, ['2:28 lesson.call']],
    ['lessons:\n  - avoid: Pick item' + REST, ['2:17 lesson.call']],
    ['lessons:\n  - avoid: 9Pick' + REST, ['2:12 lesson.call']],
    ['lessons:\n  - when: true' + REST, ['2:5 lesson.advice']],
    ['lessons:\n  - avoid: Pick\n    believe: open(door)' + REST, ['2:5 lesson.advice']],
    ['lessons:\n  - avoid: Pick\n    over: Place' + REST, ['3:5 lesson.advice']],
    ['lessons:\n  - first: Pick' + REST, ['2:5 lesson.advice']],
    ['lessons:\n  - avoid: Pick\n    status: idle' + REST, ['3:13 lesson.status']],
    ['lessons:\n  - avoid: Pick\n    wehn: true' + REST, ['3:5 lesson.unknown-key']],
    ['lessons:\n  - avoid: Pick\n    evidence: { held: -1, failed: 0 }', undefined],
    ['lessons: 5', ['1:10 lesson.type']],
    ['', ['1:1 lesson.empty']],
  ])('says what is wrong, and where: %j', (text, codes) => {
    const found = wrong(text)
    expect(found.length).toBeGreaterThan(0)
    expect(codes === undefined ? found.length : found).toEqual(codes ?? found.length)
  })

  it('never throws, whatever the text', () => {
    let refused = 0
    const words = fc.constantFrom(
      ...'lessons: - for when avoid prefer over first { } [ ] ? = \n | Pick item'.split(' '),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words).map((all) => all.join(' ')),
        ),
        (text) => {
          const read = readLessons(text, 'x')
          if (!read.ok) refused++
          return read.ok || read.error.every(({ code, message }) => code !== '' && message !== '')
        },
      ),
      { numRuns: 600, seed: 7 },
    )
    expect(refused).toBeGreaterThan(500)
  })

  it('never throws, whatever the data', () => {
    let refused = 0
    fc.assert(
      fc.property(fc.array(fc.anything()), (lessons) => {
        if (!lessonsFromData({ lessons }, () => undefined).ok) refused++
      }),
      { numRuns: 300, seed: 7 },
    )
    expect(refused).toBeGreaterThan(200)
  })
})

describe('a call', () => {
  it('is read back as it was written', () => {
    const name = fc.stringMatching(/^[A-Za-z_]\w{0,10}$/)
    const value = fc.oneof(
      name,
      name.map((one) => `?${one}`),
      fc.integer({ min: -999, max: 999 }).map(String),
    )
    fc.assert(
      fc.property(name, fc.dictionary(name, value, { noNullPrototype: true }), (skill, args) => {
        fc.pre(!Object.hasOwn(args, '__proto__'))
        const problems = new Problems(() => undefined)
        const text = formatCall({ skill, args })
        expect(parseCall({ text, spot: { path: [] } }, problems)).toEqual({ skill, args })
      }),
      { seed: 7 },
    )
  })
})

describe('a lesson in a world', () => {
  const codes = (data: object): readonly string[] => {
    const checked = checkLesson(lessonOf(data), tabletop)
    return checked.ok ? [] : checked.error.map(({ code }) => code)
  }

  it.each([
    [{ for: { item: 'cube' }, avoid: 'Pick item=?item approach=from_above' }, []],
    [{ for: { item: 'red_cube | can' }, avoid: 'Pick item=?item' }, []],
    [{ for: { item: 'cubes' }, avoid: 'Pick item=?item' }, ['lesson.unknown-type']],
    [{ for: { item: 'surface' }, avoid: 'Pick item=?item' }, ['lesson.argument-type']],
    [{ avoid: 'Pick item=?item' }, ['lesson.unknown-name']],
    [{ avoid: 'Pick what=ball' }, ['lesson.unknown-port']],
    [{ avoid: 'Pikc item=ball' }, ['lesson.unknown-skill']],
    [{ avoid: 'Pick item=ball', when: 'open(ball)' }, ['lesson.argument-type']],
    [{ avoid: 'Pick item=ball', when: 'open(' }, ['lesson.formula-syntax']],
    [{ believe: 'location(ball)' }, ['lesson.not-a-formula']],
    [
      { for: { a: 'target', b: 'target', c: 'target' }, when: '?a = ?b or ?b = ?c', believe: 'true' },
      ['lesson.too-wide'],
    ],
  ])('%j', (data, expected) => expect(codes(data)).toEqual(expected))

  it('has bounds', () => {
    const example = { for: { item: 'cube' }, avoid: 'Pick item=?item' }
    const many = Array.from({ length: LESSON_LIMITS.lessons + 1 }, () => lessonData(lessonOf(example)))
    expect(lessonsFromData({ lessons: many.slice(1) }, () => undefined).ok).toBe(true)
    expect(lessonsFromData({ lessons: many }, () => undefined).ok).toBe(false)
  })
})
