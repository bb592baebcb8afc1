import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plot } from '#terminal/plot.js'

describe('plot', () => {
  it('draws a curve in ASCII', () => {
    const lines = plot([37.2, 62, 41, 118, 152.4], {
      unicode: false,
      reference: { score: 37.2, label: 'first' },
    })
    expect(`\n${lines.join('\n')}`).toMatchSnapshot()
  })

  it('draws a curve in braille', () => {
    const lines = plot([37.2, 62, 41, 118, 152.4], { unicode: true })
    expect(`\n${lines.join('\n')}`).toMatchSnapshot()
  })

  it('holds any scores, also one alone and equal ones, within 8 rows of 70 columns', () => {
    const score = fc.double({ min: -500, max: 200, noNaN: true })
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 80 }), fc.boolean(), (scores, unicode) => {
        const lines = plot(scores, { unicode })
        expect(lines).toHaveLength(10)
        for (const line of lines) expect([...line].length).toBeLessThanOrEqual(70)
        const drawing = lines.slice(0, 8).join('')
        expect(drawing).toMatch(unicode ? /[\u2801-\u28FF]/ : /\*/)
      }),
    )
  })
})

it('one score, or equal ones, label the axis once', () => {
  expect(
    plot([-32.8], { unicode: true })
      .join('\n')
      .match(/-32\.8/g),
  ).toHaveLength(1)
  expect(plot([5, 5, 5], { unicode: false }).join('\n').match(/5\.0/g)).toHaveLength(1)
})
