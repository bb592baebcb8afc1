import { rolesOf, type Frame } from '../frames.js'
import type { SpokenWorld, Thing } from '../spoken-world.js'

/** What is known of the things of a world, whatever an order says. Things have the numbers of `world.things`. */
export interface ThingFeatures {
  /** of each: what can be done with it, who it is, what is so of it now; 0…1 */
  readonly each: readonly (readonly number[])[]
  /** of each two that have to do with each other: one is at the other, is named alike, can get there; 0 or 1 each */
  readonly pairs: readonly (readonly [one: number, other: number, relation: readonly number[]])[]
}

export function thingFeatures(world: SpokenWorld): ThingFeatures {
  const own = made.get(world) ?? { each: eachOf(world), pairs: pairsOf(world) }
  made.set(world, own)
  return own
}

const made = new WeakMap<SpokenWorld, ThingFeatures>()

const FEW = 10

function eachOf(world: SpokenWorld): number[][] {
  const { things, people, speakers, states } = world
  // a fact without a parameter is a thing of its own, after the others
  const named = things.length - states.filter(({ thing }) => thing !== undefined).length
  return things.map((thing, at) => {
    const { name } = thing
    const kinds = kindsOf(name, world).map(({ members }) => members.length)
    return [
      isRole('theme', name, world),
      isRole('target', name, world),
      ...SINGLE.map((form) => hasForm(form, name, world)),
      states.some(({ values }) => values.has(name)),
      people.includes(name),
      speakers.includes(name),
      speakers.length === 1 && speakers[0] === name,
      at >= named,
      things.some((other) => other !== thing && haveSameHead(thing, other)),
      world.valuesOf(name).length > 0,
      things.some((other) => world.isOf(other.name, name)),
      Math.min(FEW, ...kinds) / FEW,
      soShare(name, true, world),
      soShare(name, false, world),
    ].map(Number)
  })
}

const SINGLE = ['go', 'hold', 'known', 'home', 'other'] as const

function pairsOf(world: SpokenWorld) {
  const { things } = world
  return things.flatMap((one, at) =>
    things.flatMap((other, to) => {
      if (at === to) return []
      const relation = [
        world.isOf(one.name, other.name),
        world.isOf(other.name, one.name),
        haveSameHead(one, other),
        kindsOf(one.name, world).some(({ members }) => members.length < FEW && members.includes(other.name)),
        canGet(one.name, other.name, world),
        canGet(other.name, one.name, world),
      ].map(Number)
      return relation.includes(1) ? [[at, to, relation] as const] : []
    }),
  )
}

const kindsOf = (name: string, { kinds }: SpokenWorld) =>
  kinds.filter(({ members }) => members.includes(name))

const isRole = (role: 'theme' | 'target', name: string, { frames }: SpokenWorld): boolean =>
  frames.some((frame) => rolesOf(frame)?.[role].values.has(name) === true)

const hasForm = (wanted: Frame['form'], name: string, { frames }: SpokenWorld): boolean =>
  frames.some(
    ({ form, ports: [port, ...others] }) =>
      form === wanted && others.length === 0 && port?.values.has(name) === true,
  )

const canGet = (what: string, where: string, { frames }: SpokenWorld): boolean =>
  frames.some((frame) => {
    const roles = rolesOf(frame)
    return roles?.theme.values.has(what) === true && roles.target.values.has(where)
  })

const haveSameHead = (one: Thing, other: Thing): boolean =>
  one.calls.some(({ stems }) => other.calls.some((call) => call.stems.at(-1) === stems.at(-1)))

/** What share of what can be said of a thing is so now, or is not. */
export function soShare(name: string, truth: boolean, { states, holds }: SpokenWorld): number {
  const own = states.filter(({ values }) => values.has(name))
  const so = own.filter(({ formula }) => holds(formula.replaceAll(/\?it\b/g, name)) === truth)
  return so.length / Math.max(1, own.length)
}
