import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBtLog } from '#bt-tools/log/btlog-reader.js'
import { BtLogWriter } from '#bt-tools/log/btlog-writer.js'
import { ChromeTraceWriter, type TracedNode } from '#bt-tools/log/chrome-trace.js'
import { Counters } from '#bt-tools/log/counters.js'
import { transitionLine } from '#bt-tools/monitor/status-code.js'
import type { Status } from '#bt/status.js'

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

describe('what is wrong with a .btlog file', () => {
  const whole = log([{ uid: 7, to: 'SUCCESS', pause: 5 }], '<root/>')
  const format = { code: 'btlog.format', severity: 'error', message: 'x.btlog cannot be read' }
  const cut = (where: string): object => ({
    code: 'btlog.truncated',
    severity: 'warning',
    message: `x.btlog ends ${where}`,
    hint: 'what comes before was read',
  })
  const patched = (at: number, ...bytes: number[]): Uint8Array => {
    const copy = whole.slice()
    copy.set(bytes, at)
    return copy
  }
  const startUsec = 1_795_294_848_668_719
  const none = { xml: '<root/>', startUsec: undefined, transitions: [] }

  // magic 0–17, version 18, length 19–22, tree 23–29, time 30–37, one record 38–46
  it.each<[string, Uint8Array, object | undefined, object]>([
    [
      'another file',
      new TextEncoder().encode('PNG'),
      undefined,
      { ...format, got: 'this is no .btlog file', expected: 'it begins with BTCPP4-FileLogger2' },
    ],
    [
      'a version that nobody knows',
      patched(18, 3),
      undefined,
      { ...format, got: 'version 3 of the format', expected: 'version 1' },
    ],
    ['the end after the magic', whole.subarray(0, 18), undefined, cut('before the tree')],
    ['the end inside the length', whole.subarray(0, 22), undefined, cut('before the tree')],
    [
      'a length below zero',
      patched(19, 0xfe, 0xff, 0xff, 0xff),
      undefined,
      { ...format, got: 'a tree of -2 bytes', expected: 'a length of 0 or more' },
    ],
    ['the end after the length', whole.subarray(0, 23), { ...none, xml: '' }, cut('inside the tree')],
    ['the end inside the tree', whole.subarray(0, 29), { ...none, xml: '<root/' }, cut('inside the tree')],
    ['the end after the tree', whole.subarray(0, 30), none, cut('before the first record')],
    ['the end inside the time', whole.subarray(0, 37), none, cut('before the first record')],
    [
      'the end inside a record',
      whole.subarray(0, 46),
      { xml: '<root/>', startUsec, transitions: [] },
      cut('8 bytes into record 1'),
    ],
    [
      'one byte too many',
      new Uint8Array([...whole, 1]),
      { xml: '<root/>', startUsec, transitions: [{ usec: 5, uid: 7, status: 2 }] },
      cut('1 bytes into record 2'),
    ],
  ])('is told exactly: %s', (_, bytes, read, problem) => {
    expect(readBtLog(bytes, 'x.btlog')).toEqual({ log: read, problems: [problem] })
  })

  it('is nothing when it ends with the time or with a record', () => {
    expect(readBtLog(whole.subarray(0, 38), 'x')).toEqual({ log: { ...none, startUsec }, problems: [] })
    expect(readBtLog(log([], ''), 'x')).toEqual({ log: { ...none, xml: '', startUsec }, problems: [] })
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
    counters.ticked(node(2), 'SKIPPED')
    counters.ticked(node(2), 'SUCCESS')
    // a node that is not of this tree counts for nobody
    counters.ticked(node(3), 'SKIPPED')
    counters.changed(node(3), 'IDLE', 'SUCCESS')
    expect(counters.all().map(({ skips }) => skips)).toEqual([1, 1])
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
