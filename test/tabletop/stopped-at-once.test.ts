import { describe, expect, it } from 'vitest'
import { needs } from '../needs/needs.js'
import { tableOf } from './support.js'

/** Joints that are slower stand, radians a second. */
const STANDS = 0.01

describe('an arm that is stopped just after it has begun', needs('MuJoCo'), () => {
  it.each([10, 20, 30, 40, 60, 80])('moves until it stands, after %i ms too', async (begunMs) => {
    const table = await tableOf()
    const fastest = (): number => Math.max(...table.physics.jointSpeeds.map(Math.abs))
    table.begin('Pick', { item: 'red_cube', approach: 'from_above', speed: 60 })
    table.step(begunMs)
    table.halt()
    for (let waited = 0; table.moving && waited < 400; waited += 10) table.step(10)
    // once it says that it stands it does, and goes on standing
    for (let after = 0; after < 400; after += 10) {
      expect([table.moving, fastest() < STANDS], `${after} ms after`).toEqual([false, true])
      table.step(10)
    }
    table.close()
  })
})
