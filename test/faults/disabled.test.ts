import { afterAll, describe, expect, it, vi } from 'vitest'
import type * as Pictures from '../../lab/faults/bench/learning/pictures.js'
import type * as Plant from '../../lab/faults/bench/rig/bench-plant.js'
import type * as Bump from '#simulation/camera/bump.js'
import type * as Line from '#simulation/line/line-faults.js'
import { closeBench } from '../../lab/faults/bench/learning/vision.js'
import { CATALOGUE } from '../../lab/faults/catalogue.js'
import type { FaultClass } from '../../lab/faults/fault-class.js'
import { runOnce } from '../../lab/faults/run-faults.js'
import type { PlantDrive, PlantSense } from '#simulation/field/plant.js'

// Injectors that do nothing: a part that breaks nothing, a camera whose pictures nobody changes and that
// nobody knocks against, a line without faults.
vi.mock('../../lab/faults/bench/rig/bench-plant.js', async (original) => {
  const real = await original<typeof Plant>()
  class WholePlant extends real.BenchPlant {
    override step(asked: PlantDrive): PlantSense {
      const faults = this.faults.splice(0)
      const sensed = super.step(asked)
      this.faults.push(...faults.map(() => ({})))
      return sensed
    }
  }
  return { ...real, BenchPlant: WholePlant }
})
vi.mock('../../lab/faults/bench/learning/pictures.js', async (original) => {
  const real = await original<typeof Pictures>()
  const changed: typeof real.changed = (camera, took) => real.changed(camera, took, (frame) => frame)
  return { ...real, changed }
})
vi.mock('#simulation/camera/bump.js', async (original) => {
  const real = await original<typeof Bump>()
  const bumped: typeof real.bumped = (measured) => measured
  return { ...real, bumped }
})
vi.mock('#simulation/line/line-faults.js', async (original) => {
  const real = await original<typeof Line>()
  return { ...real, completeFaults: () => real.completeFaults({}) }
})

afterAll(closeBench)

/** Those whose injector is one of the three. */
const DISABLED: readonly string[] = [
  ...CATALOGUE.filter(({ group }) => group === 'camera').map(({ id }) => id),
  ...['drop', 'flip', 'duplicate', 'reorder', 'delay', 'split', 'baud'].map((name) => `link-${name}`),
  ...['wheels-blocked', 'motors-dead', 'pose-jumps', 'bumper-stuck', 'valve-open', 'estop-cable'].map(
    (name) => `robot-${name}`,
  ),
]
const classes = CATALOGUE.filter(({ id }) => DISABLED.includes(id))

describe('a fault whose injector does nothing', () => {
  it('is known here by its name', () => {
    expect(classes.map(({ id }) => id).sort()).toEqual([...DISABLED].sort())
    expect(classes.length).toBeGreaterThanOrEqual(20)
  })

  it.each(classes.map((fault): [string, FaultClass] => [fault.id, fault]))(
    '%s ends broken, for it did not take place',
    async (_, fault) => {
      expect(await runOnce(fault, 1)).toMatchObject({
        end: 'broken',
        injected: 0,
        detail: expect.stringContaining('the fault did not take place') as string,
      })
    },
    60_000,
  )
})
