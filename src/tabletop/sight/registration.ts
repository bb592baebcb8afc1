/** A picture of depths, row by row, metres; Infinity where there is nothing. */
interface DepthPicture {
  readonly width: number
  readonly height: number
  readonly depth: Float32Array
}

/**
 * How far a picture has moved against the one that was expected, pixels to the right and down: by the edges of what
 * stands still in both, after Lucas and Kanade 1981. What differs for other reasons, such as things that only one of
 * them shows, is left out by its size.
 * @returns [0, 0] where there are too few edges to tell
 */
export function shiftOf(
  seen: DepthPicture,
  expected: Float32Array,
  passes = 3,
): readonly [right: number, down: number] {
  const { width, height } = seen
  const was = smoothed(expected, width, height)
  const is = smoothed(seen.depth, width, height)
  const edges = edgesOf(was, width)
  let shift: readonly [number, number] = [0, 0]
  for (let pass = 0; pass < passes; pass++) shift = refined(shift, edges, (index) => is[index] ?? 0)
  return shift
}

interface Edge {
  readonly index: number
  /** metres a pixel */
  readonly right: number
  readonly down: number
  readonly depth: number
}

/** Least squares over the edges that the shift so far explains; steps of depth are finite, so a few passes suffice. */
function refined(
  [right, down]: readonly [number, number],
  edges: readonly Edge[],
  seen: (index: number) => number,
): readonly [number, number] {
  let [rr, dd, rd, re, de, count] = [0, 0, 0, 0, 0, 0]
  for (const edge of edges) {
    const difference = seen(edge.index) - edge.depth
    const left = difference + edge.right * right + edge.down * down
    if (Math.abs(left) > EXPLAINED * Math.hypot(edge.right, edge.down) + NOISE_M) continue
    rr += edge.right ** 2
    dd += edge.down ** 2
    rd += edge.right * edge.down
    re -= edge.right * difference
    de -= edge.down * difference
    count++
  }
  const determinant = rr * dd - rd * rd
  if (count < ENOUGH || determinant < 1e-12) return [right, down]
  return [(re * dd - de * rd) / determinant, (de * rr - re * rd) / determinant]
}

/** Pixels of shift that an edge may speak for beyond what is known already. */
const EXPLAINED = 2
const NOISE_M = 0.002
/** Edges, and the least slope of one, metres a pixel. */
const ENOUGH = 500
const STEEP = 0.002

function edgesOf(depth: Float32Array, width: number): Edge[] {
  const edges: Edge[] = []
  const at = (index: number): number => depth[index] ?? 0
  const height = depth.length / width
  for (let row = MARGIN; row < height - MARGIN; row++)
    for (let column = MARGIN + (row % 2); column < width - MARGIN; column += 2) {
      const index = row * width + column
      const right = (at(index + 1) - at(index - 1)) / 2
      const down = (at(index + width) - at(index - width)) / 2
      if (Math.hypot(right, down) > STEEP) edges.push({ index, right, down, depth: at(index) })
    }
  return edges
}

/** Half the width of the window over which a picture is smoothed, pixels. */
const REACH = 4
/** Pixels at the rim, around which there is no whole window. */
const MARGIN = REACH + 1
/** What is farther is not of the cell, metres. */
const FAR = 2

/** The mean of a square window around each pixel, by rows and by columns: sharp steps become slopes. */
function smoothed(depth: Float32Array, width: number, height: number): Float32Array {
  const bounded = depth.map((far) => Math.min(far, FAR))
  const rows = meanAlong(bounded, { count: height, length: width, step: 1, next: width })
  return meanAlong(rows, { count: width, length: height, step: width, next: 1 })
}

function meanAlong(
  values: Float32Array,
  { count, length, step, next }: { count: number; length: number; step: number; next: number },
): Float32Array {
  const means = new Float32Array(values.length)
  const window = 2 * REACH + 1
  for (let line = 0; line < count; line++) {
    const start = line * next
    let sum = 0
    for (let at = 0; at < length; at++) {
      sum += values[start + at * step] ?? 0
      if (at >= window) sum -= values[start + (at - window) * step] ?? 0
      if (at >= window - 1) means[start + (at - REACH) * step] = sum / window
    }
  }
  return means
}
