import { describe, expect, it } from 'vitest'
import {
  ConversionError,
  boolValue,
  Int,
  isNumeric,
  originOf,
  storageOf,
  type Value,
  ObjectValue,
} from '#bt/value/value.js'
import { queueType, splitItems, vectorType } from '#bt/value/lists.js'
import { numberText } from '#bt/value/numbers.js'
import { NODE_STATUS, TypeTable } from '#bt/value/type-table.js'
import {
  ANY,
  BOOL,
  DOUBLE,
  enumType,
  FLOAT,
  INT16,
  INT32,
  INT64,
  INT8,
  opaqueType,
  STRING,
  UINT16,
  UINT32,
  UINT64,
  UINT8,
  UNTYPED,
  type Enums,
  type ValueType,
} from '#bt/value/types.js'

const NONE: Enums = new Map()
const COLOURS: Enums = new Map([
  ['RED', 0],
  ['BLUE', 2],
])

/** What comes out, or why nothing does. */
const outcome = (call: () => unknown): unknown => {
  try {
    return call()
  } catch (cause) {
    if (cause instanceof ConversionError) return cause.message
    throw cause
  }
}
const parse = (type: ValueType, text: string, enums = NONE): unknown => outcome(() => type.parse(text, enums))
const read = (type: ValueType, value: Value, enums = NONE): unknown => outcome(() => type.read(value, enums))
const of = <T>(type: ValueType<T>): ValueType => type

describe('texts of integers', () => {
  it.each([
    [INT8, '-128', -128],
    [INT8, '127', 127],
    [INT8, '128', '128 is outside int8, -128 to 127'],
    [INT8, '-129', '-129 is outside int8, -128 to 127'],
    [INT16, '32767', 32_767],
    [INT16, '32768', '32768 is outside int16, -32768 to 32767'],
    [INT32, '12abc', 12],
    [INT32, '3.9', 3],
    [INT32, '-0', 0],
    [INT32, ' 5', '" 5" is no int32'],
    [INT32, '+5', '"+5" is no int32'],
    [INT32, '', '"" is no int32'],
    [INT32, '2147483648', '2147483648 is outside int32, -2147483648 to 2147483647'],
    [UINT8, '255', 255],
    [UINT8, '-1', '"-1" is no uint8'],
    [UINT16, '65536', '65536 is outside uint16, 0 to 65535'],
    [UINT32, '4294967295', 4_294_967_295],
  ] as const)('%o reads "%s" as %s', (type, text, expected) => {
    expect(parse(of(type), text)).toBe(expected)
  })

  it('of 64 bits keep every digit', () => {
    expect(parse(of(INT64), '-9223372036854775808')).toBe(-(2n ** 63n))
    expect(parse(of(INT64), '9223372036854775808')).toContain('is outside int64')
    expect(parse(of(UINT64), '18446744073709551615')).toBe(2n ** 64n - 1n)
  })
})

