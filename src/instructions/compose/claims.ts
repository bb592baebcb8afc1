/**
 * How likely each thing is that can be said of an order, 0…1. Mentions are from 1 on; 0 is whoever speaks where
 * something gets to somebody, and the order as a whole otherwise.
 */
export interface Shares {
  /** [mention][label of ONE] */
  readonly one: readonly (readonly number[])[]
  /** [what][where][label of TWO] */
  readonly two: readonly (readonly (readonly number[])[])[]
  /** that the order has one meaning, and can be carried out */
  readonly goal: number
}

/** What can be said of one mention: its fact is to be true or false, it is to be held, gone to, found out, moved. */
export const ONE = ['true', 'false', 'hold', 'go', 'known', 'moved'] as const
export type OneLabel = (typeof ONE)[number]
/** What can be said of two: the first gets to the second, or must not, or what is said of it comes first. */
export const TWO = ['place', 'never place', 'before'] as const

/**
 * One part of what an order asks for, or forbids, by the numbers of its mentions from 0. Where there is none something
 * gets to whoever speaks, or a fact is meant that is about no thing: `start rolling`.
 */
export type Claim =
  | {
      readonly kind: 'one'
      readonly label: OneLabel
      readonly mention: number | undefined
      readonly isNever: boolean
    }
  | {
      readonly kind: 'two'
      readonly what: number
      readonly where: number | undefined
      readonly isNever: boolean
    }

/** What is said by the shares of an order, and how likely it is that nothing else is and nothing less. */
export interface Claimed {
  readonly claims: readonly Claim[]
  /** pairs of mentions: what is asked of the first comes before what is asked of the second */
  readonly before: readonly (readonly [first: number, then: number])[]
  readonly fit: number
}

const SURE = 0.5

/** What is more likely said than not; where that is nothing, what is likeliest. */
export function claimedIn(shares: Shares): Claimed {
  const all = possibleIn(shares)
  const likely = all.filter(({ share }) => share > SURE)
  const [best] = all.filter(({ claim }) => !claim.isNever).sort((a, b) => b.share - a.share)
  const taken = likely.some(({ claim }) => !claim.isNever) || best === undefined ? likely : [...likely, best]
  const fit = all.reduce((product, one) => product * (taken.includes(one) ? one.share : 1 - one.share), 1)
  const claims = taken.map(({ claim }) => claim)
  const { before, sure } = ordered(claims, shares)
  return { claims, before, fit: fit * sure }
}

/** The mentions that a claim is about. */
export function mentionsOf(claim: Claim): number[] {
  const [first, second] = claim.kind === 'one' ? [claim.mention] : [claim.what, claim.where]
  return [first, second].filter((one) => one !== undefined)
}

/** The mention that a claim is asked of. */
export const subjectOf = (claim: Claim): number =>
  claim.kind === 'one' ? (claim.mention ?? WHOLE) : claim.what

const WHOLE = -1

/** Which of the mentions that something is asked of comes first, and how sure that is. */
function ordered(claims: readonly Claim[], { two }: Shares) {
  const subjects = [...new Set(claims.filter(({ isNever }) => !isNever).map(subjectOf))]
  const share = (first: number, then: number): number => two[first + 1]?.[then + 1]?.[BEFORE] ?? 0
  const pairs = subjects.flatMap((first) =>
    subjects.filter((then) => then !== first).map((then) => [first, then] as const),
  )
  const isSaid = ([first, then]: readonly [number, number]): boolean =>
    share(first, then) > SURE &&
    // never both ways
    (share(first, then) > share(then, first) || (first < then && share(first, then) === share(then, first)))
  const sure = pairs.reduce(
    (product, pair) => product * (isSaid(pair) ? share(...pair) : 1 - Math.min(share(...pair), SURE)),
    1,
  )
  return { before: pairs.filter(isSaid), sure }
}

const BEFORE = TWO.indexOf('before')
const PLACES = 2

interface Possible {
  readonly claim: Claim
  readonly share: number
}

/** All that can be said of an order with so many mentions, with how likely it is. */
export function possibleIn({ one, two }: Pick<Shares, 'one' | 'two'>): Possible[] {
  const ones = one.flatMap((shares, row) =>
    shares.flatMap((share, at): Possible[] => {
      const label = ONE[at % ONE.length] ?? 'true'
      const mention = row === 0 ? undefined : row - 1
      if (mention === undefined && label !== 'true' && label !== 'false') return []
      return [{ share, claim: { kind: 'one', label, mention, isNever: at >= ONE.length } }]
    }),
  )
  const twos = two.slice(1).flatMap((row, what) =>
    row.flatMap((shares, other) =>
      other === what + 1
        ? []
        : shares.slice(0, PLACES).map((share, at): Possible => {
            const where = other === 0 ? undefined : other - 1
            return { share, claim: { kind: 'two', what, where, isNever: at === 1 } }
          }),
    ),
  )
  return [...ones, ...twos]
}
