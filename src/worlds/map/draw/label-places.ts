/** A rectangle of the drawing: its middle and its size. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** What a label keeps away from, and how much it minds. */
interface Obstacle extends Box {
  readonly weight: number
}

/**
 * Finds places for labels, one after the other: near what each belongs to, within the drawing, and on nothing that has
 * its place already. Where there is no room at all, the place on which least is covered.
 */
export class LabelPlaces {
  readonly #width: number
  readonly #height: number
  readonly #obstacles: Obstacle[] = []

  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
  }

  /** Keeps later labels away. @param weight how much worse it is to cover this than to be a unit of length away */
  keepFree(box: Box, weight: number): void {
    this.#obstacles.push({ ...box, weight })
  }

  /**
   * A place for a label at one of these points, rather at the first.
   * @param own may be covered
   * @param pull how much worse it is to be a unit away from the first
   */
  place(
    size: Pick<Box, 'w' | 'h'>,
    points: readonly Pick<Box, 'x' | 'y'>[],
    { own, pull }: { readonly own: Box; readonly pull: number },
  ): Box {
    const [first = { x: 0, y: 0 }] = points
    let best: Box = { ...size, ...first }
    let least = Infinity
    for (const point of points) {
      const box = this.#inside({ ...size, ...point })
      const cost = this.#covered(box, own) + pull * Math.hypot(box.x - first.x, box.y - first.y)
      if (cost < least) [best, least] = [box, cost]
    }
    this.keepFree(best, TEXT_WEIGHT)
    return best
  }

  #inside({ x, y, w, h }: Box): Box {
    const within = (at: number, half: number, most: number): number =>
      Math.max(half, Math.min(most - half, at))
    return { x: within(x, w / 2, this.#width), y: within(y, h / 2, this.#height), w, h }
  }

  #covered(box: Box, own: Box): number {
    let sum = 0
    for (const other of this.#obstacles) {
      if (other.x === own.x && other.y === own.y && other.w === own.w) continue
      sum += other.weight * overlap(box, other)
    }
    return sum
  }
}

/** Points around a rectangle at which a label of this size may stand, the best first. */
export function pointsAround(
  { x, y, w, h }: Box,
  label: Pick<Box, 'w' | 'h'>,
): readonly Pick<Box, 'x' | 'y'>[] {
  const [dx, dy] = [(w + label.w) / 2 + GAP, (h + label.h) / 2 + GAP]
  const near = [
    // a name on something small would hide it
    ...(Math.min(w, h) < SMALL ? [] : [0, 0.3, -0.3].map((down) => ({ x, y: y + down * (h - label.h) }))),
    { x, y: y + dy },
    { x, y: y - dy },
    { x: x + dx, y },
    { x: x - dx, y },
    ...[dy, -dy].flatMap((down) => [dx, -dx].map((right) => ({ x: x + right / 1.5, y: y + down }))),
  ]
  const far = [1, 2, 3].flatMap((n) =>
    [n, -n].flatMap((down) =>
      [0, 0.6, -0.6].map((right) => ({ x: x + right * dx, y: y + down * (dy + label.h) })),
    ),
  )
  return [...near, ...far]
}

/** Points spread over a rectangle, those in its middle first. */
export function pointsWithin({ x, y, w, h }: Box): readonly Pick<Box, 'x' | 'y'>[] {
  const steps = [0, 0.15, -0.15, 0.3, -0.3, 0.42, -0.42]
  return steps
    .flatMap((down) => steps.map((right) => ({ right, down })))
    .toSorted((a, b) => Math.hypot(a.right, a.down) - Math.hypot(b.right, b.down))
    .map(({ right, down }) => ({ x: x + right * w, y: y + down * h }))
}

const overlap = (a: Box, b: Box): number => {
  const wide = Math.min(a.x + a.w / 2, b.x + b.w / 2) - Math.max(a.x - a.w / 2, b.x - b.w / 2)
  const high = Math.min(a.y + a.h / 2, b.y + b.h / 2) - Math.max(a.y - a.h / 2, b.y - b.h / 2)
  return wide > 0 && high > 0 ? wide * high : 0
}

const TEXT_WEIGHT = 1
/** lower than a line of text */
const SMALL = 12
const GAP = 2
