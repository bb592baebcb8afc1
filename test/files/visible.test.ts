import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { visible } from '#base/visible.js'

/** what a terminal would obey, and what hides or turns around: in the words of Unicode, not of the code */
const OBEYED =
  /(?![\n\t])\p{Cc}|[\p{Bidi_Control}\p{Cs}\u200B\u200C\u200D\u2060\uFEFF]|[\u{E0000}-\u{E007F}]/u

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\u001b[2J',
      '\u001b]0;x\u0007',
      '\u009b31m',
      '\r',
      '\b',
      '\u202e',
      '\u2066',
      '\u200b',
      '\ufeff',
      '\u{e0041}',
      '\ud800',
      '\u007f',
      '\u0000',
      '\n',
      '\t',
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  ),
})

describe('text from elsewhere', () => {
  it('has nothing in it that a terminal would obey, and nothing is lost', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = visible(text)
        expect(shown).not.toMatch(OBEYED)
        const json = JSON.stringify(text)
        expect(JSON.parse(visible(json))).toBe(text)
      }),
      { numRuns: 20_000 },
    )
  })

  it('says what it was, and leaves plain text, letters of all languages and line ends as they are', () => {
    expect(visible('a\u001b[31mb\u202ec')).toBe('a\\u001b[31mb\\u202ec')
    const plain = 'Grüße, 日本, עברית 😀\n\tx → y'
    expect(visible(plain)).toBe(plain)
  })

  it('a diagnostic is safe wherever a foreign word can stand in it', () => {
    fc.assert(
      fc.property(
        fc.record({
          message: hostile,
          file: hostile,
          expected: hostile,
          got: hostile,
          hint: hostile,
          code: hostile,
        }),
        (words) => {
          const { file, ...rest } = words
          const problem: Diagnostic = { severity: 'error', where: { file, line: 1, column: 1 }, ...rest }
          const text = formatDiagnostic(problem)
          expect(text).not.toMatch(OBEYED)
          // nor can a name begin a line, which would read as a message of ours
          expect(text.split('\n').map((line) => line.slice(0, 11))).toEqual([
            expect.anything(),
            '  expected:',
            '  got:     ',
            '  hint:    ',
          ])
          expect(text).not.toContain('\t')
        },
      ),
      { numRuns: 5000 },
    )
  })
})
