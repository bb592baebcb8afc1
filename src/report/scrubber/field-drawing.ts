import type { FieldMap, Point, Zone } from '#base/field-map.js'
import { drawn, type Drawn } from '#worlds/map/draw/drawing.js'
import type { Fluents, Value } from '#worlds/value.js'

/** centimetres, so that strokes and letters have handy sizes; y points down on the page */
const CM = 100

interface OnPage {
  readonly x: number
  readonly y: number
}

/** Its look. */
export const FIELD_STYLES = `
.scrub-field { --orange: #c9661c; --block: #3b6ea8 }
@media screen and (prefers-color-scheme: dark) { .scrub-field { --orange: #e08a47; --block: #6ea3dd } }
.scrub-field .ground { fill: var(--paper); stroke: var(--halt); stroke-width: 1 }
.scrub-field text { font-size: 8px; fill: var(--quiet); text-anchor: middle }
.scrub-field .zone { fill: var(--card); stroke: var(--halt); stroke-width: 1 }
.scrub-field .unload { fill: var(--leaf-soft); stroke-dasharray: 3 2 }
.scrub-field .home, .scrub-field .target { fill: none; stroke: var(--halt); stroke-dasharray: 2 2 }
.scrub-field .shelf { fill: var(--halt); opacity: .7 }
.scrub-field .block { fill: var(--halt) }
.scrub-field .block.blue { fill: var(--block) }
.scrub-field .block.orange { fill: var(--orange) }
.scrub-field .block.none { fill: none; stroke: var(--rule) }
.scrub-way { fill: none; stroke: var(--leaf); stroke-width: 8; opacity: .3 }
.scrub-robot rect { fill: var(--leaf); opacity: .85 }
.scrub-robot path { fill: var(--card) }
`

/** What never changes on a field. */
export function fieldGround(field: FieldMap): readonly Drawn[] {
  const { size, home, shelf, zones } = field
  const at = place(field)(home.at)
  return [
    drawn('rect', { class: 'ground', x: 0, y: 0, width: size.x * CM, height: size.y * CM, rx: 3 }),
    drawn('circle', { class: 'home', cx: at.x, cy: at.y, r: home.radius * CM }),
    drawn('text', { x: at.x, y: at.y + home.radius * CM + 10 }, 'home'),
    box(place(field)(shelf.target), shelf.size, 'target'),
    ...zones.flatMap(({ id, kind, at: middle, size: sides }) => {
      const centre = place(field)(middle)
      const corner = { x: centre.x - (sides.x * CM) / 2 + 5, y: centre.y - (sides.y * CM) / 2 + 9 }
      return [box(centre, sides, `zone ${kind}`), drawn('text', corner, String(id))]
    }),
  ]
}

/** What the twin believes of it: blocks and shelf. */
export function fieldMarks(field: FieldMap, facts: Fluents): readonly Drawn[] {
  const { shelf, zones } = field
  const now = facts.get('shelf') === 'at its target' ? shelf.target : shelf.at
  return [
    box(place(field)(now), shelf.size, 'shelf'),
    ...zones.flatMap((zone) => blocksIn(zone, place(field)(zone.at), facts.get(`zone ${zone.id}`))),
  ]
}

/** The robot at the origin, facing along x; millimetres, y upwards. */
export const fieldRobot = (): readonly Drawn[] => [
  drawn('rect', { x: -110, y: -90, width: 220, height: 180, rx: 50 }),
  drawn('path', { d: 'M20 -45 L80 0 L20 45 Z' }),
]

/** Slots from left to right, as in the fact of a zone: `load: blue orange · block`. */
function blocksIn({ size }: Zone, { x, y }: OnPage, fact: Value | undefined): readonly Drawn[] {
  const slots = String(fact ?? '')
    .replace(/^\w+: /, '')
    .split(' ')
  const [width, pitch] = [4, (size.x * CM - 4) / 4]
  return slots.length !== 4
    ? []
    : slots.map((slot, i) =>
        drawn('rect', {
          class: `block ${BLOCKS.get(slot) ?? 'none'}`,
          x: round(x - (size.x * CM) / 2 + 3.2 + i * pitch),
          y: round(y - 2),
          width,
          height: 11,
          rx: 1,
        }),
      )
}

const BLOCKS: ReadonlyMap<string, string> = new Map([
  ['blue', 'blue'],
  ['orange', 'orange'],
  ['block', 'unknown'],
])

const place =
  ({ size }: FieldMap) =>
  ({ x, y }: Point): OnPage => ({
    x: round(x * CM),
    y: round((size.y - y) * CM),
  })

const box = ({ x, y }: OnPage, size: Point, kind: string): Drawn =>
  drawn('rect', {
    class: kind,
    x: round(x - (size.x * CM) / 2),
    y: round(y - (size.y * CM) / 2),
    width: round(size.x * CM),
    height: round(size.y * CM),
    rx: 2,
  })

const round = (value: number): number => Math.round(value * 100) / 100
