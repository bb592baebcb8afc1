import type { View } from './enrolment.js'
import { likeness, WHOLE, type SeenThing } from './seen-things.js'

/** What tells a thing that is seen from a view of another: likeness, colour, and too low, high, small or large. */
export function differences(seen: SeenThing, view: View): number[] {
  const [own, other] = [seen.outline, view.outline]
  const whole = seen.share > WHOLE ? 1 : 0
  // what stands out by clearly more may stand on another, and then all of it does by as much
  const more = seen.height - view.height
  const lift = more > STACKED ? more : 0
  const isOn = lift > 0 && standsOn(seen.floors, seen.top - view.height)
  const toneApart = 20 * mean(own.tones.map((tone, at) => Math.abs(tone - (other.tones[at] ?? 0))))
  return [
    likeness(seen.direction, view.direction),
    toneApart,
    Math.abs(own.bright - other.bright) * 5,
    ...apart(isOn ? view.height : seen.height, view.height, STACKED),
    mean(own.outs.map((out, at) => Math.abs(out - lift - (other.outs[at] ?? 0)))) * 100,
    ...apart(own.long, other.long),
    ...apart(own.wide, other.wide),
    ...apart(own.radius, other.radius),
    // the first millimetres tell most; and what is seen whole has no excuse
    ...first(isOn ? 0 : more),
    ...[own.long - other.long, own.wide - other.wide, own.radius - other.radius].flatMap((by) => {
      const [less, more] = first(by)
      return [less + more, (less + more) * whole]
    }),
    Math.min(1, toneApart / 0.5),
    isOn ? 1 : 0,
  ]
}

/** Enough of what is beside it is as high as the floor on which it would stand, metres. */
const standsOn = (floors: readonly number[], height: number): boolean =>
  floors.filter((floor) => Math.abs(floor - height) < LEVEL).length >= BESIDE

/** Centimetres by which a length is too short and too long. */
const apart = (own: number, other: number, most = Infinity): readonly [number, number] => [
  100 * Math.max(0, other - own),
  // what stands on another stands out by as much more
  100 * Math.min(most, Math.max(0, own - other)),
]

/** The same as a share that is near 1 from a centimetre on. */
const first = (by: number): readonly [number, number] => [
  1 - Math.exp(-Math.max(0, -by) / FIRST),
  1 - Math.exp(-Math.max(0, by) / FIRST),
]

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Metres. */
const FIRST = 0.006
const STACKED = 0.01
const LEVEL = 0.008
/** Cells. */
const BESIDE = 4
