import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { OBSERVATION } from '#lab/gym/environment/observation.js'
import { pictureFault, type Shot, type Shots } from '#lab/gym/environment/pictures.js'
import { Pool } from '#lab/gym/pool/pool.js'
import { createRenderer } from '#simulation/render/renderer.js'
import { pixelOf } from '#simulation/render/pinhole.js'
import { MAST } from '#tabletop/sight/mast-camera.js'
import { needs } from '../needs/needs.js'
import { environmentOf } from './support/gym.js'

const SIZE = { width: 160, height: 120 }
const request = { cameras: ['mast', 'wrist'] as const, ...SIZE }

const cameraOf = ({ cameras }: Shots, name: 'mast' | 'wrist'): Shot => {
  const shot = cameras[name]
  if (shot === undefined) throw new Error(`no picture of ${name}`)
  return shot
}

/** Where an observation has a field. */
function at(name: string): number {
  const index = OBSERVATION.findIndex((field) => field.name === name)
  return OBSERVATION.slice(0, index).reduce((sum, { size }) => sum + size, 0)
}

describe('pictures of the gym', needs('MuJoCo'), () => {
  it('show the item where the observation says it is, in colour, depth and mask', async () => {
    const environment = await environmentOf('pick_lift')
    for (let seed = 1; seed <= 5; seed++) {
      let { observation } = must(environment.reset(seed), 'reset')
      // away from over the item
      for (let step = 0; step < 20; step++)
        observation = must(environment.step([-1, -1, 1, 1]), 'step').observation
      const from = at('item_position')
      const [x = 0, y = 0, z = 0] = observation.slice(from, from + 3)
      const shots = must(environment.pictures(createRenderer(), request), 'pictures')
      const top = [x, y, z + 0.02] as const
      const pixel = pixelOf({ ...MAST, ...SIZE }, top)
      if (pixel === undefined) throw new Error('out of the picture')
      const { rgb, depth, mask } = cameraOf(shots, 'mast')
      const index = Math.floor(pixel.v) * SIZE.width + Math.floor(pixel.u)
      expect(shots.parts[mask[index] ?? 0]).toMatch(/_item$/)
      expect(Math.abs((depth[index] ?? 0) - (MAST.position[2] - top[2]))).toBeLessThan(0.003)
      const [r = 0, g = 0, b = 0] = rgb.slice(3 * index, 3 * index + 3)
      expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeGreaterThan(60)
    }
    environment.close()
  })

  it('move with the gripper at the wrist, and show its own fingers in the same place', async () => {
    const environment = await environmentOf('reach')
    must(environment.reset(3), 'reset')
    const shot = (): Shots => must(environment.pictures(createRenderer(), request), 'pictures')
    const move = (): void => {
      for (let step = 0; step < 15; step++) must(environment.step([0.6, 0.4, -0.3, 1]), 'step')
    }
    move()
    const before = shot()
    move()
    const after = shot()
    const fingers = (shots: Shots): number[] => {
      const { mask } = cameraOf(shots, 'wrist')
      return [...mask.keys()].filter((index) => (shots.parts[mask[index] ?? 0] ?? '').endsWith('_finger'))
    }
    expect(fingers(before).length).toBeGreaterThan(500)
    const still = new Set(fingers(before))
    expect(fingers(after).filter((index) => still.has(index)).length).toBeGreaterThan(0.9 * still.size)
    const changed = cameraOf(before, 'wrist').rgb.filter(
      (level, index) => Math.abs(level - (cameraOf(after, 'wrist').rgb[index] ?? 0)) > 8,
    )
    expect(changed.length).toBeGreaterThan(2000)
    environment.close()
  })

  it('are the same whoever takes them, and are refused before a reset', async () => {
    const taken: unknown[] = []
    for (const workers of [1, 2]) {
      const pool = must(await Pool.open({ task: 'push', envs: 2, workers }), 'pool')
      const early = await pool.pictures(request)
      expect(early.ok ? '' : early.error.code).toBe('gym.not-reset')
      must(await pool.reset(5), 'reset')
      taken.push(must(await pool.pictures(request), 'pictures'))
      await pool.close()
    }
    expect(taken[0]).toEqual(taken[1])
    expect(taken[0]).toHaveLength(2)
  })

  it.each([
    { cameras: [], width: 64, height: 64 },
    { cameras: ['ceiling'], width: 64, height: 64 },
    { cameras: 'mast', width: 64, height: 64 },
    { cameras: ['mast'], width: 15, height: 64 },
    { cameras: ['mast'], width: 64, height: 641 },
    { cameras: ['mast'], width: 64.5, height: 64 },
    { cameras: ['mast'], width: '64', height: 64 },
    { cameras: ['mast'] },
  ])('refuse %j, and say what is expected', (wrong) => {
    expect(pictureFault(wrong)).toMatchObject({
      code: 'gym.pictures',
      expected: expect.any(String) as string,
    })
  })
})
