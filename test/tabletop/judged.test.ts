import { afterEach, describe, expect, it } from 'vitest'
import type { Tabletop } from '#tabletop/tabletop.js'
import { playAtTable } from '../../lab/faults/bench/tabletop/table-episode.js'
import { needs } from '../needs/needs.js'
import { act, seen, tableOf } from './support.js'

let table: Tabletop | undefined
afterEach(() => {
  table?.close()
  table = undefined
})

const INTO_TRAY =
  '<Sequence><Pick item="red_cube"/><Place item="red_cube" place="left_tray"/><Open closure="drawer"/></Sequence>'

describe('PRAG-03: steps at the table are judged by what is seen', needs('MuJoCo'), () => {
  it('what the gripper holds is felt, all else is seen in pictures', async () => {
    const { judged, end } = await playAtTable({ seed: 'judged', faults: {}, steps: INTO_TRAY })
    expect(end).toBe('tree-success')
    expect(judged).toEqual([
      'Pick done: sensors, 98 % sure',
      'Place done: picture, 95 % sure',
      'Open done: picture, 95 % sure',
    ])
  })

  it('a tray that is hidden: the step is believed, and is told as such', async () => {
    const steps = INTO_TRAY.replace('<Open closure="drawer"/>', '')
    const { judged, end, wrong, truth } = await playAtTable({
      seed: 'hidden',
      faults: { occluded: 1 },
      steps,
    })
    expect(judged).toEqual(['Pick done: sensors, 98 % sure', 'Place done: nobody has seen it'])
    expect([end, wrong, truth.get('location(red_cube)')]).toEqual(['tree-success', [], 'left_tray'])
  })

  it('what was let go and is not where it was put is missed, unless something hides that place', async () => {
    const at = await tableOf()
    table = at
    act(at, 'Pick', { item: 'red_cube', speed: 60 })
    let [moved, released] = [false, 0]
    act(at, 'Place', { item: 'red_cube', place: 'left_tray', speed: 60 }, () => {
      if (at.known.held !== undefined || moved || released++ < 40) return
      // somebody takes it as soon as the gripper has let go of it
      at.physics.putItem('red_cube', [0.2, -0.6, -0.5], 0)
      moved = true
    })
    expect(moved).toBe(true)
    expect(seen(at).get('location(red_cube)')).toBe('unknown')
  })
})
