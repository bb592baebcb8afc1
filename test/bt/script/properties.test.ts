import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { Blackboard } from '#bt/blackboard.js'
import { compileScript, ScriptError } from '#bt/script/compile.js'
import { parseScript } from '#bt/script/parse.js'
import { printScript } from '#bt/script/print.js'
import { visit } from '#bt/script/visit.js'
import { arbitraryScript, shapeOf } from './arbitrary-script.js'
import { boardOf, COLORS, entryShown, shown } from './board.js'
import { valueOf } from './witness.js'

const seed = 20_260_101

const freshBoard = (): Blackboard =>
  boardOf(
    {
      i: ['int32', 7],
      d: ['double', 2.5],
      s: ['string', 'text'],
      b: ['bool', true],
      v: ['vector<int32>', [1, 2]],
      e: ['int32'],
      y: ['double', 1],
    },
    new Blackboard(new Blackboard()),
  )

/** The result or the error, and every entry afterwards. */
function outcome(source: string): readonly string[] {
  const blackboard = freshBoard()
  const script = must(compileScript(source), source)
  let result: string
  try {
    result = shown(script.run({ blackboard, enums: COLORS }))
  } catch (cause) {
    if (!(cause instanceof ScriptError)) throw cause
    if (cause.offset >= source.length) throw new Error(`an error beyond its script: ${source}`, { cause })
    result = 'error'
  }
  return [result, ...[...blackboard.keys()].map((key) => `${key} ${entryShown(blackboard, key)}`)]
}

describe('every script', () => {
  it('reads again as what was printed', () => {
    fc.assert(
      fc.property(arbitraryScript, (ast) => {
        const text = printScript(ast)
        const again = must(parseScript(text), text)
        expect(shapeOf(again)).toEqual(shapeOf(ast))
        expect(printScript(again)).toBe(text)
      }),
      { seed, numRuns: 3000 },
    )
  })

  it('gives a value or a ScriptError, and twice the same', () => {
    let errors = 0
    fc.assert(
      fc.property(arbitraryScript, (ast) => {
        const text = printScript(ast)
        const first = outcome(text)
        if (first[0] === 'error') errors += 1
        expect(outcome(text)).toEqual(first)
      }),
      { seed, numRuns: 3000 },
    )
    expect(errors).toBeGreaterThan(300)
    expect(errors).toBeLessThan(2900)
  })

  it('means the same with and without blanks between its words', () => {
    fc.assert(
      fc.property(arbitraryScript, (ast) => {
        const text = printScript(ast)
        const wide = text.replace(/'[^']*'|\S+/g, (word) => `\t${word}\n`)
        expect(outcome(wide)).toEqual(outcome(text))
      }),
      { seed, numRuns: 1000 },
    )
  })

  it('has places in its tree, where every part can be read alone', () => {
    fc.assert(
      fc.property(arbitraryScript, (ast) => {
        const text = printScript(ast)
        for (const statement of must(parseScript(text), text).statements) {
          visit(statement, (part) => {
            const cut = text.slice(part.start, part.end)
            const alone = { source: cut, statements: [part] }
            expect(shapeOf(must(parseScript(cut), cut))).toEqual(shapeOf(alone))
            expect(part.at).toBeGreaterThanOrEqual(part.start)
            expect(part.at).toBeLessThan(part.end)
          })
        }
      }),
      { seed, numRuns: 500 },
    )
  })
})

describe('operators', () => {
  const number = fc.constantFrom('0', '1', '2', '3', '7', '12', '0.5', '2.5', '1e3', 'true', 'false')
  const sign = fc.constantFrom('-', '!', '~', '')
  const operator = fc.constantFrom(
    ...[
      '||',
      '&&',
      '==',
      '!=',
      '<',
      '>',
      '<=',
      '>=',
      '|',
      '^',
      '&',
      '+',
      '-',
      '*',
      '/',
      '+',
      '-',
      '*',
      '/',
      '<',
      '?',
    ],
  )
  const phrase = fc
    .tuple(fc.tuple(sign, number), fc.array(fc.tuple(operator, sign, number, sign, number), { maxLength: 7 }))
    .map(([[s, n], rest]) => [
      ...(s === '' ? [n] : [s, n]),
      ...rest.flatMap(([o, s1, n1, s2, n2]) => [
        o,
        ...(s1 === '' ? [n1] : [s1, n1]),
        ...(o === '?' ? [':', ...(s2 === '' ? [n2] : [s2, n2])] : []),
      ]),
    ])

  it('bind as a second evaluator says, which cuts at the weakest one', () => {
    let compared = 0
    fc.assert(
      fc.property(phrase, (words) => {
        // doubles everywhere: integers are stricter with && and ||
        const source = words.map((word) => (/^\d+$/.test(word) ? `${word}.0` : word)).join(' ')
        let expected: number
        try {
          expected = valueOf(words)
        } catch (cause) {
          if (!(cause instanceof RangeError)) throw cause
          return
        }
        compared += 1
        const run = (): unknown =>
          must(compileScript(source), source).run({ blackboard: new Blackboard(), enums: COLORS })
        expect(run()).toBe(expected)
      }),
      { seed, numRuns: 5000 },
    )
    expect(compared).toBeGreaterThan(3000)
  })
})
