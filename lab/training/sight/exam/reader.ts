import type { ShotRead } from '#tabletop/sight/map/read-shot.js'

/** A thing as it was shown, for readers without a model. */
export interface Shown {
  readonly name: string
  readonly lies: boolean
  readonly read: ShotRead
  /** numbers of the pixels that show it, which depth tells at enrolment */
  readonly pixels: readonly number[]
}

/** What is said of a thing that is seen. */
export interface Statement {
  readonly name: string
  readonly x: number
  readonly y: number
  /** nothing where it cannot be told */
  readonly location: string | undefined
  readonly lies: boolean | undefined
  /** how likely the name is, a logarithm of odds, where the reader knows */
  readonly odds?: number | undefined
}

/** The pixels of a thing that was put somewhere alone: those that stand out within reach of it. */
export function pixelsOf(read: ShotRead, [x, y]: readonly [number, number]): number[] {
  const { rgbd, empty } = read
  const { depth } = rgbd.picture
  const pixels: number[] = []
  for (let index = 0; index < depth.length; index++) {
    if ((empty[index] ?? 0) - (depth[index] ?? Infinity) < STANDS_OUT) continue
    const point = rgbd.point(index)
    if (Math.hypot(point[0] - x, point[1] - y) < ALONE && point[2] < CEILING) pixels.push(index)
  }
  return pixels
}

export const STANDS_OUT = 0.007
export const CEILING = 0.21
const ALONE = 0.075

/** The pixels of a picture in which a condition holds, by 8-connected components. */
export function components(matches: Uint8Array, width: number): number[][] {
  const left = matches.slice()
  const found: number[][] = []
  for (let start = 0; start < left.length; start++) {
    if (left[start] === 0) continue
    const own = [start]
    left[start] = 0
    for (let at = 0; at < own.length; at++)
      for (const step of [-1, 1, -width, width, -width - 1, -width + 1, width - 1, width + 1]) {
        const next = (own[at] ?? 0) + step
        if (left[next] !== 1) continue
        left[next] = 0
        own.push(next)
      }
    found.push(own)
  }
  return found
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
