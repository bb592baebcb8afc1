import { describe, expect, it } from 'vitest'
import { packFrame } from '#link/frame.js'
import { WireObserver, type WireObservation } from '#link/wire-observer.js'

describe('wire observer (law 2: a wire tap sees every permit)', () => {
  const rotate = Uint8Array.from([1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0b0101])

  it('understands each direction on its own, by the schema alone', () => {
    const tap = new WireObserver()
    const down = packFrame({ type: 0x24, flags: 1, seq: 5, payload: rotate })
    const up = packFrame({ type: 0xaf, flags: 0, seq: 6, payload: Uint8Array.from([0x24, 4, 5, 0]) })
    expect(tap.observe('toFirmware', down.subarray(0, 4))).toEqual([])
    expect(tap.observe('toHost', up)).toEqual([
      { direction: 'toHost', seq: 6, message: { kind: 'nak', frameType: 0x24, reply: 4, seq: 5 } },
    ])
    expect(tap.observe('toFirmware', down.subarray(4))).toEqual([
      {
        direction: 'toFirmware',
        seq: 5,
        message: { kind: 'rotate', session: 1, cmdId: 2, permitId: 3, mask: 5 },
      },
    ])
  })

  it('counts what it cannot read', () => {
    const tap = new WireObserver()
    tap.observe('toFirmware', packFrame({ type: 0x24, flags: 1, seq: 5, payload: rotate.subarray(1) }))
    tap.observe('toFirmware', Uint8Array.of(9, 9, 0))
    expect(tap.unreadable).toBe(1)
    expect(tap.counters('toFirmware')).toMatchObject({ frames: 1, badCobs: 1 })
  })

  it('tells what is no frame, and at which byte, in the order of the wire', () => {
    const tap = new WireObserver()
    const good = packFrame({ type: 0x24, flags: 1, seq: 5, payload: rotate })
    const wrong = good.map((byte, i) => (i === 8 ? byte ^ 1 : byte))
    const short = packFrame({ type: 0x24, flags: 1, seq: 9, payload: rotate.subarray(1) })
    const wire = Uint8Array.from([
      ...[...good, ...wrong, 9, 9, 0, 2, 7, 0, ...short],
      ...[...Array<number>(300).fill(7), 0, ...good],
    ])
    const heard: WireObservation[] = []
    for (let at = 0; at < wire.length; at += 7)
      heard.push(...tap.observeAll('toFirmware', wire.subarray(at, at + 7)))
    const n = good.length
    expect(heard).toMatchObject([
      { kind: 'message', missing: 0 },
      { kind: 'damaged', why: 'badCrc', offset: n, bytes: n - 1 },
      { kind: 'damaged', why: 'badCobs', offset: 2 * n, bytes: 2 },
      { kind: 'damaged', why: 'badLength', offset: 2 * n + 3, bytes: 2 },
      { kind: 'unreadable', seq: 9, error: { kind: 'badLength', expected: 13, got: 12 } },
      { kind: 'damaged', why: 'oversize', offset: 2 * n + 6 + short.length, bytes: 129 },
      { kind: 'message', missing: 0 },
    ])
    expect(tap.counters('toFirmware')).toMatchObject({ frames: 3, seqGaps: 3 })
  })
})
