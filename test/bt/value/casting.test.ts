import { describe, expect, it } from 'vitest'
import { castingSafe } from '#bt/value/casting.js'
import { Int } from '#bt/value/value.js'

const int = (value: number | bigint): Int => Int.of(value)
const both = (value: number | Int, from: string, to: string): readonly boolean[] => [
  castingSafe(value, from, to, '4.10'),
  castingSafe(value, from, to, 'strict'),
]
const YES = [true, true]
const NO = [false, false]

describe('numbers that change their type on the blackboard', () => {
  it('stay what they are where the types are the same', () => {
    expect(both(int(300), 'uint8', 'uint8')).toEqual(YES)
    expect(both(0.5, 'Pose', 'Pose')).toEqual(YES)
  })

  it('become a double unless digits would be lost', () => {
    expect(both(int(2n ** 53n), 'int64', 'double')).toEqual(YES)
    expect(both(int(2n ** 53n + 1n), 'int64', 'double')).toEqual(NO)
    expect(both(0.1, 'float', 'double')).toEqual(YES)
  })

  it('become a float if it can hold them', () => {
    expect(both(0.5, 'double', 'float')).toEqual(YES)
    expect(both(0.1, 'double', 'float')).toEqual(NO)
    expect(both(int(2 ** 24), 'int32', 'float')).toEqual(YES)
    expect(both(int(2 ** 24 + 1), 'int32', 'float')).toEqual(NO)
    expect(both(int(2n ** 60n), 'int64', 'float')).toEqual(YES)
    expect(both(int(2n ** 60n + 1n), 'int64', 'float')).toEqual(NO)
  })

  it('become an integer if they are whole and in its range', () => {
    expect(both(255, 'double', 'uint8')).toEqual(YES)
    expect(both(256, 'double', 'uint8')).toEqual(NO)
    expect(both(-1, 'double', 'uint8')).toEqual(NO)
    expect(both(0, 'double', 'uint8')).toEqual(YES)
    expect(both(1.5, 'double', 'int32')).toEqual(NO)
    expect(both(-128, 'double', 'int8')).toEqual(YES)
    expect(both(-129, 'double', 'int8')).toEqual(NO)
    expect(both(NaN, 'double', 'int32')).toEqual(NO)
  })

  it('become nothing that is no number', () => {
    expect(both(1, 'double', 'Pose')).toEqual(NO)
    expect(both(int(1), 'int32', 'bool')).toEqual(NO)
    expect(both(int(1), 'int32', 'string')).toEqual(NO)
  })

  it('of a narrower entry fit by their value', () => {
    expect(both(int(100), 'int32', 'int8')).toEqual(YES)
    expect(both(int(127), 'int32', 'int8')).toEqual(YES)
    expect(both(int(128), 'int32', 'int8')).toEqual(NO)
    expect(both(int(-128), 'int64', 'int8')).toEqual(YES)
    expect(both(int(-129), 'int64', 'int8')).toEqual(NO)
    expect(both(int(5), 'Other', 'int8')).toEqual(YES)
  })

  it('of a wider entry are refused by the reference, whose limits are cast to the type of the number first', () => {
    // the limits of int64 cast to int32 are 0 and -1: nothing lies between
    expect(both(int(5), 'int32', 'int64')).toEqual([false, true])
    // those of int32 cast to uint8 are 0 and 255
    expect(both(int(0), 'uint8', 'int32')).toEqual(YES)
    expect(both(int(255), 'uint8', 'int32')).toEqual(YES)
    expect(both(int(5), 'uint8', 'uint32')).toEqual(YES)
    // those of uint8 cast to a signed byte are 0 and -1
    expect(both(int(5), 'int8', 'uint8')).toEqual([false, true])
    // those of int32 cast to bool are both true
    expect(both(int(1), 'bool', 'int32')).toEqual(YES)
    expect(both(int(0), 'bool', 'int32')).toEqual([false, true])
    // the lower one of uint8 is false
    expect(both(int(0), 'bool', 'uint8')).toEqual(YES)
    expect(both(int(1), 'bool', 'uint8')).toEqual(YES)
  })
})
