import { crc32c } from '#base/crc32c.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { project, unprojectToPlane, type CameraModel } from '#base/camera-model.js'
import { VirtualClock } from '#base/clock.js'
import { canonicalJson, sha256 } from '#base/hash.js'
import { didYouMean, formatDiagnostic } from '#base/diagnostic.js'
import { bitsMask, isMask, maskBits, maskSlots, slotsMask } from '#base/field-map.js'
import { stream } from '#base/random.js'

const camera: CameraModel = {
  width: 640,
  height: 480,
  focal: 560,
  eye: [0.95, -0.85, 1.75],
  lookAt: [0.95, 0.75, 0],
}

describe('crc32c', () => {
  it('gives the published check value', () => {
    expect(crc32c(new TextEncoder().encode('123456789'))).toBe(0xe3069283)
    expect(crc32c(new Uint8Array())).toBe(0)
  })
})

describe('random streams', () => {
  it('are named by every part and repeat exactly', () => {
    const first = (...name: (string | number)[]): number[] => {
      const rng = stream(...name)
      return [rng.next(), rng.next(), rng.next(), rng.next()]
    }
    expect(first(7, 'F1', 3, 'grip')).toEqual(first(7, 'F1', 3, 'grip'))
    const others = [
      first(7, 'F1', 3, 'drop'),
      first(7, 'F1', 4, 'grip'),
      first(8, 'F1', 3, 'grip'),
      first(7, 'F13', 'grip'),
    ]
    for (const other of others) expect(other).not.toEqual(first(7, 'F1', 3, 'grip'))
  })

  it('are uniform: mean and variance within four standard errors', () => {
    const rng = stream('uniformity')
    const n = 100_000
    let sum = 0
    let squares = 0
    for (let i = 0; i < n; i++) {
      const x = rng.next()
      expect(x >= 0 && x < 1).toBe(true)
      sum += x
      squares += x * x
    }
    expect(Math.abs(sum / n - 0.5)).toBeLessThan(4 * Math.sqrt(1 / 12 / n))
    expect(Math.abs(squares / n - 1 / 3)).toBeLessThan(4 * Math.sqrt(4 / 45 / n))
  })

  it('refuses to pick from nothing', () => {
    expect(() => stream('x').pick([])).toThrow(RangeError)
  })
})

describe('masks', () => {
  it('text, slots and wire bits agree, slot 0 first', () => {
    expect(maskSlots('0101')).toEqual([1, 3])
    expect(slotsMask([1, 3])).toBe('0101')
    expect(maskBits('0101')).toBe(0b1010)
    for (let bits = 0; bits < 16; bits++) {
      expect(maskBits(bitsMask(bits))).toBe(bits)
      expect(slotsMask(maskSlots(bitsMask(bits)))).toBe(bitsMask(bits))
    }
    expect(['0101', '101', '0102', '01011', ' 0101'].map(isMask)).toEqual([true, false, false, false, false])
  })
})

describe('camera model', () => {
  it('unproject undoes project on the floor and on block tops', () => {
    const inView = fc.record({
      x: fc.double({ min: 0, max: 1.9, noNaN: true }),
      y: fc.double({ min: 0, max: 2, noNaN: true }),
      z: fc.constantFrom(0, 0.03),
    })
    fc.assert(
      fc.property(inView, ({ x, y, z }) => {
        const pixel = project(camera, [x, y, z])
        const back = pixel && unprojectToPlane(camera, pixel, z)
        expect(back?.x).toBeCloseTo(x, 9)
        expect(back?.y).toBeCloseTo(y, 9)
      }),
    )
  })

  it('sees nothing behind itself and no floor above the horizon', () => {
    expect(project(camera, [0.95, -5, 1.75])).toBeUndefined()
    expect(unprojectToPlane(camera, { u: 320, v: -2000 }, 0)).toBeUndefined()
  })
})

describe('canonical JSON', () => {
  it('does not depend on the order of keys and drops undefined', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.boolean())), (object) => {
        const reversed = Object.fromEntries(Object.entries(object).reverse())
        expect(canonicalJson(reversed)).toBe(canonicalJson(object))
      }),
    )
    expect(canonicalJson({ b: [1, { z: null, a: undefined }], a: 'x' })).toBe('{"a":"x","b":[1,{"z":null}]}')
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})

describe('diagnostics', () => {
  it('say where, what, expected, got and what to do', () => {
    const text = formatDiagnostic({
      code: 'xml.unknown-node',
      severity: 'error',
      message: 'there is no node MoveToZon',
      where: { file: 'a.xml', line: 3, column: 7 },
      got: 'MoveToZon',
      hint: 'did you mean MoveToZone?',
    })
    expect(text).toBe(
      'a.xml:3:7: error xml.unknown-node: there is no node MoveToZon\n  got:      MoveToZon\n  hint:     did you mean MoveToZone?',
    )
  })

  it('suggest a near word and keep silent about far ones', () => {
    expect(didYouMean('MoveToZon', ['LoadBlocks', 'MoveToZone', 'MoveToHome'])).toBe('MoveToZone')
    expect(didYouMean('Frobnicate', ['LoadBlocks', 'MoveToZone'])).toBeUndefined()
    // what it begins comes first, and half of the letters are not enough
    expect(didYouMean('sta', ['stop', 'status', 'stop now'])).toBe('status')
    expect(didYouMean('alarm', ['arm', 'stop'])).toBeUndefined()
    expect(didYouMean('stpo', ['step', 'stop'])).toBe('stop')
    expect(didYouMean('nope', ['home', 'field'])).toBeUndefined()
    expect(didYouMean('F9', ['F1', 'F2'])).toBeUndefined()
    expect(didYouMean('hom', ['field', 'home'])).toBe('home')
  })
})

describe('virtual clock', () => {
  it('stands until told to go on, and never goes back', () => {
    const clock = new VirtualClock()
    clock.advance(20)
    expect(clock.now()).toBe(20)
    for (const bad of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => clock.advance(bad)).toThrow(RangeError)
  })
})
