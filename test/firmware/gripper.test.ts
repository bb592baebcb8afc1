import { describe, expect, it } from 'vitest'
import { Bench } from './support/bench.js'

const grip = (mask: number, regrips = 0) => ({ kind: 'grip', permitId: 1, mask, regrips }) as const
const release = (mask: number) => ({ kind: 'release', permitId: 2, mask }) as const
const rotate = (mask: number) => ({ kind: 'rotate', permitId: 3, mask }) as const

describe('gripper', () => {
  it('grips the cups of the mask and tells which hold', () => {
    const bench = new Bench().connect()
    const { id } = bench.complete(grip(0b0101))
    expect(bench.session.commandState(id)).toEqual({ done: 'ok', detail: 0b0101 })
    expect(bench.plant.carried).toBe(0b0101)
    bench.run(40)
    expect(bench.telemetry.valves).toBe(0b0101)
    expect(bench.telemetry.vacuumKpa10.map((v) => v > 350)).toEqual([true, false, true, false])
  })

  it('a cup without a block is vented again, so that it does not eat the vacuum of the others', () => {
    const bench = new Bench().connect()
    bench.plant.blocks = 0b0011
    const { id } = bench.complete(grip(0b1111))
    expect(bench.session.commandState(id)).toEqual({ done: 'incomplete', detail: 0b0011 })
    expect(bench.plant.drive?.valves).toBe(0b0011)
  })

  it('a re-grip round tries the failing cups only, and succeeds when the block is there', () => {
    const bench = new Bench().connect()
    bench.plant.blocks = 0b1110
    const id = bench.session.command(grip(0b1111, 3))
    bench.run(3_000)
    bench.plant.blocks = 0b1111
    const took = 3_000 + bench.run(10_000, () => bench.settled(id))
    expect(bench.session.commandState(id)).toEqual({ done: 'ok', detail: 0b1111 })
    expect(bench.plant.valveOpenings).toEqual([2, 1, 1, 1])
    expect(Math.abs(took / 1000 - 5)).toBeLessThan(0.05)
  })

  it('releases part of the load and keeps the rest', () => {
    const bench = new Bench().connect()
    bench.complete(grip(0b1111))
    const { id } = bench.complete(release(0b0110))
    expect(bench.session.commandState(id)).toEqual({ done: 'ok', detail: 0b1001 })
    expect(bench.plant.carried).toBe(0b1001)
    bench.complete(release(0b1001))
    expect(bench.plant.drive).toMatchObject({ pump: false, valves: 0, lift: 0 })
  })

  it('rotates there and back, with the mask of the command', () => {
    const bench = new Bench().connect()
    for (const rotator of [1, 0, 1]) {
      const { id } = bench.complete(rotate(0b1010))
      expect(bench.session.commandState(id)).toMatchObject({ done: 'ok' })
      expect(bench.plant.drive).toMatchObject({ rotator, rotateMask: 0b1010 })
    }
  })

  it('a jammed lift ends the command by time-out, 1 s late at most', () => {
    const bench = new Bench().connect()
    bench.plant.liftJammed = true
    const { id, took } = bench.complete(grip(0b1111))
    expect(bench.session.commandState(id)).toMatchObject({ done: 'timeout' })
    expect(took).toBeLessThan(2_300)
    expect(bench.plant.drive?.valves).toBe(0)
  })

  it('a block that is lost on the way is reported once', () => {
    const bench = new Bench().connect()
    bench.complete(grip(0b1111))
    bench.plant.carried &= ~0b0100
    bench.run(1_000)
    const lost = bench.events.filter((event) => event.kind === 'firmware' && event.code === 'vacuumLost')
    expect(lost).toEqual([expect.objectContaining({ detail: 2 })])
  })
})
