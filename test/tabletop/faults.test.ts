import { afterEach, describe, expect, it } from 'vitest'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { must } from '#base/result.js'
import { drawVariation } from '#tabletop/fault-profile.js'
import type { Tabletop } from '#tabletop/tabletop.js'
import { emptyTally } from '../../lab/tabletop/trial.js'
import { DECLARED_M, picks } from '../../lab/tabletop/width-probe.js'
import { needs } from '../needs/needs.js'
import { act, seen, tableOf } from './support.js'

let table: Tabletop | undefined
afterEach(() => {
  table?.close()
  table = undefined
})

/** What is reported and not so; that something is unknown is never wrong. */
const wrongOf = (at: Tabletop): unknown[] => {
  const truth = at.truth()
  return [...seen(at)].filter(([fact, value]) => value !== 'unknown' && value !== truth.get(fact))
}

describe('a card before the camera', needs('MuJoCo'), () => {
  it('hides what is behind it: no word of that, no wrong word of the rest, and all of it afterwards', async () => {
    table = await tableOf({ faults: { occluded: 1 } })
    const all = seen(table)
    expect(all.get('location(can)')).toBe('table')
    table.begin('Pick', { item: 'can', speed: 60 })
    table.halt()
    table.step(400)
    expect(table.moving).toBe(false)
    const hidden = seen(table)
    expect(hidden.has('location(can)')).toBe(false)
    expect(hidden.size).toBeLessThan(all.size)
    expect(wrongOf(table)).toEqual([])
    table.step(40_000)
    expect(seen(table)).toEqual(all)
  })

  it('is drawn: a thing that is taken away behind it is not said to have gone', async () => {
    table = await tableOf({ faults: { occluded: 1 } })
    seen(table)
    table.begin('Pick', { item: 'can', speed: 60 })
    table.halt()
    table.step(400)
    table.physics.putItem('can', [0.47, 0.22, 0.04], 0)
    expect(seen(table).has('location(can)')).toBe(false)
    table.step(40_000)
    expect(seen(table).get('location(can)')).toBe('left_tray')
  })
})

describe('a declared width that is wrong', needs('MuJoCo'), () => {
  it.each([
    [0.08, true],
    [0.086, true],
    [0.092, false],
    [0.096, false],
  ])('is found out by contact: %d m in truth, and the gripper opens 90 mm', async (width, isPicked) => {
    const tally = emptyTally()
    expect(picks(must(await loadMujoco(), 'MuJoCo'), { seed: 'probe', width }, tally)).toBe(isPicked)
    // the fingers were there: it was not refused by its width
    expect(tally.hardest).toBeGreaterThan(isPicked ? 3 : 10)
    expect(DECLARED_M).toBeLessThan(width + 0.002)
  })
})

describe('heavy and wide things', () => {
  it('are drawn for an episode: the same by the same name, and none without a chance', () => {
    const rough = { heavy: 0.5, wide: 0.5 }
    expect(drawVariation(rough, 'a')).toEqual(drawVariation(rough, 'a'))
    expect(drawVariation({}, 'a')).toEqual({})
    const drawn = Array.from({ length: 200 }, (_, index) => drawVariation(rough, `episode ${index}`))
    const heavy = drawn.filter(({ mass }) => mass !== undefined).length
    expect(heavy).toBeGreaterThan(70)
    expect(heavy).toBeLessThan(130)
    const widths = drawn.flatMap(({ width }) => [...(width?.values() ?? [])])
    expect(widths.length).toBeGreaterThan(70)
    expect(widths.filter((width) => width < 0.092 || width > 0.096)).toEqual([])
  })
})

describe('an arm that has met something hard', needs('MuJoCo'), () => {
  it('goes back to rest, so that it hides nothing', async () => {
    table = await tableOf()
    table.look()
    const { position } = table.physics.item('red_cube')
    table.begin('Pick', { item: 'red_cube', speed: 60 })
    // a hand pushes it under one of the fingers
    table.physics.putItem('red_cube', [position[0] + 0.025, position[1] + 0.025, position[2]], 0)
    let outcome = table.outcome()
    for (let steps = 0; outcome === undefined && steps < 9000; steps++) {
      table.step(10)
      outcome = table.outcome()
    }
    expect(outcome?.status).toBe('failed')
    table.step(200)
    expect(seen(table).get('location(red_cube)')).toBe('table')
    expect(act(table, 'Pick', { item: 'red_cube' })).toEqual({ status: 'ok' })
  })
})
