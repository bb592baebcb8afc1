import { describe, expect, it } from 'vitest'
import { HomeCamera, homeFrame, HOME_PICTURES } from '#simulation/camera/home-camera.js'
import { project } from '#base/camera-model.js'
import { homeOf, scene } from './support.js'

const colourAt = (frame: ReturnType<typeof homeFrame>, u: number, v: number): number[] => {
  const i = 3 * (Math.round(v) * frame.width + Math.round(u))
  return [...frame.rgb.slice(i, i + 3)]
}

describe('pictures of the home', () => {
  it('are the same bytes for the same moment and seed, and others for another seed', () => {
    const [a, b] = [homeOf(), homeOf()]
    for (const picture of HOME_PICTURES) {
      const frame = homeFrame(a, picture, 3, 'f')
      expect(frame.rgb).toHaveLength(3 * frame.width * frame.height)
      expect(Buffer.from(homeFrame(b, picture, 3, 'f').rgb).equals(Buffer.from(frame.rgb))).toBe(true)
      expect(Buffer.from(homeFrame(b, picture, 4, 'f').rgb).equals(Buffer.from(frame.rgb))).toBe(false)
    }
  })

  it('show each thing in its own colour where it is, and nothing of it once it is gone', async () => {
    const [there, gone] = [homeOf(), homeOf({ start: { 'location(apple)': 'fridge' } })]
    const camera = new HomeCamera(there, 'overview', 1)
    const frame = await camera.capture()
    const { x, y, z } = there.snapshot().items['apple'] ?? { x: 0, y: 0, z: 0 }
    const pixel = project(camera.model, [x, y, z + 0.08])
    const [red = 0, green = 0] = colourAt(frame, pixel?.u ?? 0, pixel?.v ?? 0)
    expect(green).toBeGreaterThan(1.3 * red)
    const [r = 0, g = 0] = colourAt(homeFrame(gone, 'overview', 1, 'g'), pixel?.u ?? 0, pixel?.v ?? 0)
    expect(g).toBeLessThan(1.15 * r)
  })

  it('a camera above sees every stand of the robot', () => {
    const { model } = new HomeCamera(homeOf(), 'overview', 1)
    const stands = [...Object.values(scene.surfaces), ...Object.values(scene.containers)].map(
      ({ stand }) => stand,
    )
    const outside = stands.filter(({ x, y }) => {
      const pixel = project(model, [x, y, 0])
      return (
        pixel === undefined || pixel.u < 0 || pixel.v < 0 || pixel.u >= model.width || pixel.v >= model.height
      )
    })
    expect(stands).toHaveLength(15)
    expect(outside).toEqual([])
  })
})
