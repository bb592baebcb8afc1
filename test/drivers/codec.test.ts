import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DriverMessage, HostMessage } from '#drivers/contract.js'
import { LineSplitter } from '#drivers/line-splitter.js'
import {
  decodeDriverMessage,
  decodeHostMessage,
  encodeDriverMessage,
  encodeHostMessage,
  MAX_LINE_BYTES,
} from '#drivers/message-codec.js'
import { DRIVER_SAYS, HOST_SAYS } from './support/examples.js'

const RUNS = Number(process.env['GRAFT_DRIVER_FUZZ'] ?? 20_000)
const lines = [...HOST_SAYS.map(encodeHostMessage), ...DRIVER_SAYS.map(encodeDriverMessage)]

describe('messages as lines', () => {
  it('a field that nobody knows makes no other message of an answer', () => {
    const line = '{"jsonrpc":"2.0","id":7,"result":{"stopMs":300,"boot":"b"}}'
    expect(decodeDriverMessage(line)).toMatchObject({ ok: true, value: { kind: 'done', rpc: 7 } })
  })

  it('every message is the same after writing and reading', () => {
    expect(HOST_SAYS.map(encodeHostMessage).map((line) => decodeHostMessage(line))).toEqual(
      HOST_SAYS.map((value) => ({ ok: true, value })),
    )
    expect(DRIVER_SAYS.map(encodeDriverMessage).map((line) => decodeDriverMessage(line))).toEqual(
      DRIVER_SAYS.map((value) => ({ ok: true, value })),
    )
    expect(new Set([...HOST_SAYS, ...DRIVER_SAYS].map(({ kind }) => kind)).size).toBe(13)
  })

  it.each([
    ['', 'its JSON', 'one object'],
    ['[1,2]', 'its JSON', 'one object'],
    ['{"jsonrpc":"1.0"}', 'jsonrpc', '"2.0"'],
    ['{"jsonrpc":"2.0","id":"7","result":{}}', 'id', 'a whole number from 0'],
    ['{"jsonrpc":"2.0","id":7,"method":"result","params":{}}', 'id', 'none: a driver asks nothing'],
    ['{"jsonrpc":"2.0","method":"dance"}', 'method', 'heartbeat, progress, result or facts'],
    [
      '{"jsonrpc":"2.0","method":"result","params":{"id":1,"status":"fine"}}',
      'params.status',
      'one of ok, failed, stopped',
    ],
    [
      '{"jsonrpc":"2.0","method":"heartbeat","params":{"heard":-1,"moving":true,"safe":true}}',
      'params.heard',
      'a whole number from 0',
    ],
    [
      '{"jsonrpc":"2.0","method":"progress","params":{"id":1,"fraction":1e999}}',
      'params.fraction',
      'a number from 0 to 1',
    ],
    [
      '{"jsonrpc":"2.0","id":1,"result":{"facts":[{"fact":"a","value":null,"confidence":1,"ageMs":0}]}}',
      'result.facts[0].value',
      'text, a number, or true or false; each thing has a fact of its own: location(mug)',
    ],
    ['{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}', 'error', 'a result or an error'],
    [`{"jsonrpc":"2.0","x":${'['.repeat(20)}${']'.repeat(20)}}`, 'its nesting', 'at most 16 levels'],
    [' '.repeat(MAX_LINE_BYTES + 1), 'its length', 'at most 1048576 bytes'],
  ])('says what is wrong with %.60s', (line, at, expected) => {
    const read = decodeDriverMessage(line, { file: 'driver', line: 3, column: 1 })
    expect(read).toMatchObject({
      ok: false,
      error: {
        code: 'driver.bad-line',
        message: `a line is no message of the driver contract: ${at}`,
        expected,
        where: { file: 'driver', line: 3 },
      },
    })
  })

  it('a name like __proto__ is data, and changes nothing else', () => {
    const line =
      '{"jsonrpc":"2.0","id":1,"method":"execute","params":{"id":1,"permit":1,"skill":"Go","deadlineMs":9,' +
      '"params":{"__proto__":"x","constructor":"y"}}}'
    const read = decodeHostMessage(line)
    expect(read.ok && read.value.kind === 'execute' && Object.keys(read.value.command.params)).toEqual([
      '__proto__',
      'constructor',
    ])
    expect(Object.hasOwn({}, 'x')).toBe(false)
  })

  it('reads what a newer minor version says besides, and unknown refusals as refusals', () => {
    expect(decodeDriverMessage('{"jsonrpc":"2.0","id":4,"result":{"new":1},"later":[]}')).toEqual({
      ok: true,
      value: { kind: 'done', rpc: 4 },
    })
    expect(decodeDriverMessage('{"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"what?"}}')).toEqual(
      {
        ok: true,
        value: { kind: 'refused', rpc: 4, code: 'failed', text: 'what?' },
      },
    )
  })

  it(`never throws, and what it accepts it writes and reads again (${RUNS} damaged lines)`, () => {
    let accepted = 0
    const damage = fc.record({
      line: fc.constantFrom(...lines),
      at: fc.nat(400),
      cut: fc.nat(8),
      put: fc.oneof(
        fc.string({ maxLength: 6 }),
        fc.constantFrom('{', '}', '"', '1e999', 'null', '-1', '[[', '\\u0000'),
      ),
    })
    const again = <M extends HostMessage | DriverMessage>(
      line: string,
      decode: (line: string) => { ok: true; value: M } | { ok: false },
      encode: (message: M) => string,
    ): boolean => {
      const read = decode(line)
      if (!read.ok) return true
      accepted++
      const second = decode(encode(read.value))
      return second.ok && JSON.stringify(second.value) === JSON.stringify(read.value)
    }
    fc.assert(
      fc.property(damage, ({ line, at, cut, put }) => {
        const i = at % line.length
        const damaged = line.slice(0, i) + put + line.slice(i + cut)
        return (
          again(damaged, decodeHostMessage, encodeHostMessage) &&
          again(damaged, decodeDriverMessage, encodeDriverMessage)
        )
      }),
      { numRuns: RUNS, seed: 16 },
    )
    expect(accepted).toBeGreaterThan(RUNS / 20)
  })
})

