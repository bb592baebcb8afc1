import { isCircular, wholeOrder } from '../meanings.js'
import type { Goal } from '../read/meaning.js'
import type { Heard, Reading } from '../understand.js'
import { anyOf } from './any-of.js'
import { atomsOf, type Atom } from './atoms.js'
import { isNever, likeliestClaims, type Claim, type Claims, type Shares } from './likeliest.js'

/** A reading with how likely it is that its order has several meanings, and that it cannot be carried out, 0…1. */
export interface ComposedReading extends Reading, Pick<Shares, 'ask' | 'refuse'> {}

const MOST_READINGS = 6
/** What comes first is kept rather than lost: an order too many is mostly kept anyhow. Chosen on *k* and *s*. */
const FIRST = 0.2

/** What an order means by the shares of what can be said of the facts of its world: the likeliest reading first. */
export function composedReadings(heard: Heard, shares: Shares): ComposedReading[] {
  const { atoms } = atomsOf(heard.world)
  return likeliestClaims(shares, atoms, MOST_READINGS)
    .map((claims) => readingOf(claims, { heard, shares, atoms }))
    .sort((a, b) => b.fit - a.fit)
}

interface Composing {
  readonly heard: Heard
  readonly shares: Shares
  readonly atoms: readonly Atom[]
}

function readingOf({ claims, fit }: Claims, { heard, shares, atoms }: Composing): ComposedReading {
  const goals = goalsOf(claims, heard, atoms)
  const { order, sure } = orderOf(goals, shares)
  return {
    goals: goals.map(({ goal }) => goal),
    never: claims.filter(({ said }) => isNever(said)).flatMap((claim) => formulaOf(claim, atoms) ?? []),
    order: order.filter(([, then]) => heard.world.holds(goals[then]?.goal.formula ?? '') !== true),
    assumes: [],
    left: [],
    isUnsafe: false,
    fit: fit * sure,
    ask: shares.ask,
    refuse: shares.refuse,
  }
}

interface Wanted {
  readonly goal: Goal
  /** numbers of the facts that it is about */
  readonly atoms: readonly number[]
}

/** In the order in which their things are named. */
function goalsOf(claims: readonly Claim[], heard: Heard, atoms: readonly Atom[]): Wanted[] {
  const single = claims.flatMap((claim): Wanted[] => {
    const goal = claim.said === 'so' || claim.said === 'not' ? formulaOf(claim, atoms) : undefined
    return goal === undefined ? [] : [{ goal, atoms: [claim.atom] }]
  })
  const some = anyOf(
    claims.filter(({ said }) => said === 'any').map(({ atom }) => atom),
    heard,
    atoms,
  )
  const placeOf = (atom: number): number => namedAt(atoms[atom]?.what, heard)
  return [...single, ...some]
    .map((one) => ({ ...one, at: Math.min(...one.atoms.map(placeOf)) }))
    .sort((a, b) => a.at - b.at)
}

function formulaOf({ atom, said }: Claim, atoms: readonly Atom[]): Goal | undefined {
  const own = atoms[atom]
  return said === 'so' || said === 'never so' ? own?.so : own?.not
}

/** The number of the first word that names a thing. */
function namedAt(thing: number | undefined, { mentions, world, tokens }: Heard): number {
  const name = thing === undefined ? undefined : world.things[thing]?.name
  const mention = mentions.find(({ candidates }) => candidates.some((one) => one.thing === name))
  return mention?.from ?? tokens.length
}

/** What comes first, and how sure that is. */
function orderOf(goals: readonly Wanted[], { before }: Shares) {
  const shareOf = (first: number, then: number): number =>
    Math.max(
      0,
      ...(goals[first]?.atoms ?? []).flatMap((one) =>
        (goals[then]?.atoms ?? []).map((other) => before(one, other)),
      ),
    )
  const pairs = goals.flatMap((_, first) =>
    goals.flatMap((__, then) => (then === first ? [] : [{ first, then, share: shareOf(first, then) }])),
  )
  const isSaid = ({ first, then, share }: (typeof pairs)[number]): boolean =>
    share > FIRST && share >= shareOf(then, first) && (share > shareOf(then, first) || first < then)
  const sure = pairs.reduce(
    (product, pair) => product * (isSaid(pair) ? pair.share : 1 - Math.min(pair.share, FIRST)),
    1,
  )
  const order = wholeOrder(pairs.filter(isSaid).map(({ first, then }) => [first, then]))
  return { order: isCircular(order) ? [] : order, sure }
}
