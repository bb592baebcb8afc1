import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '#link/messages.gen.js'
import { TxQueue } from '#link/tx-queue.js'
import { WireObserver } from '#link/wire-observer.js'

const LIMIT = 16_384
const beat = (counter: number): Message => ({ kind: 'heartbeat', session: 1, counter, streams: 0 })
const setpoint = (permitId: number): Message => ({
  kind: 'setVelocity',
  session: 1,
  permitId,
  vx: 0,
  vy: 0,
  wz: 0,
  ttlMs: 100,
})

/** A frame that waits, as a person would keep it on a list. */
interface Entry {
  readonly bytes: Uint8Array
  readonly urgent: boolean
  readonly setpoint: boolean
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant('beat' as const) },
  { weight: 3, arbitrary: fc.constant('setpoint' as const) },
  { weight: 3, arbitrary: fc.record({ push: fc.nat(5), urgent: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ withdraw: fc.nat(5) }) },
  fc.constant('no setpoints' as const),
  fc.constant('take' as const),
)

describe('what waits to be carried away', () => {
  it('is a list: urgent frames in front, the others in their order, each frame of the caller once', () => {
    let [taken, withdrawn] = [0, 0]
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const txQueue = new TxQueue()
        const own = Array.from({ length: 6 }, (_, i) => Uint8Array.of(i + 1, i + 1, 0))
        let list: Entry[] = []
        let frames = 0
        let seq = 0
        const remove = (which: (entry: Entry) => boolean): number => {
          const left = list.filter((entry) => !which(entry))
          const removed = list.length - left.length
          list = left
          frames -= removed
          return removed
        }
        for (const each of steps) {
          if (each === 'beat' || each === 'setpoint') {
            const message = each === 'beat' ? beat(seq) : setpoint(1 + seq)
            // what the transmit queue makes itself is numbered by it
            const twin = new TxQueue()
            for (let i = 0; i < seq; i++) twin.pack(beat(0), 0)
            const bytes = twin.pack(message, 0) as Uint8Array
            expect(txQueue.send(message)).toBe(true)
            list.push({ bytes, urgent: false, setpoint: each === 'setpoint' })
            frames++
            seq++
          } else if (each === 'no setpoints') {
            txQueue.withdrawSetpoints()
            remove((entry) => entry.setpoint)
          } else if (each === 'take') {
            const wanted = list.length === 0 ? [] : [0, ...list.flatMap(({ bytes }) => [...bytes])]
            taken++
            expect([...txQueue.take()]).toEqual(wanted)
            list = []
          } else if ('push' in each) {
            const bytes = own[each.push] as Uint8Array
            remove((entry) => entry.bytes === bytes)
            const entry = { bytes, urgent: each.urgent, setpoint: false }
            if (each.urgent) list.unshift(entry)
            else list.push(entry)
            frames++
            txQueue.push(bytes, each.urgent ? 'urgent' : 'in-turn')
          } else {
            const bytes = own[each.withdraw] as Uint8Array
            withdrawn++
            expect(txQueue.withdraw(bytes)).toBe(remove((entry) => entry.bytes === bytes) > 0)
          }
          for (const bytes of own) expect(txQueue.holds(bytes)).toBe(list.some((entry) => entry.bytes === bytes))
          expect([txQueue.frames, txQueue.dropped]).toEqual([frames, 0])
        }
      }),
      { numRuns: 300, seed: 1 },
    )
    expect(Math.min(taken, withdrawn)).toBeGreaterThan(50)
  }) // prettier-ignore

  it(`is bounded at ${LIMIT} bytes: what is too much is dropped and counted, but never a stop`, () => {
    const txQueue = new TxQueue()
    txQueue.push(new Uint8Array(LIMIT - 10).fill(1), 'in-turn')
    const fits = new Uint8Array(10).fill(2)
    const over = new Uint8Array(11).fill(3)
    txQueue.push(over, 'in-turn')
    expect([txQueue.frames, txQueue.dropped, txQueue.holds(over)]).toEqual([1, 1, false])
    txQueue.push(fits, 'in-turn')
    expect([txQueue.frames, txQueue.dropped, txQueue.holds(fits)]).toEqual([2, 1, true])
    const stop = new Uint8Array(20).fill(4)
    txQueue.push(stop, 'urgent')
    expect([txQueue.frames, txQueue.dropped]).toEqual([3, 1])
    expect(txQueue.take().length).toBe(1 + 20 + LIMIT)
    // carried away and taken back make room again
    txQueue.push(new Uint8Array(LIMIT).fill(5), 'in-turn')
    expect(txQueue.dropped).toBe(1)
    txQueue.push(fits, 'in-turn')
    expect(txQueue.dropped).toBe(2)
  })

  it('what is taken back makes room', () => {
    const txQueue = new TxQueue()
    const big = new Uint8Array(LIMIT).fill(1)
    txQueue.push(big, 'in-turn')
    expect(txQueue.withdraw(big)).toBe(true)
    expect(txQueue.withdraw(big)).toBe(false)
    txQueue.push(new Uint8Array(LIMIT).fill(2), 'in-turn')
    expect([txQueue.frames, txQueue.dropped]).toEqual([1, 0])
    // and not a byte more than it held
    txQueue.push(Uint8Array.of(3, 0), 'in-turn')
    expect([txQueue.frames, txQueue.dropped]).toEqual([1, 1])
  })

  it('keeps nothing of a message that the schema does not allow', () => {
    const txQueue = new TxQueue()
    expect(txQueue.send({ kind: 'heartbeat', session: -1, counter: 0, streams: 0 })).toBe(false)
    expect([txQueue.frames, [...txQueue.take()]]).toEqual([0, []])
  })

  it('numbers frames from 0 up, around 65 535, and spends no number on what the schema does not allow', () => {
    const txQueue = new TxQueue()
    const observer = new WireObserver()
    const seqs: number[] = []
    const bad: boolean[] = []
    for (let i = 0; i < 65_538; i++) {
      if (i % 10_000 === 0) bad.push(txQueue.send({ kind: 'heartbeat', session: -1, counter: 0, streams: 0 }))
      expect(txQueue.send(beat(0))).toBe(true)
      if (i % 500 === 0 || i > 65_530) seqs.push(...observer.observe('toFirmware', txQueue.take()).map(({ seq }) => seq))
    }
    expect(bad).toEqual(Array(7).fill(false))
    expect(seqs.slice(0, 3)).toEqual([0, 1, 2])
    expect(seqs.slice(-4)).toEqual([65_534, 65_535, 0, 1])
    expect(new Set(seqs.slice(0, 65_536)).size).toBe(65_536)
  }) // prettier-ignore
})
