import { describe, expect, it } from 'vitest'
import { packFrame } from '../../src/link/frame.js'
import { WireObserver } from '../../src/link/wire-observer.js'

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
})
