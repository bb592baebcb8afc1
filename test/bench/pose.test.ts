import { expect, it } from 'vitest'
import { must } from '#base/result.js'
import { parseTree } from '#bt/xml/parse.js'
import { loadFieldFile } from '#config/field/field-file.js'
import { readLibrary } from '#app/policy.js'
import { playMission } from '#lab/bench/pose/play-mission.js'
import { planOf, shippedPlans } from '#lab/bench/vrl/settings/best-plan.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'

const library = readLibrary()
const setup = must(await loadFieldFile('config/fields/F1.yaml'), 'F1')[0] as FieldSetup
const plan = must(
  parseTree(planOf(setup, library, shippedPlans()), { file: 'the best plan', library }),
  'the best plan',
)

it('a mission on the floor fails by the wheels alone, and ends well with a laser scanner; twice the same', async () => {
  const play = (scanner: 'none' | 'ld19') =>
    playMission({ setup, tree: plan, seed: 1, ground: 'floor', scanner, faults: 'none', library })
  const wheels = await play('none')
  expect(wheels.outcome.correct).toBeLessThan(16)
  expect(wheels.nees).toEqual([])
  const lidar = await play('ld19')
  expect(lidar.outcome).toMatchObject({ correct: 16, incorrect: 0, robotHome: true, shelfAtTarget: true })
  const places = lidar.errors.map(({ place }) => place).toSorted((a, b) => a - b)
  expect(places[Math.floor(0.95 * places.length)]).toBeLessThan(0.015)
  expect(lidar.scans.accepted).toBeGreaterThan(0.9 * lidar.scans.all)
  expect(await play('ld19')).toEqual(lidar)
}, 180_000)
