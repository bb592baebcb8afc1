import { afterEach, describe, expect, it } from 'vitest'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { must } from '#base/result.js'
import { forward } from '#tabletop/arm/kinematics.js'
import { aboutZ, add, type Vector } from '#tabletop/arm/pose.js'
import { readingsOf } from '#tabletop/driver/readings.js'
import { Clearance } from '#tabletop/planning/clearance.js'
import { KnownScene, type SeenPose } from '#tabletop/planning/known-scene.js'
import { itemNamed } from '#tabletop/scene/items.js'
import type { Tabletop } from '#tabletop/tabletop.js'
import { needs } from '../needs/needs.js'
import { act, tableOf } from './support.js'

let table: Tabletop | undefined
afterEach(() => {
  table?.close()
  table = undefined
})

describe('an arm that holds something', needs('MuJoCo'), () => {
  it('goes on holding it when it is stopped before its fingers have left it', async () => {
    table = await tableOf()
    expect(act(table, 'Pick', { item: 'green_cube' })).toEqual({ status: 'ok' })
    table.begin('Grip', { closed: false })
    table.step(100)
    table.halt()
    table.step(1500)
    expect(table.known.held?.item).toBe('green_cube')
    expect(table.truth().get('location(green_cube)')).toBe('gripper')
  })

  it('is judged with its fingers where they are: on both sides of the thing, although they are told to close', async () => {
    table = await tableOf()
    expect(act(table, 'Pick', { item: 'green_cube' })).toEqual({ status: 'ok' })
    const { known, physics } = table
    const clearance = new Clearance(must(await loadMujoco(), 'MuJoCo'), physics.model)
    const { position, rotation } = forward(physics.joints)
    // beside a finger: the fingers move along the y axis of the gripper
    const aside: Vector = [rotation[0][1], rotation[1][1], rotation[2][1]]
    const beside = add(position, aside.map((part) => 0.065 * part) as unknown as Vector)
    known.items.set('can', { position: beside, rotation: aboutZ(0) })
    const near = (opening: number): number =>
      clearance.closest({ path: [physics.joints], opening }, known).distance
    expect(near(0)).toBeCloseTo(near(itemNamed('green_cube')?.width ?? 0), 6)
    const closed = new KnownScene()
    closed.items.set('can', { position: beside, rotation: aboutZ(0) })
    const empty = clearance.closest({ path: [physics.joints], opening: 0 }, closed).distance
    expect(near(0)).toBeLessThan(empty - 0.01)
    clearance.close()
  })
})

describe('what is known by sight', () => {
  const can = (x: number, whole: boolean): ReadonlyMap<string, SeenPose> =>
    new Map([['can', { position: [x, 0, 0.05], rotation: aboutZ(0), whole }]])
  const look = (items: ReadonlyMap<string, SeenPose>) => ({
    items,
    slides: new Map<string, number>(),
    lit: new Map<string, boolean>(),
    before: () => undefined,
  })

  it.each([
    [
      'stands where it stood when half of it is hidden and the rest seems to be a little aside',
      0.307,
      false,
      0.3,
    ],
    ['has moved when all of it is seen a little aside', 0.307, true, 0.307],
    ['has moved when half of it is seen far away', 0.4, false, 0.4],
  ])('%s', (_, x, whole, known) => {
    const scene = new KnownScene()
    scene.update(look(can(0.3, true)))
    scene.update(look(can(x, whole)))
    expect(scene.items.get('can')?.position[0]).toBe(known)
    expect(scene.inSight.has('can')).toBe(true)
  })

  it('grows old while the arm moves, and what the gripper feels does not', needs('MuJoCo'), async () => {
    table = await tableOf()
    table.look()
    expect(act(table, 'Pick', { item: 'green_cube' })).toEqual({ status: 'ok' })
    table.look()
    table.begin('Place', { item: 'green_cube', place: 'mat' })
    table.step(1000)
    const ages = new Map(readingsOf(table.known, table.now).map(({ fact, ageMs }) => [fact, ageMs]))
    expect(ages.get('location(green_cube)')).toBe(0)
    expect(ages.get('location(red_cube)')).toBeGreaterThanOrEqual(1000)
    table.halt()
    table.step(2000)
    table.look()
    expect(readingsOf(table.known, table.now).every(({ ageMs }) => ageMs === 0)).toBe(true)
  })
})
