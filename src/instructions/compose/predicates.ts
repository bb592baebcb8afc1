import { isSaidBy, type StateFrame } from '../frames.js'
import { allowed } from '../read/meaning.js'
import type { Mention } from '../read/mentions.js'
import { slotsOf } from '../read/slots.js'
import type { SpokenWorld } from '../spoken-world.js'
import type { Token } from '../words/tokens.js'
import { isLikeOneOf } from '../words/verbs.js'
import { filledWays, together, type Way } from './ways.js'

export interface Stated {
  readonly mention: Mention
  readonly truth: boolean
  readonly tokens: readonly Token[]
  readonly world: SpokenWorld
  /** all of the order: `on` before one of them says where, and not that something is on */
  readonly mentions: readonly Mention[]
  /** those besides it of which something is said */
  readonly others: readonly Mention[]
}

/**
 * Facts that can be true or false of a thing: all those that words say which stand no nearer to another thing that they
 * can be said of (`the shirts washed and ironed`), each of them, or else those of which something is said nearby.
 */
export function saidOf(stated: Stated): Way[] {
  const { mention, truth, tokens, world } = stated
  const able = predicatesIn(world, truth).flatMap((fact) => {
    const own = allowed(fact.port.values, mention) ?? partOf(fact, mention)
    if (own === undefined) return []
    const ways = filledWays(fact, [slotsOf(fact.port.name, own)])
    const near = Math.max(0, ...places(fact, stated).map((at) => 1 / distance(at, mention)))
    return [{ ways, near, isOwn: isOwn(fact, stated) }]
  })
  const own = able.filter((one) => one.isOwn)
  const nearest = Math.max(0, ...able.map(({ near }) => near))
  const likely = able.filter(({ near }) => near === nearest).flatMap(({ ways }) => ways)
  if (nearest === 0) return [...likely, ...aboutNothing({ truth, tokens, world }, LESS)].map(less)
  return [
    ...(own.length > 1 ? ofOneThing(own.map(({ ways }) => ways)) : []),
    ...likely,
    ...own.filter(({ near }) => near !== nearest).flatMap(({ ways }) => ways.map(less)),
  ]
}

/** All that is said of one of the things that are meant, not this of one and that of another. */
function ofOneThing(parts: readonly (readonly Way[])[]): Way[] {
  const count = Math.min(...parts.map((ways) => ways.length))
  if (parts.some((ways) => ways.length !== count)) return []
  return Array.from({ length: count }, (_, at) => parts.map((ways) => ways.slice(at, at + 1))).flatMap(
    together,
  )
}

/** Facts without a parameter, whether a thing is named after them or not: `start rolling`. */
export const aboutNothing = (
  { truth, tokens, world }: Pick<Stated, 'truth' | 'tokens' | 'world'>,
  fit = 1,
): Way[] => {
  const all = predicatesWithoutThing(world, truth)
  const said = all.filter(({ isSaid }) => tokens.some(({ stem }) => isSaid(stem)))
  return said.map(({ goal, outcome }) => ({ goals: [{ formula: goal, text: outcome }], fit }))
}

const LESS = 0.7
const less = (way: Way): Way => ({ ...way, fit: LESS * way.fit })

/** `close the rack` is about the rack's door. */
function partOf({ port }: Predicate, mention: Mention): Mention | undefined {
  const candidates = mention.candidates.flatMap(({ thing, fit }) =>
    [...port.values]
      .filter((value) => value.startsWith(`${thing}_`))
      .map((value) => ({ thing: value, fit: LESS * fit })),
  )
  return candidates.length === 0 ? undefined : { ...mention, candidates }
}

interface Predicate {
  readonly goal: string
  readonly outcome: string
  readonly port: { readonly name: string; readonly values: ReadonlySet<string> }
  readonly isSaid: (stem: string) => boolean
}

function predicatesIn({ states, frames }: SpokenWorld, truth: boolean): Predicate[] {
  const stated = states.map((state) => ({
    ...predicateOf(state, truth),
    port: { name: 'it', values: state.values },
  }))
  const achieved = frames.flatMap(({ form, goal, outcome, verbs, ports: [port, other] }) =>
    // what is held can be a fact of its own: held(?item)
    (form === 'other' || form === 'home' || form === 'hold') &&
    port !== undefined &&
    other === undefined &&
    goal.startsWith('not ') !== truth
      ? [{ goal, outcome, port, isSaid: (stem: string) => isLikeOneOf(stem, verbs) }]
      : [],
  )
  // a skill that makes a fact true is that fact
  const known = new Set(stated.map(({ goal }) => goal.replaceAll('?it', '')))
  return [...stated, ...achieved.filter(({ goal }) => !known.has(goal.replaceAll(/\?\w+/g, '')))]
}

function predicatesWithoutThing({ states, frames }: SpokenWorld, truth: boolean): Omit<Predicate, 'port'>[] {
  const stated = states
    .filter(({ formula }) => /^\w+$/.test(formula))
    .map((state) => predicateOf(state, truth))
  const achieved = frames
    .filter(({ ports, goal }) => ports.length === 0 && goal.startsWith('not ') !== truth)
    .map(({ goal, outcome, verbs }) => ({
      goal,
      outcome,
      isSaid: (stem: string) => isLikeOneOf(stem, verbs),
    }))
  return [...stated, ...achieved]
}

const predicateOf = (state: StateFrame, truth: boolean): Omit<Predicate, 'port'> => ({
  goal: truth ? state.formula : `not ${state.formula}`,
  outcome:
    state.thing === undefined && state.values.size > 0
      ? `the {?it} is ${truth ? '' : 'not '}${state.name.replaceAll('_', ' ')}`
      : `${truth ? '' : 'not '}${state.name.replaceAll('_', ' ')}`,
  isSaid: (stem: string) => isSaidBy(stem, state, truth),
})

/** The numbers of the words that say it, of those that are not of the mention. */
const places = ({ isSaid }: Predicate, { tokens, mentions, mention: { from, to } }: Stated): number[] =>
  tokens.flatMap(({ stem }, at) => {
    const isPlace = mentions.some((one) => one.prep !== undefined && one.from === at + 1)
    return isSaid(stem) && !isPlace && (at < from || at >= to) ? [at] : []
  })

const distance = (at: number, { from, to }: Mention): number => (at < from ? from - at : at - to + 1)

/** A word says it that stands no nearer to another thing of which it can be said. */
const isOwn = (fact: Predicate, stated: Stated): boolean =>
  places(fact, stated).some((at) =>
    stated.others.every(
      (other) =>
        allowed(fact.port.values, other) === undefined || distance(at, other) >= distance(at, stated.mention),
    ),
  )
