import { stream } from '#base/random.js'
import { axesAlong } from '#simulation/render/pose.js'
import type { CameraView, Geom, Material, Shape } from '#simulation/render/scene.js'

type Three = Geom['position']

/** A table with wooden boards on a tiled floor: cubes, a ball, a can, a plate with fruit, an arm, and many beads. */
export function tabletop(): Geom[] {
  const parts = [...furniture(), ...things(), ...arm(), ...beads(72)]
  return parts.map((part, i) => ({ ...part, id: i + 1 }))
}

/** Looks down at the table from in front of it. */
export function viewOf(width: number, height: number): CameraView {
  const from: Three = [0.1, -0.84, 0.66]
  const axes = axesAlong([-0.08, 0.9, -0.64])
  const rotation = Array.from({ length: 9 }, (_, i) => axes[3 * (i % 3) + Math.floor(i / 3)] as number)
  return { position: from, rotation, fovY: 45, width, height }
}

type Part = Omit<Geom, 'id'>

const part = (shape: Shape, size: Three, position: Three, more: Partial<Part> = {}): Part => ({
  shape,
  size,
  position,
  rotation: turned(0),
  colour: [0.8, 0.8, 0.8],
  ...more,
})

/** About the vertical, radians. */
const turned = (angle: number): number[] => {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return [c, -s, 0, s, c, 0, 0, 0, 1]
}

function furniture(): Part[] {
  const tiles: Material = { texture: 'checker', scale: 0.4, specular: 0.05 }
  const wood: Material = { texture: 'wood', scale: 0.11, specular: 0.2, shininess: 0.3 }
  const legs = [-0.6, 0.6].flatMap((x) =>
    [-0.36, 0.36].map((y) =>
      part('box', [0.025, 0.025, 0.35], [x, y, -0.39], { colour: [0.42, 0.28, 0.17] }),
    ),
  )
  return [
    part('plane', [0, 0, 1], [0, 0, -0.74], { colour: [0.7, 0.69, 0.67], material: tiles }),
    part('box', [0.65, 0.4, 0.02], [0, 0, -0.02], { colour: [0.74, 0.53, 0.33], material: wood }),
    ...legs,
  ]
}

function things(): Part[] {
  const steel = { specular: 0.8, shininess: 0.8 }
  const colours = { red: [0.8, 0.16, 0.14], blue: [0.15, 0.36, 0.76], yellow: [0.96, 0.76, 0.16] } as const
  return [
    cube([-0.17, -0.12, 0], 0.4, colours.red),
    cube([-0.04, -0.19, 0], -0.3, colours.blue),
    cube([-0.165, -0.118, 0.05], 0.9, colours.yellow),
    cube([0.1, -0.22, 0], 0.1, [0.2, 0.6, 0.3]),
    part('sphere', [0.035, 0, 0], [0.16, -0.08, 0.035], {
      colour: [0.96, 0.46, 0.12],
      material: { specular: 0.5, shininess: 0.7 },
    }),
    part('cylinder', [0.033, 0.058, 0], [0.02, 0.05, 0.058], { colour: [0.76, 0.1, 0.12], material: steel }),
    part('cylinder', [0.03, 0.001, 0], [0.02, 0.05, 0.117], { colour: [0.8, 0.8, 0.82], material: steel }),
    part('cylinder', [0.1, 0.005, 0], [0.33, 0.08, 0.005], { colour: [0.93, 0.93, 0.91] }),
    part('cylinder', [0.07, 0.001, 0], [0.33, 0.08, 0.0105], { colour: [0.86, 0.88, 0.9] }),
    part('ellipsoid', [0.042, 0.03, 0.029], [0.32, 0.07, 0.04], {
      rotation: turned(0.6),
      colour: [0.88, 0.8, 0.22],
    }),
    part('sphere', [0.032, 0, 0], [0.37, 0.13, 0.043], {
      colour: [0.7, 0.12, 0.1],
      material: { specular: 0.4 },
    }),
  ]
}

/** 5 cm wide, standing on a place. */
const cube = ([x, y, z]: Three, angle: number, colour: Three): Part =>
  part('box', [0.025, 0.025, 0.025], [x, y, z + 0.025], { rotation: turned(angle), colour })

/** A capsule or cylinder from one place to another. */
function between(shape: 'capsule' | 'cylinder', radius: number, from: Three, to: Three): Part {
  const along: Three = [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
  const axes = axesAlong(along)
  const rotation = Array.from({ length: 9 }, (_, i) => axes[3 * (i % 3) + Math.floor(i / 3)] as number)
  const middle: Three = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2]
  return part(shape, [radius, Math.hypot(...along) / 2, 0], middle, { rotation })
}

/** Links, joints and a gripper over the stack of cubes. */
function arm(): Part[] {
  const joints: Three[] = [
    [-0.38, 0.12, 0.04],
    [-0.38, 0.12, 0.2],
    [-0.33, 0.04, 0.42],
    [-0.2, -0.08, 0.33],
    [-0.165, -0.118, 0.21],
  ]
  const links = joints.slice(1).map((to, i) => between('capsule', 0.034 - 0.004 * i, joints[i] as Three, to))
  const rings = joints.slice(1, 4).map((at) =>
    part('cylinder', [0.045, 0.03, 0], at, {
      rotation: [1, 0, 0, 0, 0, -1, 0, 1, 0],
      colour: [0.16, 0.17, 0.2],
    }),
  )
  const fingers = [-0.034, 0.034].map((x) =>
    part('box', [0.006, 0.01, 0.04], [-0.165 + x, -0.118, 0.12], { colour: [0.2, 0.21, 0.24] }),
  )
  const palm = part('box', [0.045, 0.018, 0.014], [-0.165, -0.118, 0.17], { colour: [0.2, 0.21, 0.24] })
  const base = part('cylinder', [0.07, 0.02, 0], [-0.38, 0.12, 0.02], { colour: [0.16, 0.17, 0.2] })
  const white = links.map((link) => ({ ...link, colour: [0.92, 0.92, 0.93] as const }))
  return [base, ...white, ...rings, palm, ...fingers]
}

/** Small things in rows, to make the scene as heavy as a real one. */
function beads(count: number): Part[] {
  const rng = stream('beads')
  const shapes = ['sphere', 'capsule', 'box', 'ellipsoid'] as const
  return Array.from({ length: count }, (_, i) => {
    const [row, column] = [Math.floor(i / 12), i % 12]
    const at: Three = [
      0.22 + 0.032 * column + 0.006 * rng.next(),
      -0.37 + 0.033 * row + 0.006 * rng.next(),
      0.012,
    ]
    return part(shapes[i % 4] as Shape, [0.012, 0.011, 0.012], at, {
      rotation: turned(3 * rng.next()),
      colour: [0.3 + 0.6 * rng.next(), 0.3 + 0.6 * rng.next(), 0.3 + 0.6 * rng.next()],
    })
  })
}
