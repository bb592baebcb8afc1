import type { Rng } from '#base/random.js'

/**
 * Families of layouts: where the zones of a field stand. Models are trained and chosen on `scatter`, `grid`, `wide` and
 * `cells`; the others are for examinations only (splits.ts).
 */
export const FAMILIES = [
  'scatter',
  'grid',
  'wide',
  'cells',
  'rows',
  'shipped',
  'ring',
  'aisle',
  'lanes',
  'rim',
  'far',
] as const
export type Family = (typeof FAMILIES)[number]

/**
 * Families with zones, home and shelf anywhere on the 3 m × 2 m; the others keep to the demo's part of it, x < 1.9 m.
 */
export const WHOLE_FIELD: ReadonlySet<Family> = new Set<Family>(['wide', 'cells', 'lanes', 'rim', 'far'])

/** metres */
export type Place = readonly [x: number, y: number]

/** Zones 1…8 of the fields F1…F5 (odd = load), their home and shelf. */
const SHIPPED: readonly Place[] = [
  [0.45, 0.45],
  [0.8, 0.8],
  [0.45, 1.15],
  [0.3, 0.8],
  [1.15, 0.45],
  [1.5, 0.8],
  [1.15, 1.15],
  [1.5, 0.35],
]
export const SHIPPED_HOME: Place = [0.3, 1.75]
export const SHIPPED_SHELF = { x: 0.7, travel: -0.32, y: 0.2, size: [0.3, 0.15] } as const

/** Eight places; whoever draws them checks that there is room. */
export function placesOf(rng: Rng, family: Family): readonly Place[] {
  const between = (a: number, b: number): number => a + (b - a) * rng.next()
  switch (family) {
    case 'shipped':
      return SHIPPED
    case 'scatter':
      return Array.from({ length: 8 }, () => [between(0.22, 1.68), between(0.38, 1.3)])
    case 'grid':
      return GRID.map(([x, y]) => [x + between(-0.06, 0.06), y + between(-0.04, 0.04)])
    case 'rows':
      return ROWS.map(([x, y]) => [x + between(-0.04, 0.04), y + between(-0.05, 0.05)])
    case 'ring':
      return ring(rng, between)
    case 'aisle':
      return aisle(between)
    case 'wide':
      return Array.from({ length: 8 }, () => [between(0.17, 2.83), between(0.14, 1.8)])
    case 'cells':
      return CELLS.map(([x, y]) => [x + between(-0.07, 0.07), y + between(-0.05, 0.05)])
    case 'lanes':
      return STRIPS.map(([x, y]) => [x + between(-0.05, 0.05), y + between(-0.08, 0.08)])
    case 'rim':
      return rim(rng, between)
    case 'far':
      return Array.from({ length: 8 }, () => [between(1.6, 2.83), between(0.4, 1.78)])
  }
}

/** Twelve cells of which a field takes some. */
const GRID: readonly Place[] = [0.5, 0.85, 1.2].flatMap((y) =>
  [0.3, 0.75, 1.2, 1.6].map((x): Place => [x, y]),
)

/** The same over the whole field, of which a field takes eight at most. */
const CELLS: readonly Place[] = [0.48, 0.86, 1.24, 1.62].flatMap((y) =>
  [0.28, 0.77, 1.26, 1.75, 2.24, 2.73].map((x): Place => [x, y]),
)

/** Two lanes along the whole of x. */
const STRIPS: readonly Place[] = [0.3, 0.79, 1.28, 1.77, 2.26, 2.72].flatMap((x): Place[] => [
  [x, 0.5],
  [x, 1.35],
])

/** Two rows along x. */
const ROWS: readonly Place[] = [0.3, 0.72, 1.14, 1.56].flatMap((x): Place[] => [
  [x, 0.52],
  [x, 1.1],
])

type Between = (a: number, b: number) => number

/** On an ellipse, at about equal distances, beginning anywhere. */
function ring(rng: Rng, between: Between): Place[] {
  const turn = (2 * Math.PI * rng.next()) / 8
  const [rx, ry] = [between(0.62, 0.7), between(0.43, 0.47)]
  return Array.from({ length: 8 }, (_, i) => {
    const angle = turn + (i * Math.PI) / 4 + between(-0.06, 0.06)
    return [0.95 + rx * Math.cos(angle), 0.85 + ry * Math.sin(angle)]
  })
}

/** All around the field, near its edges. */
function rim(rng: Rng, between: Between): Place[] {
  const turn = (2 * Math.PI * rng.next()) / 8
  return Array.from({ length: 8 }, (_, i) => {
    const angle = turn + (i * Math.PI) / 4 + between(-0.1, 0.1)
    return [1.5 + between(1.2, 1.32) * Math.cos(angle), 1 + between(0.68, 0.76) * Math.sin(angle)]
  })
}

/** Two columns along y that face each other across a corridor. */
function aisle(between: Between): Place[] {
  const [left, right] = [between(0.28, 0.55), between(1.25, 1.6)]
  const first = between(0.39, 0.42)
  return [left, right].flatMap((x) =>
    [0, 1, 2, 3].map((i): Place => [x + between(-0.05, 0.05), first + 0.297 * i + between(-0.003, 0.003)]),
  )
}
