import type { DoorShape, Flat, HomeScene } from '../scene.js'
import { WALL, wallsOf } from '../space/walls.js'
import { box, paint, type Triangle } from './mesh.js'

/** Floors, cut-off walls, door frames and door leaves, as if the home had been sawn through below the windows. */
export function buildingMesh(scene: HomeScene, angles: Readonly<Record<string, number>>): Triangle[] {
  const floors = Object.values(scene.rooms).flatMap(({ from, to, floor, colour }) =>
    box({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, z: -0.05 }, [to.x - from.x, to.y - from.y, 0.05], {
      ...paint(colour),
      pattern: floor,
    }),
  )
  const walls = wallsOf(scene).flatMap(({ x0, y0, x1, y1 }) => {
    const at = { x: (x0 + x1) / 2, y: (y0 + y1) / 2 }
    return [
      ...box({ ...at, z: 0 }, [x1 - x0, y1 - y0, WALL_HEIGHT - 0.02], paint('#efece4')),
      ...box({ ...at, z: WALL_HEIGHT - 0.02 }, [x1 - x0, y1 - y0, 0.02], paint('#5d5850')),
    ]
  })
  const doors = Object.entries(scene.doors).flatMap(([door, shape]) => doorMesh(shape, angles[door] ?? 0))
  return [...floors, ...walls, ...doors]
}

/** height at which the walls are cut off, m */
const WALL_HEIGHT = 0.42
const LEAF_HEIGHT = 0.8
const LEAF = 0.05

function doorMesh(door: DoorShape, angle: number): Triangle[] {
  const { at, hinge, width, colour } = door
  const closed = Math.atan2(at.y - hinge.y, at.x - hinge.x)
  const turn = opensTo(door) * angle * (Math.PI / 2) * 1.2
  const yaw = closed + turn
  const middle = { x: hinge.x + (width / 2) * Math.cos(yaw), y: hinge.y + (width / 2) * Math.sin(yaw) }
  const latch = { x: hinge.x + (width - 0.1) * Math.cos(yaw), y: hinge.y + (width - 0.1) * Math.sin(yaw) }
  const far = { x: 2 * at.x - hinge.x, y: 2 * at.y - hinge.y }
  const frame = [hinge, far].flatMap((post) =>
    box({ ...post, z: 0 }, [WALL + 0.03, WALL + 0.03, LEAF_HEIGHT + 0.05], paint('#f6f3ec')),
  )
  return [
    ...frame,
    ...box({ ...middle, z: 0.02, yaw }, [width - 0.02, LEAF, LEAF_HEIGHT], paint(colour)),
    ...box({ ...latch, z: 0.5, yaw }, [0.1, LEAF + 0.1, 0.04], paint('#d9c27a')),
    ...sill(at, width, closed),
  ]
}

/** 1 when the leaf turns counter-clockwise as it opens: towards where one stands in the room that it opens into. */
function opensTo({ at, hinge, opensInto, stands }: DoorShape): 1 | -1 {
  const inside = stands[opensInto] ?? at
  const side = (at.x - hinge.x) * (inside.y - hinge.y) - (at.y - hinge.y) * (inside.x - hinge.x)
  return side > 0 ? 1 : -1
}

const sill = (at: Flat, width: number, yaw: number): Triangle[] =>
  box({ ...at, z: 0, yaw }, [width, WALL + 0.02, 0.006], paint('#8a7a63'))
