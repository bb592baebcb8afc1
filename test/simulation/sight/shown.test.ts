import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadMujoco } from '#adapters/mujoco/load-mujoco.js'
import { must } from '#base/result.js'
import { trained } from '#lab/training/sight/exam/readers.js'
import { enrolAll, type Sets } from '#lab/training/sight/exam/sets.js'
import { openSight, type SightNetwork } from '#lab/training/sight/network/open-sight.js'
import { drawScene, enrolmentScene } from '#lab/training/sight/scenes/scene.js'
import { poolOf } from '#lab/training/sight/scenes/thing.js'
import { Cell } from '#lab/training/sight/shots/cell.js'
import { labelsOf, shoot } from '#lab/training/sight/shots/shot.js'
import type { Bounds } from '#tabletop/sight/enrolled/name-things.js'
import { needs } from '../../needs/needs.js'

const MODEL = new URL('../../../models/sight/', import.meta.url).pathname

describe('things that were shown once', { ...needs('MuJoCo'), timeout: 120_000 }, () => {
  let cell: Cell
  let network: SightNetwork
  let sets: Sets
  let bounds: Bounds
  beforeAll(async () => {
    cell = new Cell(must(await loadMujoco(), 'MuJoCo'))
    network = must(openSight(`${MODEL}sight.onnx`), 'the network')
    bounds = (JSON.parse(readFileSync(`${MODEL}bounds.json`, 'utf8')) as { trained: Bounds }).trained
    sets = enrolAll(cell, 'validation', network.infer, 10)
  }, 120_000)
  afterAll(() => {
    network.close()
    cell.close()
  })

  it('are named where they stand, and what is not there is not to be seen', () => {
    const asked = poolOf('validation').slice(0, 10)
    const reader = trained(network.infer, [bounds])
    let [named, near, absent] = [0, 0, 0]
    for (const first of [0, 5]) {
      // they stand elsewhere than when they were shown, in another light
      const shot = shoot(cell, { ...enrolmentScene('validation', first, -1), enrolled: asked })
      const said = reader.read(shot, sets, [bounds])[0] ?? []
      for (const { name, x, y } of said) {
        const placed = shot.scene.placed.find(({ thing }) => thing.name === name)
        if (placed === undefined) absent++
        else named++
        if (placed && Math.hypot(placed.position[0] - x, placed.position[1] - y) < 0.015) near++
      }
    }
    // ten are there, five in each picture; ten questions are about what is not
    expect(named).toBeGreaterThanOrEqual(8)
    expect(near).toBeGreaterThanOrEqual(named - 1)
    expect(absent).toBeLessThanOrEqual(1)
  })

  it('are known to the referee under a lid, wherever the camera sees them', () => {
    const ajar = Array.from({ length: 20 }, (_, index) => drawScene('validation', index)).filter(
      ({ kinds }) => kinds.includes('in the box ajar'),
    )
    let inBox = 0
    for (const scene of ajar.slice(0, 4)) {
      const shot = shoot(cell, scene)
      const labels = labelsOf(shot)
      scene.placed.forEach(({ inside }, index) => {
        if (inside === undefined || (shot.visible[index] ?? 0) < 0.5) return
        inBox++
        expect(labels.filter((label) => label === index + 1).length).toBeGreaterThan(3)
      })
    }
    expect(inBox).toBeGreaterThan(1)
  })

  it('are all not to be seen on an empty table', () => {
    const scene = {
      ...enrolmentScene('validation', 0, -1),
      placed: [],
      enrolled: poolOf('validation').slice(0, 10),
    }
    const shot = shoot(cell, scene)
    expect(trained(network.infer, [bounds]).read(shot, sets, [bounds])).toEqual([[]])
  })
})
