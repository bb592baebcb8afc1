import { describe, expect, it } from 'vitest'
import { chosen, type Candidate } from '#annotation/choose-mark.js'
import { clearances, roomIn } from '#annotation/clearance.js'
import { farthestPoints } from '#annotation/farthest-points.js'
import { focalOf } from '#simulation/render/pinhole.js'
import { inverse } from '#tabletop/arm/kinematics.js'
import { pointingDown } from '#tabletop/arm/pose.js'
import { placeAt } from '#tabletop/planning/where.js'
import { ITEMS } from '#tabletop/scene/items.js'
import { PLACES } from '#tabletop/scene/places.js'
import { freeSurface } from '#tabletop/sight/free-surface.js'
import { MAST } from '#tabletop/sight/mast-camera.js'
import { REST_JOINTS } from '#tabletop/arm/postures.js'
import { needs } from '../needs/needs.js'
import { tableOf } from './support.js'

/** Half of what is to be put down, with a little room, metres. */
const HALF = 0.025

/** Metres that a pixel shows of the table. */
const pixel = MAST.position[2] / focalOf(MAST)

describe('PRAG-12: free surface of the tabletop', needs('MuJoCo'), () => {
  it('gives candidates that lie free in the place, one of which the arm reaches', async () => {
    const table = await tableOf({
      seed: 'free',
      start: new Map([
        ['location(red_cube)', 'left_tray'],
        ['location(blue_cube)', 'mat'],
      ]),
    })
    const felt = { joints: table.physics.joints, opening: table.physics.opening, slides: table.known.slides }
    const { rgbd, slides } = table.sight.look(felt, new Set())
    const counts = new Map<string, number>()
    for (const place of PLACES.filter(({ behind }) => behind === undefined)) {
      const free = freeSurface(rgbd, place, slides)
      const room = clearances(free)
      const points = farthestPoints(roomIn(free, HALF / pixel), 6, HALF / pixel)
      const candidates = points.map(({ x, y }, index): Candidate => {
        const at = y * free.width + x
        const [px, py, pz] = rgbd.point(at)
        expect(placeAt([px, py, 0.02], slides).name).toBe(place.name)
        for (const { name } of ITEMS) {
          const [ix, iy] = table.physics.item(name).position
          // nearer than half of what is put down nothing stands, to what a pixel and the camera are off
          expect(Math.hypot(ix - px, iy - py)).toBeGreaterThan(HALF - 0.004)
        }
        const pose = { position: [px, py, pz + 0.05] as const, rotation: pointingDown(0) }
        const reach = inverse(pose, REST_JOINTS).ok ? 1 : 0
        return { number: index + 1, reach, clearance: (room[at] ?? 0) * pixel }
      })
      counts.set(place.name, candidates.length)
      const best = chosen(candidates)
      if (candidates.length > 0) expect(best?.clearance).toBeGreaterThan(HALF)
      else expect(best).toBeUndefined()
    }
    table.close()
    expect([...counts.keys()]).toEqual(['table', 'left_tray', 'right_tray', 'mat'])
    expect(counts.get('left_tray')).toBeGreaterThan(2)
    expect(counts.get('right_tray')).toBeGreaterThan(2)
  })
})
