import type { FieldMap, Mask } from '#base/field-map.js'
import { m, rad } from '#base/units.js'
import { BENCHMARK_ZONES } from '../../support/benchmark-zones.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'

/** The coordinates of the benchmark's fields (benchmarks §6.1). */
export const benchmarkMap: FieldMap = {
  id: 'bench',
  size: { x: m(3), y: m(2) },
  zones: BENCHMARK_ZONES,
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
