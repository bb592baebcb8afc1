import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faceMask, parseAnswer, VOCABULARY } from '#learning/field/critic/dialogue/answer.js'
import { answerText } from './support/scripted.js'

test('VRL-09: an answer is read line by line, findings with their severities', () => {
  const text = answerText({
    z2: 'orange blue blue empty orientation s0.30 placement s0.45',
    z8: '- - - -',
    stray: 'n2 placement s0.60',
    robot: 'z6 final-position s0.50',
    overall: 's0.60',
  })
  const parsed = parseAnswer(text)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  const { zones, stray, robot, overall } = parsed.value
  const line = zones.get(2)
  expect(line?.findings.map(({ impact, severity }) => [impact, severity])).toEqual([
    ['orientation', 0.3],
    ['placement', 0.45],
  ])
  expect(line && faceMask(line, 'orange')).toBe('1000')
  expect(zones.has(8)).toBe(false)
  expect([stray.count, robot.seen, overall]).toEqual([2, 6, 0.6])
})

test('VRL-09: 1000 broken replies, none crashes and each error names the first word that is wrong', () => {
  const good = answerText({ z4: 'blue blue blue orange orientation s0.30', overall: 's0.30' })
  const words = good.split(' ')
  let refused = 0
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: words.length - 1 }),
      fc.oneof(
        fc.constant('cut' as const),
        fc.constant('```json'),
        fc.constantFrom(...VOCABULARY),
        fc.string({ maxLength: 8 }).filter((s) => s.trim() !== ''),
      ),
      (at, what) => {
        const broken = what === 'cut' ? words.slice(0, at) : [...words.slice(0, at), what, ...words.slice(at)]
        const parsed = parseAnswer(broken.join(' '))
        if (parsed.ok) return
        refused++
        expect(parsed.error.word).toBeGreaterThanOrEqual(0)
        expect(parsed.error.expected).not.toBe('')
        expect(parsed.error.got).not.toBe('')
      },
    ),
    { numRuns: 1000 },
  )
  expect(refused).toBeGreaterThan(900)
})

test('prose after the end is refused', () => {
  expect(parseAnswer(`${answerText()} I hope this helps`).ok).toBe(false)
  expect(parseAnswer('').ok).toBe(false)
})

test('the vocabulary names each word once', () => {
  expect(new Set(VOCABULARY).size).toBe(VOCABULARY.length)
  expect(VOCABULARY.length).toBeGreaterThan(70)
})
