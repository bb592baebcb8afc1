import { describe, expect, it } from 'vitest'
import { needs } from '../needs/needs.js'
import { act, tableOf } from './support.js'

describe('an arm that was stopped at the handle of a door', needs('MuJoCo'), () => {
  it.each([1.0, 1.6])('leaves the door where it is, %f rad open', async (opened) => {
    const table = await tableOf({ seed: 'stop' })
    table.begin('Open', { closure: 'door' })
    for (let steps = 0; steps < 3000 && table.physics.slide('door') < opened; steps++) table.step(10)
    table.halt()
    table.step(1000)
    const stood = table.physics.slide('door')
    expect(stood).toBeGreaterThan(opened)
    let hardest = 0
    const outcome = act(table, 'Press', { button: 'red_button' }, () => {
      hardest = Math.max(hardest, Math.hypot(...table.physics.wristForce))
    })
    const moved = Math.abs(table.physics.slide('door') - stood)
    table.close()
    expect(outcome).toEqual({ status: 'ok' })
    expect(hardest).toBeLessThan(20)
    expect(moved).toBeLessThan(0.002)
  })
})