describe('texts of other types', () => {
  it.each([
    ['1', 1],
    ['-1.5e3', -1500],
    ['.5', 0.5],
    ['2.', 2],
    ['2.5x', 2.5],
    ['0x10', 0],
    ['inf', Infinity],
    ['-INFINITY', -Infinity],
    ['nan', NaN],
    ['-0', -0],
    ['0e999', 0],
    ['1e999', '"1e999" is too large for a real number'],
    ['1e-999', '"1e-999" is too small for a real number'],
    [' 1', '" 1" is no real number'],
    ['+1', '"+1" is no real number'],
    ['x', '"x" is no real number'],
    ['', '"" is no real number'],
  ])('a double reads "%s" as %s', (text, expected) => {
    expect(parse(of(DOUBLE), text)).toBe(expected)
    expect(parse(of(FLOAT), text)).toBe(expected)
  })

  it('a bool has three spellings of each', () => {
    expect(['1', 'true', 'TRUE', 'True'].map((text) => parse(of(BOOL), text))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['0', 'false', 'FALSE', 'False'].map((text) => parse(of(BOOL), text))).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(parse(of(BOOL), 'yes')).toBe('"yes" is no bool; write true or false')
    expect(parse(of(BOOL), '2')).toBe('"2" is no bool; write true or false')
  })

  it('a text is itself, and what has no type is a text too', () => {
    expect([STRING, UNTYPED, ANY].map((type) => parse(type as ValueType, ' {x} '))).toEqual([
      ' {x} ',
      ' {x} ',
      ' {x} ',
    ])
  })

  it('an enum reads its names and whole numbers', () => {
    const colour = of(enumType('Colour'))
    expect(['RED', 'BLUE', '7', '-1'].map((text) => parse(colour, text, COLOURS))).toEqual([0, 2, 7, -1])
    expect(parse(colour, 'GREEN', COLOURS)).toBe('"GREEN" is no Colour')
    expect(parse(colour, '1x', COLOURS)).toBe('"1x" is no Colour')
    expect(parse(colour, 'x1', COLOURS)).toBe('"x1" is no Colour')
  })

  it('a status reads the five words', () => {
    expect(
      ['IDLE', 'RUNNING', 'SUCCESS', 'FAILURE', 'SKIPPED'].map((text) =>
        parse(NODE_STATUS as ValueType, text),
      ),
    ).toEqual(['IDLE', 'RUNNING', 'SUCCESS', 'FAILURE', 'SKIPPED'])
    expect(parse(NODE_STATUS as ValueType, 'DONE')).toBe(
      '"DONE" is no status; write one of IDLE, RUNNING, SUCCESS, FAILURE, SKIPPED',
    )
  })

  it('a type that only code knows has no text', () => {
    expect(parse(opaqueType('Pose'), '1;2')).toBe('"1;2" cannot become a Pose: that type has no text form')
  })
})

describe('stored values', () => {
  const five = Int.of(5, 'int64', 'int32')
  const large = Int.of(2n ** 60n)
  const object = new ObjectValue('Pose', {})

  it.each([
    [INT32, five, 5],
    [INT32, 4, 4],
    [INT32, 4.5, '4.5 has a fraction, int32 has none'],
    [INT32, -4.5, '-4.5 has a fraction, int32 has none'],
    [INT32, NaN, 'NaN is no int32'],
    [INT32, Infinity, 'Infinity is no int32'],
    [INT32, 3e9, '3000000000 is outside int32, -2147483648 to 2147483647'],
    [INT32, large, '1152921504606846976 is outside int32, -2147483648 to 2147483647'],
    [INT32, '6', 6],
    [INT32, object, 'a Pose cannot be read as int32'],
    [INT32, undefined, 'nothing was written yet'],
    [DOUBLE, five, 5],
    [DOUBLE, 0.5, 0.5],
    [DOUBLE, '0.5', 0.5],
    [DOUBLE, large, 'the integer 1152921504606846976 has too many digits for a double'],
    [DOUBLE, object, 'a Pose cannot be read as double'],
    [BOOL, boolValue(true), true],
    [BOOL, boolValue(false), false],
    [BOOL, five, 'the integer 5 is neither true nor false; compare it with 0'],
    [BOOL, 0.5, true],
    [BOOL, 0, false],
    [BOOL, -1, '-1 is neither true nor false; compare it with 0'],
    [BOOL, NaN, true],
    [BOOL, 'true', 'a text cannot be read as bool'],
    [STRING, 'a', 'a'],
    [STRING, 5, '5.000000'],
    [STRING, five, '5'],
    [STRING, object, 'a Pose cannot be read as string'],
    [STRING, undefined, 'nothing was written yet'],
    [ANY, object, object],
  ] as unknown as readonly (readonly [ValueType, Value, unknown])[])(
    '%o reads %o as %s',
    (type, value, expected) => {
      expect(read(type, value)).toBe(expected)
    },
  )

  it('of an enum may be its own, a name, or a whole number', () => {
    const colour = enumType('Colour')
    const values = [colour.store(2), 'BLUE', '2', Int.of(2), 2]
    expect(values.map((value) => read(of(colour), value, COLOURS))).toEqual([2, 2, 2, 2, 2])
    expect(read(of(colour), enumType('Mood').store(2), COLOURS)).toBe('a Mood cannot be read as int32')
    expect(read(of(colour), new ObjectValue('Colour', 'x'), COLOURS)).toBe('a Colour cannot be read as int32')
    expect(read(of(colour), 'GREEN', COLOURS)).toBe('"GREEN" is no Colour')
  })

  it('of a status may be its own, a word, or its number', () => {
    const status = NODE_STATUS as ValueType
    expect([NODE_STATUS.store('FAILURE'), 'FAILURE', Int.of(3)].map((value) => read(status, value))).toEqual([
      'FAILURE',
      'FAILURE',
      'FAILURE',
    ])
    expect(read(status, Int.of(5))).toBe('5 is no status')
    expect(read(status, new ObjectValue('Other', 'FAILURE'))).toBe('a Other cannot be read as int32')
  })

  it('of a type that only code knows are of that type alone', () => {
    const pose = opaqueType('Pose')
    const data = { x: 1 }
    expect(pose.read(pose.store(data), NONE)).toBe(data)
    expect(read(pose, new ObjectValue('Twist', data))).toBe('a Twist cannot be read as Pose')
    expect(read(pose, 'x')).toBe('a text cannot be read as Pose')
    expect(read(pose, 0.5)).toBe('a double cannot be read as Pose')
    expect(read(pose, five)).toBe('a int32 cannot be read as Pose')
    expect([pose.name, pose.strong, pose.early]).toEqual(['Pose', true, false])
  })

  it('say how they are stored and what they were made as', () => {
    const values: readonly Value[] = [5, 'a', undefined, five, Int.of(1, 'uint64'), boolValue(true), object]
    expect(values.map(storageOf)).toEqual(['double', 'string', 'empty', 'int64', 'uint64', 'int64', 'Pose'])
    expect(values.map(originOf)).toEqual(['double', 'string', 'empty', 'int32', 'uint64', 'bool', 'Pose'])
    expect(values.map(isNumeric)).toEqual([true, false, false, true, true, true, false])
  })
})

