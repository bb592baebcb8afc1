import { cellAt, MAP_X, MAP_Y } from '#simulation/tabletop/sight/enrolled/table-map.js'
import type { Shot } from './shot.js'

/** What each cell of the map shows: the number of a thing in `scene.placed`, plus one; 0 is the cell of the robot. */
export function labelsOf({ mask, read }: Shot): Uint8Array {
  const labels = new Uint8Array(MAP_X * MAP_Y)
  const tops = new Float32Array(MAP_X * MAP_Y).fill(-1)
  for (let index = 0; index < mask.length; index++) {
    const [x, y, z] = read.rgbd.point(index)
    const cell = cellAt(x, y)
    if (cell < 0 || z <= (tops[cell] ?? 0)) continue
    tops[cell] = z
    labels[cell] = mask[index] ?? 0
  }
  return labels
}
