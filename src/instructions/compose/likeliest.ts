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
  /** that the order has several meanings */
  readonly ask: number
  /** that it cannot be carried out */
  readonly refuse: number
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

/** Claims that are less in doubt than this are taken as they are. */
const DOUBT = 0.03
const MOST_IN_DOUBT = 7
const MOST_CHANGED = 3

/** What is likelier said than not, and what could be said instead: the likeliest first, each consistent. */
export function likeliestClaims(shares: Shares, atoms: readonly Atom[], most: number): Claims[] {
  const matters = mattersOf(shares, atoms)
  const likely = matters.map(({ options: [first] }) => first)
  const isNothing = likely.every((one) => one?.claim === undefined || !isWanted(one.claim))
  const forced = isNothing ? likeliestWanted(matters) : undefined
  const open = matters
    .filter((one) => one !== forced && (one.options[0]?.share ?? 1) < 1 - DOUBT)
    .sort((a, b) => (a.options[0]?.share ?? 1) - (b.options[0]?.share ?? 1))
    .slice(0, MOST_IN_DOUBT)
  return changesOf(forced === undefined ? open : [forced, ...open])
    .map((changed) => {
      const said = matters.flatMap((matter) => changed.get(matter) ?? matter.options[0] ?? [])
      return {
        claims: said.flatMap(({ claim }) => claim ?? []),
        fit: said.reduce((product, { share }) => product * share, 1),
      }
    })
    .filter(({ claims }) => claims.some(isWanted) && isConsistent(claims))
    .sort((a, b) => b.fit - a.fit)
    .slice(0, most)
}

/** It says what is to become so; what must not is not enough of an order. */
export const isWanted = ({ said }: Claim): boolean => !isNever(said)
export const isNever = (said: Said): boolean => said === 'never so' || said === 'never not'

/** What is said of one matter: one of several claims that exclude each other, or none of them; the likeliest first. */
interface Matter {
  readonly options: readonly Option[]
}

interface Option {
  readonly claim: Claim | undefined
  /** 0…1; 1 in all for the options of a matter */
  readonly share: number
}

/**
 * The network says of each fact by itself how likely it is asked for. That a thing is to be in one of two places, as
 * likely the one as the other, is one matter with two options: that it is to be in neither is then unlikely.
 */
function mattersOf(shares: Shares, atoms: readonly Atom[]): Matter[] {
  const matters = new Map<string, Option[]>()
  shares.atoms.forEach((row, atom) =>
    SAID.forEach((said, at) => {
      const share = row[at] ?? 0
      const [, of] = said === 'so' ? (VALUE.exec(atoms[atom]?.so.formula ?? '') ?? []) : []
      const key = of ?? `${atom} ${said}`
      const own = matters.get(key) ?? []
      if (own.length === 0) matters.set(key, own)
      own.push({ claim: { atom, said }, share })
    }),
  )
  return [...matters.values()].map(matterOf)
}

const VALUE = /^(\S+) = \w+$/

/** That nothing is said of a thing of which several things seem to be said. */
const LEAST_NOTHING = 0.02

function matterOf(claims: readonly Option[]): Matter {
  const all = claims.reduce((sum, { share }) => sum + share, 0)
  const none = claims.length === 1 ? 1 - all : Math.max(LEAST_NOTHING, 1 - all)
  const options = [{ claim: undefined, share: none }, ...claims].map(({ claim, share }) => ({
    claim,
    share: share / (all + none),
  }))
  return { options: options.sort((a, b) => b.share - a.share) }
}

/** The matter of which something that is to become so is the likeliest: with it in the first place after what is. */
function likeliestWanted(matters: readonly Matter[]): Matter | undefined {
  const shareOf = (matter: Matter | undefined): number =>
    matter?.options.find(({ claim }) => claim !== undefined && isWanted(claim))?.share ?? 0
  return matters.reduce<Matter | undefined>(
    (best, one) => (best === undefined || shareOf(one) > shareOf(best) ? one : best),
    undefined,
  )
}

type Changes = ReadonlyMap<Matter, Option>

/** All ways to say something else of a few matters; first, to say of each what is likeliest. */
const changesOf = (open: readonly Matter[]): Changes[] =>
  open.reduce<Changes[]>(
    (all, matter, at) => [
      ...all,
      ...all
        .filter(({ size }) => size < MOST_CHANGED)
        .flatMap((some) =>
          matter.options
            .slice(1)
            .filter(({ share }, option) => share > DOUBT || (at === 0 && option === 0))
            .map((option) => new Map([...some, [matter, option]])),
        ),
    ],
    [new Map()],
  )

/** No fact is wanted in two ways, or wanted and forbidden, or forbidden in both. */
function isConsistent(claims: readonly Claim[]): boolean {
  const wanted = claims.filter(isWanted)
  if (new Set(wanted.map(({ atom }) => atom)).size < wanted.length) return false
  const never = new Map<number, Said>()
  for (const { atom, said } of claims.filter((one) => isNever(one.said))) {
    if (never.has(atom)) return false
    never.set(atom, said)
  }
  return !wanted.some(({ atom, said }) => never.get(atom) === (said === 'not' ? 'never not' : 'never so'))
}