describe('numbers as C prints them', () => {
  it.each([
    [1, '1.000000'],
    [-0, '-0.000000'],
    [0.1, '0.100000'],
    [1 / 128, '0.007812'],
    [3 / 128, '0.023438'],
    [-1 / 128, '-0.007812'],
    [1e21, '1000000000000000000000.000000'],
    [NaN, '-nan'],
    [Infinity, 'inf'],
    [-Infinity, '-inf'],
    [Int.of(2n ** 64n - 1n, 'uint64'), '18446744073709551615'],
  ])('%s is %s', (value, text) => {
    expect(numberText(value)).toBe(text)
  })
})

describe('integers', () => {
  it('that are small and alike are one object', () => {
    for (const value of [-1024, 0, 65_535]) expect(Int.of(value)).toBe(Int.of(value))
    for (const value of [-1025, 65_536]) {
      expect(Int.of(value)).not.toBe(Int.of(value))
      expect(Int.of(value)).toEqual(Int.of(value))
    }
    expect(Int.of(1, 'uint64', 'x')).not.toBe(Int.of(1, 'int64', 'x'))
    expect(Int.of(1, 'uint64', 'x').storage).toBe('uint64')
  })

  it('know their exact value and the nearest double', () => {
    const big = Int.of(2n ** 53n + 1n)
    expect([big.exact, big.number]).toEqual([2n ** 53n + 1n, 2 ** 53])
    expect(Int.of(70_000).exact).toBe(70_000n)
    expect(Object.is(Int.of(-0).number, 0)).toBe(true)
    expect(() => Int.of(1.5)).toThrow(new RangeError('1.5 is no integer'))
  })

  it('take the name of another type and keep every digit', () => {
    const big = Int.of(2n ** 60n + 1n, 'int64', 'a')
    expect(big.as('a')).toBe(big)
    expect([big.as('b').origin, big.as('b').exact, big.as('b').storage]).toEqual([
      'b',
      2n ** 60n + 1n,
      'int64',
    ])
    expect(Int.of(3, 'int64', 'a').as('b')).toBe(Int.of(3, 'int64', 'b'))
  })

  it('are stored with the name and width of their type', () => {
    const stored = [INT8.store(1), UINT32.store(1), INT64.store(1n), UINT64.store(1n)] as Int[]
    expect(stored.map(({ storage, origin }) => `${origin} in ${storage}`)).toEqual([
      'int8 in int64',
      'uint32 in int64',
      'int64 in int64',
      'uint64 in uint64',
    ])
    expect([DOUBLE.store(1.5), STRING.store('s'), ANY.store(1)]).toEqual([1.5, 's', 1])
  })
})

