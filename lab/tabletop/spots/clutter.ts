import { stream, type Rng } from '#base/random.js'
import type { Vector } from '#tabletop/arm/pose.js'
import { middleOf } from '#tabletop/planning/where.js'
import { closureNamed } from '#tabletop/scene/closures.js'
import { itemNamed, type Item } from '#tabletop/scene/items.js'
import { placeNamed, type Place } from '#tabletop/scene/places.js'
import type { Tabletop } from '#tabletop/tabletop.js'

/** Where something is to be put down, and what stands there. */
export interface Clutter {
  readonly where: string
  /** positions of their middles, metres */
  readonly things: ReadonlyMap<string, Vector>
}

/** Places with few spots in turn, and what may stand there: so little that the twin allows one thing more. */
const CLUTTERED: readonly (readonly [place: string, most: number, of: readonly string[]])[] = [
  ['left_tray', 2, ['cup', 'ball', 'plate', 'green_cube', 'blue_cube']],
  ['drawer_inside', 1, ['green_cube', 'blue_cube']],
  ['right_tray', 2, ['cup', 'ball', 'plate', 'green_cube', 'blue_cube']],
  ['box_inside', 1, ['green_cube', 'blue_cube']],
]

/** The nth clutter of a seed: as many things as there may be, anywhere in the place where they have room. */
export function drawClutter(seed: string, index: number): Clutter {
  const [where = 'table', most = 0, names = []] = CLUTTERED[index % CLUTTERED.length] ?? []
  const rng = stream(`${seed} ${index}`, 'clutter')
  const place = placeNamed(where)
  const things = new Map<string, Vector>()
  if (place === undefined) throw new Error(`there is no place ${where}`)
  const drawn = names.map((name) => ({ name, key: rng.next() })).toSorted((a, b) => a.key - b.key)
  for (const { name } of drawn.slice(0, most)) {
    const item = itemNamed(name)
    const at = item && freeAt(place, { item, things, rng })
    if (at !== undefined) things.set(name, at)
  }
  return { where, things }
}

/** Opens what the place is behind and puts the things there, at rest. */
export function putClutter({ physics }: Tabletop, { where, things }: Clutter, rng: Rng): void {
  const closure = closureNamed(placeNamed(where)?.behind ?? '')
  if (closure !== undefined) physics.setSlide(closure.name, closure.opens)
  for (const [name, at] of things) physics.putItem(name, at, (rng.next() - 0.5) * Math.PI)
  physics.refresh()
}

interface Standing {
  readonly item: Item
  readonly things: ReadonlyMap<string, Vector>
  readonly rng: Rng
}

function freeAt(place: Place, { item, things, rng }: Standing): Vector | undefined {
  const closure = closureNamed(place.behind ?? '')
  const [x, y, floor] = middleOf(place, new Map(closure && [[closure.name, closure.opens]]))
  const rim = item.width / 2 + RIM
  for (let tries = 0; tries < 200; tries++) {
    const [right, ahead] = place.half.map((half) => (2 * rng.next() - 1) * (half - rim)) as [number, number]
    const isFree = [...things].every(
      ([name, at]) =>
        Math.hypot(at[0] - x - right, at[1] - y - ahead) >
        APART * ((itemNamed(name)?.width ?? 0) + item.width),
    )
    if (isFree) return [x + right, y + ahead, floor + item.half + 0.0005]
  }
  return undefined
}

/** From the edge of a place to what stands in it, metres. */
const RIM = 0.014
/** As a share of both widths: a cube may be turned. */
const APART = 0.65
