import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeText, html, render, trusted } from '#report/html.js'

/** every UTF-16 code unit, also halves of pairs, with much of what markup is made of */
const ANY_UNIT = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit))
const ANY_TEXT = fc
  .array(fc.oneof(ANY_UNIT, fc.constantFrom(...'<>"\'&`/=')), { maxLength: 60 })
  .map((units) => units.join(''))

describe('html', () => {
  it('escapes every interpolation, in text and in attributes', () => {
    fc.assert(
      fc.property(ANY_TEXT, (text) => {
        const markup = render(html`<p title="${text}">${[text, [text]]}</p>`)
        expect(markup.match(/[<>]/g)).toHaveLength(4)
        expect(markup.match(/"/g)).toHaveLength(2)
      }),
    )
  })

  it('escapes without losing a letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
        const back = escapeText(text).replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
        expect(back).toBe(text)
      }),
    )
  })

  it('keeps markup of its own, and drops what is not there', () => {
    expect(render(html`${html`<b>${1}</b>`}${null}${undefined}${false}${''}${trusted('<i>')}`)).toBe(
      '<b>1</b><i>',
    )
  })
})
