import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completeFaults } from '#simulation/line/line-faults.js'
import { parseLine } from '#simulation/line/line-spec.js'

const refusal = (text: string): string => {
  const parsed = parseLine(text)
  if (parsed.ok) throw new Error(`${text} was taken`)
  return parsed.error
}

describe('graft run --line: faults as people write them', () => {
  it('chances and spans hold for both directions, or for the one that is named', () => {
    expect(parseLine('drop=0.05, duplicate=2e-2,toHost.delayMs=5..20,toFirmware.drop=1')).toEqual({
      ok: true,
      value: {
        toFirmware: { drop: 1, duplicate: 0.02 },
        toHost: { drop: 0.05, duplicate: 0.02, delayMs: { min: 5, max: 20 } },
        events: [],
      },
    })
  })

  it('stalls and silences have a second and a length', () => {
    expect(parseLine('stall@12s=150,toHost.silence@0.5s=20,unit=chunks')).toEqual({
      ok: true,
      value: {
        toFirmware: { unit: 'chunks' },
        toHost: { unit: 'chunks' },
        events: [
          { at: 12_000, for: 150, way: 'both', does: 'stall' },
          { at: 500, for: 20, way: 'toHost', does: 'silence' },
        ],
      },
    })
  })

  it.each([
    ['', 'is not NAME=VALUE'],
    ['drop', 'such as drop=0.05'],
    ['drop=2', 'a chance from 0 to 1'],
    ['drop=-1', 'a chance from 0 to 1'],
    ['drop=0x1', 'a chance from 0 to 1'],
    ['dorp=0.1', 'did you mean drop?'],
    ['delayMs=20..5', 'whole milliseconds'],
    ['delayMs=999999', 'up to 60000'],
    ['unit=bits', 'frames or chunks'],
    ['drop@3s=1', 'a stall or a silence'],
    ['stall@3s=0', 'from 1 to 60000'],
    ['up.drop=0.1', 'is not NAME=VALUE'],
    ['drop=0.1,drop=0.2', 'drop is given twice'],
    ['toHost.drop=0.1,drop=1,toHost.drop=0.2', 'toHost.drop is given twice'],
  ])('%s is refused, and the sentence says what is expected', (text, says) => {
    expect(refusal(text)).toContain(says)
  })

  it('whatever is taken is a line; whatever is not has a sentence', () => {
    const name = fc.constantFrom(
      'drop',
      'flip',
      'stall',
      'stallMs',
      'delayMs',
      'stall@1s',
      'toHost.cut',
      'x',
      '__proto__',
    )
    const value = fc.oneof(fc.constantFrom('0', '1', '.5', '1e-4', '5..20', '7'), fc.string({ maxLength: 6 }))
    let taken = 0
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { minLength: 1, maxLength: 3 }), (pairs) => {
        const parsed = parseLine(pairs.map((pair) => pair.join('=')).join(','))
        if (!parsed.ok) return void expect(parsed.error.length).toBeGreaterThan(20)
        completeFaults(parsed.value.toFirmware)
        completeFaults(parsed.value.toHost)
        taken++
      }),
      { numRuns: 3_000, seed: 1 },
    )
    expect(taken).toBeGreaterThan(300)
  })
})
