import { describe, expect, it } from 'vitest'
import { sameCase } from '#bt/nodes/control/switch.js'

const COLORS = new Map([
  ['RED', 0],
  ['BLUE', 2],
])

describe('a case of a Switch equals the variable', () => {
  it.each([
    ['a', 'a', true],
    ['a', 'A', false],
    ['', '', true],
    ['1', '1.0', true],
    ['01', '1', true],
    ['-2', '-2.000000', true],
    ['1e3', '1000', true],
    ['.5', '0.5', true],
    ['5.', '5', true],
    ['1E-1', '0.1', true],
    ['1', '1.0000001', true],
    ['1', '1.0000002', false],
    ['3', '4', false],
    ['BLUE', '2', true],
    ['2.0', 'BLUE', true],
    ['BLUE', 'RED', false],
    ['GREEN', '1', false],
    ['+1', '1', false],
    [' 1', '1', false],
    ['1 ', '1', false],
    ['1x', '1', false],
    ['0x10', '16', false],
    ['', '0', false],
    ['.', '0', false],
    ['nan', 'nan', true],
    ['inf', 'infinity', false],
    ['3000000000', '3e9', true],
  ])('%j and %j: %s', (a, b, same) => {
    expect(sameCase(a, b, COLORS)).toBe(same)
    expect(sameCase(b, a, COLORS)).toBe(same)
  })
})
