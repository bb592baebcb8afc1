import { stream } from '#base/random.js'
import type { Geom, Material } from '#simulation/render/scene.js'
import { aboutY, aboutZ, add, times, turn, type Rotation, type Vector } from '#tabletop/arm/pose.js'
import type { Colour } from '#tabletop/scene/solid.js'
import { drawColour, hueApart } from './colours.js'
import { madeFamily } from './made.js'
import { FAMILIES, type Family, type Split } from './shapes.js'
import { ALONG, reach, UPRIGHT, type Part } from './solids.js'

/** A thing that was drawn: its frame stands in the middle of the box around it, upright. */
export interface Thing {
  readonly name: string
  readonly family: Family
  /** degrees of its main colour, -1 for a grey */
  readonly hue: number
  readonly colours: readonly [Colour, Colour]
  readonly material: Material
  readonly parts: readonly Part[]
}

/** How a thing is turned, and whether it lies on its side. */
export interface Turn {
  readonly lies: boolean
  /** the side on which it lies, 0…3; -1 as it stands */
  readonly side: number
  readonly rotation: Rotation
}

/** @param index its number in the pool of its split, which decides everything about it */
function drawThing(split: Split, index: number): Thing {
  const rng = stream('sight', split, 'thing', index)
  const isMade = index >= (OF_FAMILIES[split] ?? Infinity)
  const family = isMade ? madeFamily(rng, split) : rng.pick(FAMILIES.filter((each) => each.split === split))
  const raw = family.parts(rng)
  const middle = ([0, 1, 2] as const).map((index) => {
    const [low, high] = [-1, 1].map((side) => reach(raw, UPRIGHT, unit(index, side)))
    return ((high ?? 0) - (low ?? 0)) / 2
  }) as unknown as Vector
  const [first, second] = [drawColour(rng, split), drawColour(rng, split)]
  const texture = rng.chance(0.7) ? 'plain' : rng.pick(['checker', 'wood'] as const)
  return {
    name: `${split}-${index}`,
    family,
    hue: first.hue,
    colours: [first.colour, second.colour],
    material: { texture, scale: 0.01 + 0.02 * rng.next(), specular: 0.3 * rng.next(), shininess: 0.5 },
    parts: raw.map((part) => ({ ...part, at: add(part.at, [-middle[0], -middle[1], -middle[2]]) })),
  }
}

/** So many things of a split are of its families; those after them are made. */
export const OF_FAMILIES: Readonly<Partial<Record<Split, number>>> = { train: 420, fit: 180 }
/** How many things each split has; each is shown to the camera once, and then occurs in many scenes. */
export const POOL: Readonly<Record<Split, number>> = { train: 2400, fit: 300, validation: 70, test: 90 }

const kept = new Map<Split, readonly Thing[]>()

/** The things of a split, always the same. */
export function poolOf(split: Split): readonly Thing[] {
  const known = kept.get(split)
  if (known !== undefined) return known
  const pool = Array.from({ length: POOL[split] }, (_, index) => drawThing(split, index))
  kept.set(split, pool)
  return pool
}

/** Nobody could tell them apart, not even by two of three: make, hue and size. */
export function isAlike(a: Thing, b: Thing): boolean {
  return a.family === b.family && hueApart(a.hue, b.hue) < 25
}

/** @param yaw radians @param spin quarter turns about its own axis before it is laid down */
export function turnOf({ family }: Thing, lies: boolean, yaw: number, spin: number): Turn {
  const lying = lies && family.tips
  const laid = lying ? times(aboutY(Math.PI / 2), aboutZ((spin * Math.PI) / 2)) : aboutZ(0)
  return { lies: lying, side: lying ? spin % 4 : -1, rotation: times(aboutZ(yaw), laid) }
}

/** What the renderer draws of it. @param id of all its geoms, in the mask */
export function geomsOfThing(thing: Thing, position: Vector, rotation: Rotation, id: number): Geom[] {
  return thing.parts.map(({ shape, size, at, tone, along = 'z' }) => ({
    id,
    shape,
    size,
    position: add(position, turn(rotation, at)),
    rotation: times(rotation, ALONG[along]).flat(),
    colour: thing.colours[tone],
    material: thing.material,
  }))
}

const unit = (index: number, side: number): Vector =>
  [0, 1, 2].map((each) => (each === index ? side : 0)) as unknown as Vector
