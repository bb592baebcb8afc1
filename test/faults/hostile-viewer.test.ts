import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { VirtualClock } from '#base/clock.js'
import { ConsoleSeam } from '../../lab/faults/bench/mission/console-seam.js'
import { hostileMessage, STOP } from '../../lab/faults/bench/mission/hostile-messages.js'
import type { MissionScene } from '../../lab/faults/bench/mission/mission.js'

const scene = (): MissionScene =>
  ({ rig: { clock: new VirtualClock() }, stop: false }) as unknown as MissionScene
const VIEWER = { role: 'viewer', client: 'v' } as const

describe('the seam at which a hostile viewer enters the catalogue', () => {
  it('lets an operator stop the mission, and a viewer not', () => {
    const ours = scene()
    const seam = new ConsoleSeam(ours)
    expect(seam.send(STOP, VIEWER)).toEqual({ ok: false, code: 'console.role' })
    expect(ours.stop).toBe(false)
    expect(seam.send(STOP, { role: 'operator', client: 'o' })).toEqual({ ok: true, code: '' })
    expect(ours.stop).toBe(true)
    expect(seam.breaches).toEqual([])
  })

  it('is sent every way of being wrong, and some that are right', () => {
    const rng = stream('hostile viewer', 1)
    const codes = new Map<string, number>()
    // a seam of its own for each: so that what is wrong with a message is not hidden by there being too many
    for (let run = 0; run < 2000; run++) {
      const { code } = new ConsoleSeam(scene()).send(hostileMessage(rng), VIEWER)
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
    for (const code of ['', 'role', 'too-long', 'not-json', 'too-deep', 'params', 'not-a-request'])
      expect(codes.get(code === '' ? '' : `console.${code}`) ?? 0, code).toBeGreaterThan(10)
  })

  it('refuses what is too much, and counts it', () => {
    const seam = new ConsoleSeam(scene())
    const rng = stream('hostile viewer', 2)
    for (let i = 0; i < 1000; i++) seam.send(hostileMessage(rng), VIEWER)
    expect(seam.refused).toBeGreaterThan(900)
    expect(seam.bytes).toBeGreaterThan(1e6)
  })
})
