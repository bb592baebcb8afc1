import type { Lens } from './scene.js'

/** How much farther from the axis a ray at distance r (at depth 1) is seen: r·stretch(lens, r²). */
export const stretch = ({ k1, k2 }: Lens, rr: number): number => 1 + rr * (k1 + rr * k2)

/**
 * Distance from the axis, at depth 1, up to which the lens keeps the order of rays; farther out the polynomial turns
 * back and means nothing. Infinity for a lens that never does.
 */
export function reachOf({ k1, k2 }: Lens): number {
  // where the derivative 1 + 3·k1·s + 5·k2·s² of the distorted distance, s = r², is first 0
  const [a, b] = [5 * k2, 3 * k1]
  const discriminant = b * b - 4 * a
  if (discriminant < 0) return Infinity
  const root = Math.sqrt(discriminant)
  // this form of the quadratic formula needs no case for a = 0
  const turns = [2 / (-b + root), 2 / (-b - root)].filter((s) => s > 0 && Number.isFinite(s))
  return Math.sqrt(Math.min(Infinity, ...turns))
}

/**
 * The factor that takes a seen distance from the axis back to that of the ray; `undefined` where no ray is seen.
 * Newton's method, kept inside an interval that is halved where it would leave it.
 */
export function shrink(lens: Lens, seen: number): number | undefined {
  if (seen === 0) return 1
  const reach = reachOf(lens)
  let [low, high] = [0, Math.min(reach, FARTHEST)]
  if (!(seen <= high * stretch(lens, high * high))) return undefined
  let r = Math.min(seen, high)
  for (let i = 0; i < 60; i++) {
    const rr = r * r
    const off = r * stretch(lens, rr) - seen
    if (off > 0) high = r
    else low = r
    const newton = r - off / (1 + rr * (3 * lens.k1 + 5 * lens.k2 * rr))
    const next = newton > low && newton < high ? newton : (low + high) / 2
    if (Math.abs(next - r) <= 1e-15 * r) break
    r = next
  }
  return r / seen
}

/** A slope of 100: 89.4° off the axis. */
const FARTHEST = 100
