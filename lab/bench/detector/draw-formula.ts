import type { Rng } from '#base/random.js'
import { UNKNOWN, type Fluents } from '#worlds/value.js'
import { colourOf, nameIn } from './scene-world.js'
import type { SceneRecord, TrueThing } from './scene-record.js'

export const KINDS = ['place', 'on', 'pose', 'open', 'not', 'and', 'or', 'exists', 'none', 'clear'] as const
export type Kind = (typeof KINDS)[number]

/** A formula about a scene, by how it is built. */
export interface Drawn {
  readonly kind: Kind
  readonly text: string
}

/** What formulas about a scene may name. */
interface Matter {
  readonly rng: Rng
  readonly scene: SceneRecord
  readonly places: readonly string[]
  readonly truth: Fluents
}

/**
 * Draws a formula over the words of a scene: an atom, its negation, two or three joined, something or nothing of a
 * colour and a shape in a place, nothing on a thing. Half of the atoms are made from how things are, so that as many
 * formulas hold as do not; whether anybody can see it makes no difference.
 */
export function drawFormula(matter: Matter): Drawn {
  const { rng } = matter
  const kind = rng.pick(KINDS)
  switch (kind) {
    case 'not':
      return { kind, text: `not ${atom(matter)}` }
    case 'and':
    case 'or': {
      const parts = Array.from({ length: rng.chance(0.7) ? 2 : 3 }, () => literal(matter))
      return { kind, text: parts.join(` ${kind} `) }
    }
    case 'exists':
      return { kind, text: some(matter) }
    case 'none':
      return { kind, text: `not ${some(matter)}` }
    case 'clear':
      return { kind, text: `nothing_on(${nameIn(rng.pick(matter.scene.things).name)})` }
    case 'place':
    case 'on':
    case 'pose':
    case 'open':
      return { kind, text: ATOMS[kind](matter) }
  }
}

const ATOMS: Readonly<Record<'place' | 'on' | 'pose' | 'open', (matter: Matter) => string>> = {
  place: (matter) => {
    const thing = matter.rng.pick(matter.scene.things)
    const own = placeOf(thing, matter)
    const place = own !== undefined && matter.rng.chance(0.5) ? own : matter.rng.pick(matter.places)
    return `location(${nameIn(thing.name)}) = ${place}`
  },
  on: (matter) => {
    const { rng, scene } = matter
    const carried = scene.things.filter(({ location }) => scene.things.some(({ name }) => name === location))
    const [thing = rng.pick(scene.things)] = rng.chance(0.5) && carried.length > 0 ? [rng.pick(carried)] : []
    const other = scene.things.filter((each) => each !== thing)
    const below = rng.chance(0.5) ? other.find(({ name }) => name === thing.location) : undefined
    return `location(${nameIn(thing.name)}) = ${nameIn((below ?? rng.pick(other)).name)}`
  },
  pose: ({ rng, scene }) => {
    const tipping = scene.things.filter(({ tips }) => tips)
    return `lies(${nameIn(rng.pick(tipping.length > 0 ? tipping : scene.things).name)})`
  },
  open: ({ rng, scene }) => `open(${rng.pick(scene.closures).name})`,
}

/** Places twice as often as the rest: they are what skills change most. */
const COMMON = ['place', 'place', 'on', 'pose', 'open'] as const

const atom = (matter: Matter): string => `(${ATOMS[matter.rng.pick(COMMON)](matter)})`

const literal = (matter: Matter): string => `${matter.rng.chance(0.3) ? 'not ' : ''}${atom(matter)}`

/** Something of a colour, a shape or both in a place, perhaps lying. */
function some(matter: Matter): string {
  const { rng, scene, places } = matter
  const like = rng.pick(scene.things)
  const [colour, shape] = [`colour_of(?i) = ${colourOf(like.hue)}`, `shape_of(?i) = ${like.shape}`]
  const which = rng.pick([[colour], [shape], [colour, shape]])
  const own = placeOf(like, matter)
  const where = own !== undefined && rng.chance(0.5) ? own : rng.pick(places)
  const lies = rng.chance(0.2) ? ['lies(?i)'] : []
  return `(exists ?i in item (${[...which, `location(?i) = ${where}`, ...lies].join(' and ')}))`
}

function placeOf(thing: TrueThing, { truth, places }: Matter): string | undefined {
  const own = truth.get(`location(${nameIn(thing.name)})`)
  return own !== UNKNOWN && places.includes(String(own)) ? String(own) : undefined
}
