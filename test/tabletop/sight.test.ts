import { describe, expect, it } from 'vitest'
import { stream } from '#base/random.js'
import { CLOSURES } from '#tabletop/scene/closures.js'
import { ITEMS } from '#tabletop/scene/items.js'
import { needs } from '../needs/needs.js'
import { seen, tableOf } from './support.js'

describe('sight of the table', needs('MuJoCo'), () => {
  it('finds things, openings and lamps in arrangements that it was not made for', async () => {
    let [shown, missed, wrong] = [0, 0, 0]
    let [uppers, uppersSeen] = [0, 0]
    const errors: number[] = []
    for (let seed = 0; seed < 12; seed++) {
      const rng = stream(seed, 'sight-test')
      const start = new Map<string, string | boolean>([
        ...CLOSURES.map(({ name }): [string, boolean] => [`open(${name})`, rng.chance(0.5)]),
        ['pressed(red_button)', rng.chance(0.5)],
        ['pressed(green_button)', rng.chance(0.5)],
        ['location(red_cube)', rng.pick(['left_tray', 'right_tray', 'mat', 'table'])],
        ['location(cup)', rng.pick(['plate', 'table'])],
        ['location(blue_cube)', rng.pick(['green_cube', 'table'])],
      ])
      const table = await tableOf({ seed: `sight ${seed}`, start })
      const reported = seen(table)
      for (const [fact, value] of table.truth()) {
        // what is under or behind something is not to be seen, and not reported
        if (fact === 'location(plate)' && start.get('location(cup)') === 'plate') continue
        if (fact === 'location(green_cube)' && start.get('location(blue_cube)') === 'green_cube') continue
        if (fact === 'pressed(blue_button)') continue
        // an upper thing is seen; on what it stands nobody can tell who has never seen the lower one
        const upper = (value === 'plate' || value === 'green_cube') && fact.slice('location('.length, -1)
        if (upper !== false) {
          uppers++
          if (table.known.inSight.has(upper)) uppersSeen++
          if (!reported.has(fact)) continue
        }
        shown++
        if (!reported.has(fact)) missed++
        else if (reported.get(fact) !== value) wrong++
      }
      for (const { name } of ITEMS) {
        const at = table.known.items.get(name)?.position
        const is = table.physics.item(name).position
        if (at !== undefined) errors.push(Math.hypot(at[0] - is[0], at[1] - is[1], at[2] - is[2]))
      }
      table.close()
    }
    expect({ shown, missed, wrong }).toEqual({ shown: expect.any(Number) as number, missed: 0, wrong: 0 })
    expect(shown).toBeGreaterThan(150)
    expect(uppers).toBeGreaterThan(5)
    expect(uppersSeen).toBe(uppers)
    errors.sort((a, b) => a - b)
    expect(errors[Math.floor(0.95 * errors.length)]).toBeLessThan(0.003)
  })

  it('misses what has gone from an open place, and keeps silent about what is behind a lid', async () => {
    const table = await tableOf({
      start: new Map<string, string | boolean>([
        ['location(can)', 'box_inside'],
        ['open(box_lid)', true],
      ]),
    })
    expect(seen(table).get('location(can)')).toBe('box_inside')
    // the lid falls shut, and somebody takes the ball away
    table.physics.setSlide('box_lid', 0)
    table.physics.putItem('ball', [5, 5, 0.5], 0)
    table.begin('Press', { button: 'red_button' })
    while (table.moving) table.step(10)
    const reported = seen(table)
    expect(reported.has('location(can)')).toBe(false)
    expect(reported.get('location(ball)')).toBe('unknown')
    table.close()
  })
})
