import { describe, expect, it } from 'vitest'
import { createRenderer } from '#simulation/render/renderer.js'
import type { CameraView, Geom, Mesh, Picture, Shape } from '#simulation/render/scene.js'
import { castRays } from './support/ray-caster.js'
import { bytesOf, clutter, geom, looking } from './support/scenes.js'

const renderer = createRenderer()
const fromAbove = looking([0.1, -0.9, 0.7], [0, 0, 0.05])
const draw = (geoms: readonly Geom[], view: CameraView = fromAbove): Picture =>
  renderer.render({ geoms }, view, { shadows: false })

/** Shares of the pixels in which picture and rays name the same geom, and in which they also agree on its depth. */
function agreement(
  geoms: readonly Geom[],
  view: CameraView,
): { mask: number; depth: number; covered: number } {
  const [picture, rays] = [draw(geoms, view), castRays(geoms, view)]
  const pixels = [...rays.mask.keys()]
  const same = pixels.filter((i) => picture.mask[i] === rays.mask[i])
  const near = same.filter(
    (i) => rays.mask[i] === 0 || Math.abs(Number(picture.depth[i]) - Number(rays.depth[i])) < 0.002,
  )
  const covered = pixels.filter((i) => (rays.mask[i] ?? 0) > 1).length
  return {
    mask: same.length / pixels.length,
    depth: near.length / pixels.length,
    covered: covered / pixels.length,
  }
}

describe('the renderer beside rays', () => {
  const shapes: Shape[] = ['sphere', 'box', 'cylinder', 'capsule', 'ellipsoid']
  it.each(shapes)('shows a %s where rays meet it', (shape) => {
    const found = agreement(clutter(7, 25, [shape]), fromAbove)
    expect(found.covered).toBeGreaterThan(0.1)
    expect(found.mask).toBeGreaterThan(0.99)
    expect(found.depth).toBeGreaterThan(0.99)
  })

  it.each([1, 2, 3])('shows clutter of all shapes as rays do: seed %i', (seed) => {
    const found = agreement(clutter(seed, 90, shapes), fromAbove)
    expect(found.covered).toBeGreaterThan(0.2)
    expect(found.mask).toBeGreaterThan(0.99)
    expect(found.depth).toBeGreaterThan(0.99)
  })

  it('cuts what reaches behind the camera: a floor, a wall and a beam beside it', () => {
    const geoms = [
      geom(1, 'plane', [5, 5, 1]),
      geom(2, 'box', [3, 0.05, 0.5], { position: [0, 1, 0.5] }),
      geom(3, 'box', [0.1, 4, 0.1], { position: [0.6, 0, 0.3] }),
      geom(4, 'capsule', [0.1, 3, 0], { position: [-0.5, 0, 0.2], rotation: [1, 0, 0, 0, 0, -1, 0, 1, 0] }),
    ]
    const found = agreement(geoms, looking([0, -1, 0.6], [0, 1, 0.4], { fovY: 70 }))
    expect(found.covered).toBeGreaterThan(0.2)
    expect(found.mask).toBeGreaterThan(0.99)
    expect(found.depth).toBeGreaterThan(0.99)
  })

  it('shows an endless floor up to the horizon and nothing above it', () => {
    const { mask, depth, width, height } = draw([geom(1, 'plane', [0, 0, 1])], looking([0, 0, 1], [0, 1, 1]))
    const column = Array.from({ length: height }, (_, row) => row * width + width / 2)
    expect(column.slice(0, height / 2).map((i) => mask[i])).toEqual(Array(height / 2).fill(0))
    expect(column.slice(height / 2 + 2).map((i) => mask[i])).toEqual(Array(height / 2 - 2).fill(1))
    expect(depth[column[0] as number]).toBe(Infinity)
  })
})

describe('the renderer', () => {
  it('leaves no holes: inside a round shape each row of the mask is one run', () => {
    const rows = ['sphere', 'capsule', 'ellipsoid', 'cylinder'].flatMap((shape) => {
      const one = geom(9, shape as Shape, [0.11, 0.13, 0.07], {
        rotation: [0.8, 0, 0.6, 0, 1, 0, -0.6, 0, 0.8],
      })
      const { mask, width, height } = draw([one], looking([0.3, -0.5, 0.4], [0, 0, 0]))
      return Array.from({ length: height }, (_, row) =>
        [...mask.subarray(row * width, (row + 1) * width)].join(''),
      )
    })
    expect(rows.filter((row) => /9/.test(row)).length).toBeGreaterThan(300)
    expect(rows.filter((row) => /90+9/.test(row))).toEqual([])
  })

  it('draws a mesh like the shape that it repeats, with and without normals', () => {
    const place = { position: [0.1, 0, 0.2], rotation: [0.8, -0.6, 0, 0.6, 0.8, 0, 0, 0, 1] } as const
    const box = draw([geom(5, 'box', [0.1, 0.2, 0.15], place)])
    const mesh = draw([geom(5, 'mesh', [0, 0, 0], { ...place, mesh: boxMesh })])
    expect(bytesOf(mesh).equals(bytesOf(box))).toBe(true)
    const normals = boxMesh.positions.map((x) => x / 0.3)
    const smooth = draw([geom(5, 'mesh', [0, 0, 0], { ...place, mesh: { ...boxMesh, normals } })])
    expect(bytesOf(smooth).equals(bytesOf(box))).toBe(false)
    expect(bytesOf({ ...smooth, rgb: box.rgb }).equals(bytesOf(box))).toBe(true)
  })

  it('gives depth along the optical axis, not along the ray', () => {
    const wall = geom(1, 'box', [5, 0.1, 5], { position: [0, 1.1, 0] })
    const { depth, mask } = draw([wall], looking([0, 0, 0], [0, 1, 0]))
    expect(new Set(mask)).toEqual(new Set([1]))
    expect(Math.max(...depth.map((z) => Math.abs(z - 1)))).toBeLessThan(1e-5)
  })
})

/** The box of half sizes 0.1, 0.2, 0.15. */
const boxMesh: Mesh & { readonly positions: number[] } = {
  positions: [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [
    i & 1 ? 0.1 : -0.1,
    i & 2 ? 0.2 : -0.2,
    i & 4 ? 0.15 : -0.15,
  ]),
  triangles: [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ].flatMap(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, a, c, d]),
}
