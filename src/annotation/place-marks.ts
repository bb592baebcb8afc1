/** A point to be marked, in pixels. */
interface Point {
  readonly x: number
  readonly y: number
}

/** A numbered mark: where it stands, and the point that it is of. */
export interface Mark extends Point {
  /** from 1, as it is written */
  readonly number: number
  readonly of: Point
  /** it found no place of its own: it covers another mark */
  readonly covers: boolean
}

interface Sheet {
  readonly width: number
  readonly height: number
  /** of a mark, pixels */
  readonly radius: number
}

/**
 * Finds a place for each mark, the first first: on its point, or else as near to it as it covers no other mark, rather
 * none of the other points either. Marks are wholly within the picture.
 */
export function placeMarks(points: readonly Point[], sheet: Sheet): readonly Mark[] {
  const placed: Mark[] = []
  points.forEach((of, index) => {
    const free = placesAround(of, sheet).filter((place) =>
      placed.every((mark) => !touches(place, mark, sheet.radius)),
    )
    const others = points.filter((point) => point !== of)
    const clear = free.find((place) => others.every((point) => distance(place, point) >= sheet.radius))
    const best = clear ?? free[0]
    placed.push({ ...(best ?? within(of, sheet)), number: index + 1, of, covers: best === undefined })
  })
  return placed
}

/** Marks of one size touch as soon as their middles are nearer than this. */
const touches = (a: Point, b: Point, radius: number): boolean => distance(a, b) < 2 * radius

/** Places for a mark, the nearest first: on rings half a mark apart, up to the far corner of the picture. */
function placesAround(of: Point, sheet: Sheet): readonly Point[] {
  const first = within(of, sheet)
  const rings = Math.ceil(Math.hypot(sheet.width, sheet.height) / (sheet.radius / 2))
  const around = Array.from({ length: rings }, (_, ring) => {
    const away = ((ring + 1) * sheet.radius) / 2
    const many = Math.max(8, Math.ceil((2 * Math.PI * away) / (sheet.radius / 2)))
    return Array.from({ length: many }, (__, step) => {
      const angle = (2 * Math.PI * step) / many
      return { x: of.x + away * Math.cos(angle), y: of.y + away * Math.sin(angle) }
    })
  }).flat()
  const isWithin = (place: Point): boolean => distance(place, within(place, sheet)) < 1e-9
  return [first, ...around.filter(isWithin)]
}

const within = ({ x, y }: Point, { width, height, radius }: Sheet): Point => ({
  x: Math.max(radius, Math.min(width - radius, x)),
  y: Math.max(radius, Math.min(height - radius, y)),
})

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
