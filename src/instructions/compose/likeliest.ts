import type { Atom } from './atoms.js'

/** What can be said of a fact, as the network says it: it is to be so or not, never, or it is one of several. */
export const SAID = ['so', 'not', 'never so', 'never not', 'any'] as const
export type Said = (typeof SAID)[number]

/** How likely each thing is that can be said of an order, 0…1. */
export interface Shares {
  /** [fact][what is said of it, in the order of SAID] */
  readonly atoms: readonly (readonly number[])[]
  /** that what is asked of the first fact comes before what is asked of the second */
  readonly before: (first: number, then: number) => number
  /** that the order has one meaning, and can be carried out */
  readonly goal: number
}

/** What is said of one fact. */
export interface Claim {
  readonly atom: number
  readonly said: Said
}

/** All that an order says, and how likely it is that it says nothing else and nothing less. */
export interface Claims {
  readonly claims: readonly Claim[]
  readonly fit: number
}

const SURE = 0.5
/** Claims that are less in doubt than this are taken as they are. */
const DOUBT = 0.03
const MOST_IN_DOUBT = 7
const MOST_TURNED = 3

/** What is more likely said than not, and what could be said instead: the likeliest first, each consistent. */
export function likeliestClaims(shares: Shares, atoms: readonly Atom[], most: number): Claims[] {
  const all = shares.atoms.flatMap((row, atom) =>
    SAID.map((said, at): Possible => ({ claim: { atom, said }, share: row[at] ?? 0 })),
  )
  const doubted = all
    .filter(({ share }) => share > DOUBT && share < 1 - DOUBT)
    .sort((a, b) => Math.abs(a.share - SURE) - Math.abs(b.share - SURE))
    .slice(0, MOST_IN_DOUBT)
  const best = likeliestOf(all.filter(({ claim }) => isWanted(claim)))
  const open = best === undefined || doubted.includes(best) ? doubted : [...doubted, best]
  const sure = all.filter((one) => one.share > SURE)
  return turnedIn(open)
    .map((turned) => {
      const kept = sure.filter((one) => !turned.includes(one))
      const taken = [...kept, ...turned.filter((one) => !sure.includes(one))]
      const odds = turned.map(({ share }) => (share > SURE ? (1 - share) / share : share / (1 - share)))
      return { claims: taken.map(({ claim }) => claim), fit: odds.reduce((product, one) => product * one, 1) }
    })
    .filter(({ claims }) => claims.some(isWanted) && isConsistent(claims, atoms))
    .sort((a, b) => b.fit - a.fit)
    .slice(0, most)
    .map(({ claims, fit }) => ({ claims, fit: fit * certaintyOf(all) }))
}

/** It says what is to become so; what must not is not enough of an order. */
export const isWanted = ({ said }: Claim): boolean => !isNever(said)
export const isNever = (said: Said): boolean => said === 'never so' || said === 'never not'

interface Possible {
  readonly claim: Claim
  readonly share: number
}

const likeliestOf = (some: readonly Possible[]): Possible | undefined =>
  some.reduce<Possible | undefined>(
    (best, one) => (best === undefined || one.share > best.share ? one : best),
    undefined,
  )

/** How likely it is that all that is likelier than not is said, and nothing else. */
const certaintyOf = (all: readonly Possible[]): number =>
  all.reduce((product, { share }) => product * Math.max(share, 1 - share), 1)

/** All choices of a few of some claims, which are then said the other way round; none of them first. */
const turnedIn = (open: readonly Possible[]): Possible[][] =>
  open.reduce<Possible[][]>(
    (all, one) => [...all, ...all.filter(({ length }) => length < MOST_TURNED).map((some) => [...some, one])],
    [[]],
  )

/** No fact is wanted in two ways, or wanted and forbidden, or forbidden in both; and none is to have two values. */
function isConsistent(claims: readonly Claim[], atoms: readonly Atom[]): boolean {
  const wanted = claims.filter(isWanted)
  if (new Set(wanted.map(({ atom }) => atom)).size < wanted.length) return false
  const never = new Map<number, Said>()
  for (const { atom, said } of claims.filter((one) => isNever(one.said))) {
    if (never.has(atom)) return false
    never.set(atom, said)
  }
  if (wanted.some(({ atom, said }) => never.get(atom) === (said === 'not' ? 'never not' : 'never so')))
    return false
  const valued = wanted.flatMap(({ atom, said }) => {
    const [, of] = VALUE.exec(atoms[atom]?.so.formula ?? '') ?? []
    return said === 'so' && of !== undefined ? [of] : []
  })
  return new Set(valued).size === valued.length
}

const VALUE = /^(\S+) = \w+$/
