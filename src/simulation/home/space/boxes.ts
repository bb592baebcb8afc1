import type { Flat } from '../scene.js'

/** A rectangle along the axes, in metres. */
export interface Box {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

export const distance = (a: Flat, b: Flat): number => Math.hypot(a.x - b.x, a.y - b.y)

/** The angle from one direction to another, −π…π. */
export function turnTo(from: number, to: number): number {
  const turn = (to - from) % (2 * Math.PI)
  return turn > Math.PI ? turn - 2 * Math.PI : turn < -Math.PI ? turn + 2 * Math.PI : turn
}

export const towards = (value: number, target: number, step: number): number =>
  Math.abs(target - value) <= step ? target : value + Math.sign(target - value) * step

export const boxAround = (at: Flat, size: Flat, margin = 0): Box => ({
  x0: at.x - size.x / 2 - margin,
  y0: at.y - size.y / 2 - margin,
  x1: at.x + size.x / 2 + margin,
  y1: at.y + size.y / 2 + margin,
})

export const grown = (box: Box, margin: number): Box => ({
  x0: box.x0 - margin,
  y0: box.y0 - margin,
  x1: box.x1 + margin,
  y1: box.y1 + margin,
})

export const contains = (box: Box, p: Flat): boolean =>
  p.x > box.x0 && p.x < box.x1 && p.y > box.y0 && p.y < box.y1

/** Whether the line from a to b passes through the inside of the box. */
export function crosses(box: Box, a: Flat, b: Flat): boolean {
  let [enter, leave] = [0, 1]
  for (const [from, by, low, high] of [
    [a.x, b.x - a.x, box.x0, box.x1],
    [a.y, b.y - a.y, box.y0, box.y1],
  ] as const) {
    if (Math.abs(by) < 1e-12) {
      if (from <= low || from >= high) return false
      continue
    }
    const [t0, t1] = [(low - from) / by, (high - from) / by]
    enter = Math.max(enter, Math.min(t0, t1))
    leave = Math.min(leave, Math.max(t0, t1))
  }
  return enter < leave - 1e-12
}