describe('lines out of bytes', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

  it('are the same however the bytes are cut', () => {
    const whole = bytes(`${lines.join('\n')}\n\n{"größe":"é"}\n`)
    const wanted = new LineSplitter().feed(whole)
    expect(wanted).toHaveLength(lines.length + 1)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 }), (sizes) => {
        const splitter = new LineSplitter()
        const got = []
        for (let at = 0, i = 0; at < whole.length; i++) {
          const size = sizes[i % sizes.length] ?? 1
          got.push(...splitter.feed(whole.subarray(at, at + size)))
          at += size
        }
        return JSON.stringify(got) === JSON.stringify(wanted)
      }),
      { numRuns: 200, seed: 16 },
    )
  })

  it('a line of 100 MB is one problem, and none of it is kept', () => {
    const splitter = new LineSplitter()
    const megabyte = new Uint8Array(1_000_000).fill(0x61)
    const before = process.memoryUsage().arrayBuffers
    for (let i = 0; i < 100; i++) expect(splitter.feed(megabyte)).toEqual([])
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
    expect(splitter.begun).toBe(100_000_000)
    const [problem, next] = splitter.feed(bytes('\n{}\n'))
    expect(problem).toMatchObject({ ok: false, error: { message: 'a line is too long', got: '100000000' } })
    expect(next).toEqual({ ok: true, value: { text: '{}', number: 2 } })
  })

  it('bytes that are no text are a problem of their line only', () => {
    const [problem, next] = new LineSplitter().feed(new Uint8Array([0xff, 0xfe, 10, 0x7b, 0x7d, 10]))
    expect(problem).toMatchObject({ ok: false, error: { message: 'a line is not text', where: { line: 1 } } })
    expect(next).toMatchObject({ ok: true, value: { text: '{}' } })
  })
})
