import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderText, quoted } from '#instructions/order-text.js'

const codeOf = (typed: string): string => {
  const read = orderText(typed)
  return read.ok ? read.value : read.error.code
}

describe('the text of an order', () => {
  it.each([
    ['bring the milk', 'bring the milk'],
    ['  bring\n\tthe  milk\r\n', 'bring the milk'],
    ['bring\u200B the mi\u00ADlk\uFEFF', 'bring the milk'],
    ['\u202Eklim eht gnirb', 'klim eht gnirb'],
    ['принеси молоко', 'принеси молоко'],
    ['牛乳を持ってきて', '牛乳を持ってきて'],
    ['', 'do.empty'],
    [' \n\t ', 'do.empty'],
    ['\u200B', 'do.empty'],
    ['?!.,', 'do.empty'],
    ['bring \u001B[2J the milk', 'do.not-text'],
    ['bring\u0000', 'do.not-text'],
    ['\u009B31m milk', 'do.not-text'],
    ['\uFFFD\uFFFDPNG', 'do.not-text'],
    ['\uD800 milk', 'do.not-text'],
    ['bring the milk '.repeat(3_334), 'do.too-long'],
    ['go '.repeat(201), 'do.too-long'],
    ['go '.repeat(200), 'go '.repeat(200).trim()],
    ['x'.repeat(4_001), 'do.too-long'],
  ])('%j', (typed, read) => expect(codeOf(typed)).toBe(read))

  it('is plain and short whatever is typed, or is refused with all that a person needs', () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 6_000 }),
      fc.string({ unit: 'grapheme' }),
      fc
        .array(fc.constantFrom('milk', '\u001B', '\n', '…', '\u200D'), { maxLength: 500 })
        .map((all) => all.join(' ')),
    )
    let read = 0
    fc.assert(
      fc.property(any, (typed) => {
        const text = orderText(typed)
        if (text.ok) {
          read++
          expect(text.value).toMatch(/^\S(.*\S)?$/u)
          expect(text.value).not.toMatch(/\p{Cc}|\p{Cf}|\p{Cs}/u)
          expect(text.value.split(' ').length).toBeLessThanOrEqual(200)
        } else {
          const { code, message, expected, got, hint } = text.error
          expect([code, message, expected, got, hint].every((part) => (part ?? '') !== '')).toBe(true)
          expect(`${message}${got}`).not.toMatch(/\p{Cc}|\p{Cs}/u)
          expect(got?.length).toBeLessThan(200)
        }
      }),
      { numRuns: 200 },
    )
    expect(read).toBeGreaterThan(20)
  })

  it('is quoted by its beginning', () => {
    expect(quoted('short')).toBe('short')
    expect([...quoted('😀'.repeat(100))]).toHaveLength(81)
  })
})
