import type { Zone } from '#base/field-map.js'
import { m } from '#base/units.js'

const zone = (id: number, kind: Zone['kind'], x: number, y: number): Zone => ({
  id,
  kind,
  at: { x: m(x), y: m(y) },
  size: { x: m(0.3), y: m(0.25) },
  needsShelf: id === 4,
})

/** The zones of F1 to F5 (benchmarks §6.1); zone 4 waits for the shelf. */
export const BENCHMARK_ZONES: readonly Zone[] = [
  zone(1, 'load', 0.45, 0.45),
  zone(2, 'unload', 0.8, 0.8),
  zone(3, 'load', 0.45, 1.15),
  zone(4, 'unload', 0.3, 0.8),
  zone(5, 'load', 1.15, 0.45),
  zone(6, 'unload', 1.5, 0.8),
  zone(7, 'load', 1.15, 1.15),
  zone(8, 'unload', 1.5, 0.35),
]
