import { blockPaint, robotSolids } from './robot.js'
import type { FieldMap } from '#base/field-map.js'
import { BLOCK, FAR_APRON, SHELF_HEIGHT } from '../dimensions.js'
import type { Scene, SceneBlock } from '../scene.js'
import { PAINT } from './colour.js'
import { box, plain, type Placement, type Solid } from './solid.js'

/** Returns all bodies of a scene, in no particular order; those in `casting` throw a shadow on the floor. */
export function sceneSolids(scene: Scene): { readonly casting: Solid[]; readonly rims: Solid[] } {
  return {
    casting: [...scene.blocks.map(blockSolid), ...shelfSolids(scene), ...robotSolids(scene.robot)],
    rims: rimSolids(scene.map),
  }
}

function blockSolid(block: SceneBlock): Solid {
  const place: Placement = { at: [block.at.x, block.at.y, block.z + BLOCK.z / 2], yaw: block.yaw }
  return box(place, [BLOCK.x, BLOCK.y, BLOCK.z], blockPaint(block.face))
}

/** Two side panels, three boards, open on both long sides. */
function shelfSolids({ shelf, map }: Scene): Solid[] {
  const [width, depth] = [map.shelf.size.x, map.shelf.size.y]
  const panel = 0.012
  const side = (sign: number): Solid =>
    box(
      { at: [shelf.x + sign * (width / 2 - panel / 2), shelf.y, SHELF_HEIGHT / 2] },
      [panel, depth, SHELF_HEIGHT],
      plain(PAINT.shelfSide),
    )
  const board = (z: number): Solid =>
    box({ at: [shelf.x, shelf.y, z] }, [width - 2 * panel, depth, 0.01], plain(PAINT.shelfBoard))
  return [side(-1), side(1), board(0.008), board(SHELF_HEIGHT / 2), board(SHELF_HEIGHT - 0.005)]
}

/** The low wooden frame around the floor. */
function rimSolids(map: FieldMap): Solid[] {
  const [x, y] = [map.size.x, map.size.y + FAR_APRON]
  const [t, h] = [0.025, 0.035]
  const paint = plain(PAINT.rim)
  return [
    box({ at: [x / 2, y + t / 2, h / 2] }, [x + 2 * t, t, h], paint),
    box({ at: [-t / 2, y / 2, h / 2] }, [t, y, h], paint),
    box({ at: [x + t / 2, y / 2, h / 2] }, [t, y, h], paint),
    box({ at: [x / 2, -t / 2, h / 2] }, [x + 2 * t, t, h], paint),
  ]
}
