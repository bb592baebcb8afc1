import { afterEach, describe, expect, it } from 'vitest'
import { JOINT_DRIVES } from '#tabletop/scene/mjcf.js'
import type { Tabletop } from '#tabletop/tabletop.js'
import { needs } from '../needs/needs.js'
import { act, seen, tableOf } from './support.js'

let table: Tabletop | undefined
afterEach(() => {
  table?.close()
  table = undefined
})

/** The green cube is let go over the tray, and the arm is stopped so much later, ms. */
async function stoppedAfter(later: number): Promise<Tabletop> {
  const stopped = await tableOf({ seed: 'r' })
  expect(act(stopped, 'Pick', { item: 'green_cube' })).toEqual({ status: 'ok' })
  const { opening } = stopped.physics
  stopped.begin('Place', { item: 'green_cube', place: 'left_tray', speed: 100 })
  for (let steps = 0; steps < 3000 && stopped.physics.opening < opening + 0.0006; steps++) stopped.step(10)
  stopped.step(later)
  stopped.halt()
  return stopped
}

/** With what force the drive of the fingers closes them now, newtons. */
function squeeze({ physics }: Tabletop): number {
  // safe: MuJoCo declares it `any`; it is a view of mjtNum
  const { actuator_force } = physics.data as unknown as Record<'actuator_force', Float64Array>
  return -(actuator_force[JOINT_DRIVES.length] ?? 0)
}

describe('an arm that is stopped as it lets something go', needs('MuJoCo'), () => {
  it.each([10, 90, 250])(
    'after %i ms no longer says that it holds it, and its fingers stand',
    async (later) => {
      table = await stoppedAfter(later)
      expect(table.known.held).toBeUndefined()
      const { opening } = table.physics
      table.step(1000)
      expect(Math.abs(table.physics.opening - opening)).toBeLessThan(0.004)
      expect(seen(table).get('location(green_cube)')).not.toBe('gripper')
    },
  )

  it('still holds it as hard as before, where the fingers have only begun to open', async () => {
    table = await tableOf({ seed: 'r' })
    expect(act(table, 'Pick', { item: 'green_cube' })).toEqual({ status: 'ok' })
    const held = squeeze(table)
    table.begin('Place', { item: 'green_cube', place: 'left_tray', speed: 100 })
    for (let steps = 0; steps < 3000 && squeeze(table) > held - 3; steps++) table.step(10)
    expect(squeeze(table)).toBeLessThan(held - 3)
    table.halt()
    table.step(1000)
    expect(squeeze(table)).toBeCloseTo(held, 1)
    expect(table.known.held?.item).toBe('green_cube')
    expect(seen(table).get('location(green_cube)')).toBe('gripper')
  })

  it('still holds what is wider than it was told, until the fingers have left that', async () => {
    const width = new Map([['plate', 0.084]])
    table = await tableOf({ seed: 'r', variation: { width }, declared: new Map([['plate', 0.0815]]) })
    expect(act(table, 'Pick', { item: 'plate' })).toEqual({ status: 'ok' })
    const held = squeeze(table)
    table.begin('Place', { item: 'plate', place: 'mat', speed: 100 })
    // they are told to stand farther apart than the plate is said to be wide, and do not come so far
    for (let steps = 0; steps < 3000 && squeeze(table) > 0.9; steps++) table.step(10)
    expect(table.physics.grips('plate')).toBe(true)
    table.halt()
    table.step(1000)
    expect(squeeze(table)).toBeCloseTo(held, 1)
    expect(seen(table).get('location(plate)')).toBe('gripper')
  })

  it.each([
    ['Open', { closure: 'drawer' }],
    ['Press', { button: 'red_button' }],
    ['Push', { item: 'crate', towards: 'mat' }],
    ['Pick', { item: 'can' }],
  ])('leaves it where it is when it does something else next: %s', async (skill, params) => {
    table = await stoppedAfter(90)
    table.step(1000)
    const cube = () => table?.physics.item('green_cube').position ?? [0, 0, 0]
    const [x, y] = cube()
    let highest = 0
    expect(act(table, skill, params, () => (highest = Math.max(highest, cube()[2])))).toEqual({
      status: 'ok',
    })
    expect(highest).toBeLessThan(0.03)
    expect(Math.hypot(cube()[0] - x, cube()[1] - y)).toBeLessThan(0.002)
    expect(seen(table).get('location(green_cube)')).toBe('left_tray')
  })
})
