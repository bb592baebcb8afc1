/** The pixels of a picture that show an object, or where a surface is free. */
export interface Mask {
  readonly width: number
  readonly height: number
  /** row by row, from the upper left; not 0: it belongs to it */
  readonly cells: ArrayLike<number>
}

/**
 * Of each pixel the distance to the nearest one outside the mask, in pixels; beyond the edge of the picture all is
 * outside. By the exact transform of Felzenszwalb and Huttenlocher, along columns and then along rows.
 */
export function clearances({ width, height, cells }: Mask): Float64Array {
  const squares = new Float64Array(width * height)
  const column = new Float64Array(height + 2)
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) column[y + 1] = (cells[y * width + x] ?? 0) === 0 ? 0 : FAR
    const found = lowerEnvelope(column)
    for (let y = 0; y < height; y++) squares[y * width + x] = found[y + 1] ?? 0
  }
  const row = new Float64Array(width + 2)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) row[x + 1] = squares[y * width + x] ?? 0
    const found = lowerEnvelope(row)
    for (let x = 0; x < width; x++) squares[y * width + x] = Math.sqrt(found[x + 1] ?? 0)
  }
  return squares
}

/** The part of a mask in which a disc of this radius, in pixels, stands wholly within it. */
export function roomIn(mask: Mask, radius: number): Mask {
  const { width, height } = mask
  return { width, height, cells: Uint8Array.from(clearances(mask), (free) => Number(free > radius)) }
}

/** More than any square of a distance in a picture. */
const FAR = 1e12

/** Of each place the least of `values[q] + (place − q)²`: parabolas, of which the lowest counts. */
function lowerEnvelope(values: Float64Array): Float64Array {
  const size = values.length
  const lowest: number[] = [0]
  const from: number[] = [-Infinity]
  const meet = (q: number, p: number): number =>
    ((values[q] ?? 0) + q * q - ((values[p] ?? 0) + p * p)) / (2 * (q - p))
  for (let q = 1; q < size; q++) {
    let at = meet(q, lowest.at(-1) ?? 0)
    while (lowest.length > 1 && at <= (from.at(-1) ?? 0)) {
      lowest.pop()
      from.pop()
      at = meet(q, lowest.at(-1) ?? 0)
    }
    lowest.push(q)
    from.push(at)
  }
  const found = new Float64Array(size)
  let piece = 0
  for (let place = 0; place < size; place++) {
    while ((from[piece + 1] ?? Infinity) < place) piece++
    const q = lowest[piece] ?? 0
    found[place] = (values[q] ?? 0) + (place - q) ** 2
  }
  return found
}