describe('lists', () => {
  const ints = vectorType(INT32)

  it('are written with semicolons', () => {
    expect(['1;2;3', '1;', '', ';'].map((text) => outcome(() => ints.parse(text, NONE)))).toEqual([
      [1, 2, 3],
      [1],
      [],
      '"" is no int32',
    ])
    expect(splitItems('a;;b')).toEqual(['a', '', 'b'])
    expect(queueType(STRING).parse('a;b', NONE)).toEqual(['a', 'b'])
  })

  it('or as JSON', () => {
    expect(ints.parse('json:[1, true, 2.5]', NONE)).toEqual([1, 1, 2])
    expect(vectorType(BOOL).parse('json:[true,0]', NONE)).toEqual([true, false])
    expect(vectorType(STRING).parse('json:["a;b"]', NONE)).toEqual(['a;b'])
    expect(parse(of(ints), 'json:["1"]')).toBe('"1" is no int32')
    expect(parse(of(ints), 'json:[null]')).toBe('null is no int32')
    expect(parse(of(vectorType(STRING)), 'json:[1]')).toBe('1 is no string')
    expect(parse(of(vectorType(STRING)), 'json:[["a"]]')).toBe('["a"] is no string')
    expect(parse(of(ints), 'json:{"a":1}')).toBe('"json:{"a":1}" is no JSON array')
    expect(parse(of(ints), 'json:[')).toMatch(/^"json:\[" is no JSON: ./)
  })

  it('are read as the object that was stored', () => {
    const data = [1, 2]
    expect(ints.read(ints.store(data), NONE)).toBe(data)
    expect([ints.name, ints.strong, ints.early]).toEqual(['vector<int32>', true, true])
    expect(read(of(queueType(INT32)), ints.store(data))).toBe(
      'a vector<int32> cannot be read as queue<int32>',
    )
    expect(read(of(ints), '1;2')).toBe('a text cannot be read as vector<int32>')
  })
})

describe('types by name', () => {
  const table = new TypeTable()

  it('knows its own, lists of all, and any other as one that only code can make', () => {
    expect(table.byName('int32')).toBe(INT32)
    expect(table.byName('Any')).toBe(ANY)
    expect(table.byName('vector<vector<int8>>').parse('json:[]', NONE)).toEqual([])
    expect(table.byName('queue<double>').parse('1;2', NONE)).toEqual([1, 2])
    for (const name of [
      'Pose',
      'vector<',
      'vector<>',
      'my vector<int32>',
      'vector<int32> x',
      'list<int32>',
    ]) {
      expect([name, parse(table.byName(name), '1')]).toEqual([
        name,
        `"1" cannot become a ${name}: that type has no text form`,
      ])
    }
    expect(table.byName('Pose')).toBe(table.byName('Pose'))
  })

  it('takes types of users, for lists as well', () => {
    const colour = enumType('Colour')
    expect(
      new TypeTable()
        .add(colour as ValueType)
        .byName('vector<Colour>')
        .parse('RED;2', COLOURS),
    ).toEqual([0, 2])
  })

  it('gives the type of every kind of port', () => {
    expect(table.of({ kind: 'int', min: 0, max: 1 })).toBe(INT32)
    expect(table.of({ kind: 'number', min: 0, max: 1 })).toBe(DOUBLE)
    expect(table.of({ kind: 'string' })).toBe(STRING)
    expect(table.of({ kind: 'mask' })).toBe(STRING)
    expect(table.of({ kind: 'enum', values: ['a'] })).toBe(STRING)
    expect(table.of({ kind: 'value', type: 'bool' })).toBe(BOOL)
  })
})
