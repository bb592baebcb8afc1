import type { FieldMap, Mask, Zone } from '../../../src/base/field-map.js'
import { m, rad } from '../../../src/base/units.js'
import type { FieldSetup } from '../../../src/sim/field-setup.js'

const zone = (id: number, kind: Zone['kind'], x: number, y: number): Zone => ({
  id,
  kind,
  at: { x: m(x), y: m(y) },
  size: { x: m(0.3), y: m(0.25) },
  needsShelf: id === 4,
})

/** The coordinates of the benchmark's fields (benchmarks §6.1). */
export const benchmarkMap: FieldMap = {
  id: 'bench',
  size: { x: m(3), y: m(2) },
  zones: [
    zone(1, 'load', 0.45, 0.45),
    zone(2, 'unload', 0.8, 0.8),
    zone(3, 'load', 0.45, 1.15),
    zone(4, 'unload', 0.3, 0.8),
    zone(5, 'load', 1.15, 0.45),
    zone(6, 'unload', 1.5, 0.8),
    zone(7, 'load', 1.15, 1.15),
    zone(8, 'unload', 1.5, 0.35),
  ],
  home: { at: { x: m(0.3), y: m(1.75) }, radius: m(0.12) },
  shelf: {
    at: { x: m(0.7), y: m(0.2) },
    target: { x: m(0.38), y: m(0.2) },
    size: { x: m(0.2), y: m(0.08) },
  },
}

/** @param orange orange-up masks of zones 1, 3, 5, 7 */
export const benchmarkField = (...orange: readonly Mask[]): FieldSetup => ({
  map: benchmarkMap,
  orange: new Map([1, 3, 5, 7].map((id, i) => [id, orange[i] ?? '0000'])),
  start: { x: m(0.3), y: m(1.75), theta: rad(0) },
})
