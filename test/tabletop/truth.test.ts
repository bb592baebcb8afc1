import { afterEach, describe, expect, it } from 'vitest'
import { forward } from '#tabletop/arm/kinematics.js'
import { itemNamed } from '#tabletop/scene/items.js'
import type { Tabletop } from '#tabletop/tabletop.js'
import { needs } from '../needs/needs.js'
import { act, seen, tableOf } from './support.js'

let table: Tabletop | undefined
afterEach(() => {
  table?.close()
  table = undefined
})

describe('what the referee of the table says', needs('MuJoCo'), () => {
  it('is that a thing that fell off the table is at no place', async () => {
    table = await tableOf()
    expect(table.truth().get('location(ball)')).toBe('table')
    table.physics.putItem('ball', [3, 3, 0.5], 0)
    table.step(2000)
    expect(table.physics.item('ball').position[2]).toBeLessThan(-0.1)
    expect(table.truth().get('location(ball)')).toBe('unknown')
  })

  it('is that a thing is in the gripper when both fingers touch it, and not when it only stands between them', async () => {
    table = await tableOf()
    const { physics } = table
    const { width } = itemNamed('can') ?? { width: 0 }
    // 2 mm of air on either side
    physics.opening = width + 0.004
    physics.putItem('can', forward(physics.joints).position, 0)
    physics.refresh()
    expect(table.truth().get('location(can)')).not.toBe('gripper')
    physics.opening = width - 0.0005
    physics.refresh()
    expect(table.truth().get('location(can)')).toBe('gripper')
  })

  it.each(['red_cube', 'ball', 'can', 'plate', 'charger_plug'])(
    'is that the arm holds the %s with which an episode before has ended, and it puts it down',
    async (item) => {
      // faults that would make it too heavy and too wide, were it not held
      table = await tableOf({
        start: new Map([[`location(${item})`, 'gripper']]),
        faults: { heavy: 1, wide: 1 },
        faulty: [item],
      })
      expect(table.truth().get(`location(${item})`)).toBe('gripper')
      expect(seen(table).get(`location(${item})`)).toBe('gripper')
      expect(act(table, 'Place', { item, place: 'mat' })).toMatchObject({ status: 'ok' })
      expect(table.truth().get(`location(${item})`)).toBe('mat')
    },
  )

  it('cannot be that two things are in the gripper, nor one that is wider than it opens', async () => {
    const two = ['red_cube', 'ball'].map((item) => [`location(${item})`, 'gripper'] as const)
    await expect(tableOf({ start: new Map(two) })).rejects.toThrow('the ball cannot be put at gripper')
    const start = new Map([['location(crate)', 'gripper']])
    await expect(tableOf({ start })).rejects.toThrow('the crate cannot be put at gripper')
  })

  it('is that a tower stands as the task begins, whichever of its things is named first', async () => {
    const start = new Map([
      ['location(red_cube)', 'green_cube'],
      ['location(green_cube)', 'blue_cube'],
    ])
    table = await tableOf({ start })
    for (const [fact, on] of start) expect(table.truth().get(fact)).toBe(on)
    expect(table.truth().get('location(blue_cube)')).toBe('table')
  })

  it('cannot be asked where a thing stands on what stands on it: there is no such table', async () => {
    const start = new Map([
      ['location(red_cube)', 'green_cube'],
      ['location(green_cube)', 'red_cube'],
    ])
    await expect(tableOf({ start })).rejects.toThrow(/cannot be put/)
  })

  it('is not asked after unstable physics: the skill fails and says so', async () => {
    table = await tableOf()
    table.begin('Press', { button: 'red_button' })
    table.step(500)
    expect(table.outcome()).toBeUndefined()
    // no thing is so fast: MuJoCo gives its state up
    table.physics.nudge('ball', [1e12, 0, 0])
    table.step(20)
    expect(table.physics.resets).toBe(1)
    expect(table.outcome()).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('unstable') as string,
    })
    table.step(1000)
    expect(table.moving).toBe(false)
  })
})

describe('what slips out of the fingers', needs('MuJoCo'), () => {
  it('is at no known place until it is seen again', async () => {
    table = await tableOf()
    expect(act(table, 'Pick', { item: 'red_cube' })).toEqual({ status: 'ok' })
    expect(seen(table).get('location(red_cube)')).toBe('gripper')
    table.begin('Place', { item: 'red_cube', place: 'left_tray', speed: 60 })
    table.step(200)
    // a hand takes it out of the gripper and lays it on the mat
    table.physics.putItem('red_cube', [5, 5, 0.5], 0)
    let outcome = table.outcome()
    for (let steps = 0; outcome === undefined && steps < 9000; steps++) {
      table.step(10)
      outcome = table.outcome()
    }
    expect(outcome).toEqual({ status: 'failed', reason: 'the red_cube slipped out of the gripper' })
    expect(seen(table).get('location(red_cube)')).toBe('unknown')
    table.physics.putItem('red_cube', [0.45, 0.28, 0.03], 0)
    table.physics.refresh()
    act(table, 'Press', { button: 'red_button' })
    expect(seen(table).get('location(red_cube)')).toBe(table.truth().get('location(red_cube)'))
  })
})

describe('a gripper that is stopped as it closes', needs('MuJoCo'), () => {
  it('freezes its fingers where they are', async () => {
    table = await tableOf()
    table.begin('Pick', { item: 'red_cube' })
    let [before, widest] = [table.physics.opening, 0]
    // it opens for the cube first; then the fingers close
    for (let steps = 0; steps < 3000; steps++) {
      table.step(10)
      widest = Math.max(widest, table.physics.opening)
      if (widest > 0.06 && table.physics.opening < widest - 0.004) break
    }
    table.halt()
    table.step(100)
    before = table.physics.opening
    expect(before).toBeGreaterThan(0.01)
    table.step(2000)
    expect(Math.abs(table.physics.opening - before)).toBeLessThan(0.001)
  })
})
