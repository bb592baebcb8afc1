import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBtLog } from '../../../src/bt/log/btlog-reader.js'
import { BtLogWriter } from '../../../src/bt/log/btlog-writer.js'
import { ChromeTraceWriter, type TracedNode } from '../../../src/bt/log/chrome-trace.js'
import { Counters } from '../../../src/bt/log/counters.js'
import { transitionLine } from '../../../src/bt/log/line.js'
import type { Status } from '../../../src/bt/status.js'

const node = (
  uid: number,
  name = `n${uid}`,
): TracedNode & { site: { fullPath: string; path: `/${string}` } } => ({
  uid,
  site: { name, kind: 'action', fullPath: `S/${name}`, path: `/${uid}` },
})

const changes = fc.array(
  fc.record({
    uid: fc.integer({ min: 1, max: 65_535 }),
    to: fc.constantFrom<Status>('IDLE', 'RUNNING', 'SUCCESS', 'FAILURE'),
    pause: fc.nat({ max: 2 ** 40 }),
  }),
  { maxLength: 30 },
)

function log(list: readonly { uid: number; to: Status; pause: number }[], xml: string): Uint8Array {
  const pieces: Uint8Array[] = []
  let now = 1_795_294_848_668_719
  const writer = new BtLogWriter({ xml, now: () => now, write: (bytes) => pieces.push(bytes) })
  for (const { uid, to, pause } of list) {
    now += pause
    writer.changed({ uid }, 'IDLE', to)
  }
  return new Uint8Array(Buffer.concat(pieces))
}

describe('.btlog', () => {
  it('is read as it was written', () => {
    const codes = { IDLE: 0, RUNNING: 1, SUCCESS: 2, FAILURE: 3, SKIPPED: 4 }
    fc.assert(
      fc.property(changes, fc.string({ unit: 'grapheme' }), (list, xml) => {
        const read = readBtLog(log(list, xml), 'x.btlog')
        expect(read.problems).toEqual([])
        let usec = 0
        expect(read.log).toEqual({
          xml,
          startUsec: 1_795_294_848_668_719,
          transitions: list.map(({ uid, to, pause }) => ({ usec: (usec += pause), uid, status: codes[to] })),
        })
      }),
    )
  })

  it('gives what is there when the file was cut off anywhere, and says so', () => {
    const list = [1, 2, 3].map((uid) => ({ uid, to: 'RUNNING' as const, pause: 5 }))
    const whole = log(list, '<root/>')
    const header = whole.length - 27
    for (let length = 0; length < whole.length; length++) {
      const { log: part, problems } = readBtLog(whole.subarray(0, length), 'x.btlog')
      const atRecord = length >= header && (length - header) % 9 === 0
      expect(problems, `${length} bytes`).toHaveLength(atRecord ? 0 : 1)
      if (length >= header) expect(part?.transitions).toHaveLength(Math.floor((length - header) / 9))
      else expect(part?.transitions ?? []).toEqual([])
    }
  })

  it('never throws, whatever the file holds', () => {
    const start = new TextEncoder().encode('BTCPP4-FileLogger2')
    fc.assert(
      fc.property(fc.boolean(), fc.uint8Array({ maxLength: 100 }), (begins, bytes) => {
        const file = begins ? new Uint8Array([...start, ...bytes]) : bytes
        const { log: read, problems } = readBtLog(file, 'x.btlog')
        expect(read !== undefined || problems.length > 0).toBe(true)
      }),
    )
  })

  it('refuses what is no .btlog file, and versions that nobody knows', () => {
    const codes = (bytes: Uint8Array): string[] => readBtLog(bytes, 'x').problems.map(({ code }) => code)
    expect(codes(new TextEncoder().encode('BTCPP4-FileLogger1 and more'))).toEqual(['btlog.format'])
    expect(codes(new Uint8Array([...new TextEncoder().encode('BTCPP4-FileLogger2'), 2]))).toEqual([
      'btlog.format',
    ])
  })
})

describe('Chrome trace', () => {
  function trace(act: (writer: ChromeTraceWriter) => void): { ph: string; name: string; ts: number }[] {
    const pieces: string[] = []
    let now = 0
    const writer = new ChromeTraceWriter({ now: () => now++, write: (text) => pieces.push(text) })
    act(writer)
    writer.end()
    return (JSON.parse(pieces.join('')) as { traceEvents: { ph: string; name: string; ts: number }[] })
      .traceEvents
  }
  const short = (events: { ph: string; name: string }[]): string =>
    events.map(({ ph, name }) => ph + name).join(' ')

  it('closes a span at its result, at a halt, and at the end of the trace, the inner ones first', () => {
    const events = trace((writer) => {
      writer.changed(node(1), 'IDLE', 'RUNNING')
      writer.changed(node(2), 'IDLE', 'RUNNING')
      writer.changed(node(3), 'IDLE', 'SUCCESS')
      writer.changed(node(2), 'RUNNING', 'IDLE')
      writer.changed(node(3), 'SUCCESS', 'IDLE')
      writer.changed(node(2), 'IDLE', 'RUNNING')
    })
    expect(short(events)).toBe('Bn1 Bn2 In3 En2 Bn2 En2 En1')
  })

  it('is JSON also when nothing happened and when names are strange', () => {
    expect(trace(() => undefined)).toEqual([])
    const events = trace((writer) => writer.changed(node(1, '"</x>\n'), 'IDLE', 'FAILURE'))
    expect(events).toMatchObject([{ ph: 'I', name: '"</x>\n' }])
  })
})

describe('counters', () => {
  it('count by node, and are found by full path and by address', () => {
    let now = 0
    const nodes = [node(1), node(2)]
    const counters = new Counters(nodes, () => now)
    const run: [number, Status, Status][] = [
      [1, 'IDLE', 'RUNNING'],
      [2, 'IDLE', 'FAILURE'],
      [2, 'FAILURE', 'IDLE'],
      [1, 'RUNNING', 'IDLE'],
      [2, 'IDLE', 'SUCCESS'],
    ]
    for (const [uid, from, to] of run) {
      now += 10
      counters.changed(node(uid), from, to)
    }
    counters.ticked(node(1), 'SKIPPED')
    counters.ticked(node(1), 'RUNNING')
    expect(counters.at('S/n1')).toMatchObject({
      transitions: 1,
      halts: 1,
      skips: 1,
      lastResult: undefined,
      lastTime: 40,
    })
    expect(counters.at('/2')).toMatchObject({
      status: 'SUCCESS',
      transitions: 2,
      successes: 1,
      failures: 1,
      halts: 0,
      lastResult: 'SUCCESS',
      lastTime: 50,
    })
    expect(counters.at('S/none')).toBeUndefined()
    expect(counters.all()).toHaveLength(2)
  })
})

describe('transition lines', () => {
  it('have the columns of StdCoutLogger', () => {
    const at = { seconds: 12.3456, name: 'open', from: 'IDLE', to: 'RUNNING' } as const
    expect(transitionLine(at)).toBe(`[12.346]: open${' '.repeat(21)} IDLE -> RUNNING`)
    expect(transitionLine(at, (status, text) => `<${status[0]}>${text}`)).toContain('<I>IDLE -> <R>RUNNING')
  })
})
