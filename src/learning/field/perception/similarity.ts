import type { CameraModel, Pixel } from '#base/camera-model.js'

/** A line of the picture beside its place, along one axis. */
export interface LineOffset {
  readonly axis: 'u' | 'v'
  /** middle of the line, pixels from the optical axis */
  readonly at: Pixel
  /** pixels right (`u`) or down (`v`) */
  readonly by: number
  /** how clearly it stands out, 0…1 */
  readonly weight: number
}

/** A small movement of a whole picture. */
export interface Similarity {
  readonly right: number
  readonly down: number
  /** clockwise, radians */
  readonly roll: number
  /** enlargement, 0.01 = one per cent */
  readonly scale: number
  /** what is left of an offset once the picture has been moved back, pixels */
  residual(offset: LineOffset): number
  /** standard deviation of the movement at a point, right and down, pixels */
  doubtAt(at: Pixel): readonly [number, number]
}

const ITERATIONS = 6
/** smallest standard deviation of one offset, pixels: lines are that wide */
const LEAST_SPREAD = 0.4

/**
 * The movement that explains most of these offsets: least squares with Tukey's biweight, so that lines that were
 * mistaken for others count for nothing (P. J. Huber, Robust Statistics, 1981). `undefined` when they do not determine
 * it.
 *
 * @param reach residual from which on an offset counts for nothing, pixels
 */
export function fitSimilarity(offsets: readonly LineOffset[], reach: number): Similarity | undefined {
  let x: readonly number[] = [0, 0, 0, 0]
  let inverse: readonly (readonly number[])[] | undefined
  let spread = 0
  for (let n = 0; n < ITERATIONS; n++) {
    const normal = Array.from({ length: 4 }, () => [0, 0, 0, 0])
    const right = [0, 0, 0, 0]
    let [weights, squares] = [0, 0]
    for (const offset of offsets) {
      const row = rowOf(offset.axis, offset.at)
      const residual = offset.by - dot(row, x)
      const weight = n === 0 ? offset.weight : offset.weight * biweight(residual / reach)
      weights += weight
      squares += weight * residual * residual
      row.forEach((a, i) => {
        right[i] = (right[i] as number) + weight * a * offset.by
        row.forEach((b, j) => ((normal[i] as number[])[j] = (normal[i]?.[j] as number) + weight * a * b))
      })
    }
    inverse = inverted(normal)
    if (inverse === undefined) return undefined
    x = inverse.map((row) => dot(row, right))
    spread = Math.max(LEAST_SPREAD ** 2, squares / weights)
  }
  if (inverse === undefined) return undefined
  const covariance = inverse
  const deviation = (row: readonly number[]): number =>
    Math.sqrt(
      spread *
        dot(
          row,
          covariance.map((line) => dot(line, row)),
        ),
    )
  return {
    right: x[0] as number,
    down: x[1] as number,
    roll: (x[2] as number) / UNIT,
    scale: (x[3] as number) / UNIT,
    residual: ({ axis, at, by }) => by - dot(rowOf(axis, at), x),
    doubtAt: (at) => [deviation(rowOf('u', at)), deviation(rowOf('v', at))],
  }
}

/** The camera whose picture is moved like this. */
export function moved(camera: CameraModel, { right, down, roll, scale }: Similarity): CameraModel {
  const { u, v } = camera.centre ?? { u: camera.width / 2, v: camera.height / 2 }
  return {
    ...camera,
    centre: { u: u + right, v: v + down },
    roll: (camera.roll ?? 0) + roll,
    focal: camera.focal * (1 + scale),
  }
}

/** pixels from the axis at which turn and scale are as large as the shift, so that the equations are well scaled */
const UNIT = 250

const rowOf = (axis: 'u' | 'v', { u, v }: Pixel): readonly [number, number, number, number] =>
  axis === 'u' ? [1, 0, -v / UNIT, u / UNIT] : [0, 1, u / UNIT, v / UNIT]

const biweight = (share: number): number => (Math.abs(share) >= 1 ? 0 : (1 - share * share) ** 2)

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] as number), 0)

/** Gauss-Jordan with pivots; `undefined` for a matrix that is singular. */
function inverted(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] | undefined {
  const n = matrix.length
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))])
  for (let column = 0; column < n; column++) {
    const size = (row: number): number => Math.abs(rows[row]?.[column] ?? 0)
    const below = Array.from({ length: n - column }, (_, i) => column + i)
    const pivot = below.reduce((best, row) => (size(row) > size(best) ? row : best))
    if (size(pivot) < 1e-9) return undefined
    const [up, down] = [rows[pivot] as number[], rows[column] as number[]]
    rows[pivot] = down
    rows[column] = up.map((value) => value / (up[column] as number))
    rows.forEach((row, i) => {
      const by = row[column] as number
      if (i !== column) rows[i] = row.map((value, j) => value - by * (rows[column]?.[j] as number))
    })
  }
  return rows.map((row) => row.slice(n))
}
