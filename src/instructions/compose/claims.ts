/** How likely each thing is that can be said of an order, 0…1. Mention 0 is whoever speaks, others are from 1 on. */
export interface Shares {
  /** [mention][label of ONE] */
  readonly one: readonly (readonly number[])[]
  /** [what][where][label of TWO] */
  readonly two: readonly (readonly (readonly number[])[])[]
  /** that the order has one meaning, and can be carried out */
  readonly goal: number
}

/** What can be said of one mention: its fact is to be true or false, it is to be held, gone to, found out about. */
const ONE = ['true', 'false', 'hold', 'go', 'known'] as const
export type OneLabel = (typeof ONE)[number]

/** One part of what an order asks for, or forbids, by the numbers of its mentions from 0; undefined: whoever speaks. */
export type Claim =
  | { readonly kind: 'one'; readonly label: OneLabel; readonly mention: number; readonly isNever: boolean }
  | {
      readonly kind: 'two'
      readonly what: number
      readonly where: number | undefined
      readonly isNever: boolean
    }

/** What is said by the shares of an order, and how likely it is that nothing else is and nothing less. */
export interface Claimed {
  readonly claims: readonly Claim[]
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
  return { claims: taken.map(({ claim }) => claim), fit }
}

interface Possible {
  readonly claim: Claim
  readonly share: number
}

function possibleIn({ one, two }: Shares): Possible[] {
  const ones = one.slice(1).flatMap((shares, mention) =>
    shares.map((share, at): Possible => {
      const label = ONE[at % ONE.length] ?? 'true'
      return { share, claim: { kind: 'one', label, mention, isNever: at >= ONE.length } }
    }),
  )
  const twos = two.slice(1).flatMap((row, what) =>
    row.flatMap((shares, other) =>
      other === what + 1
        ? []
        : shares.map((share, at): Possible => {
            const where = other === 0 ? undefined : other - 1
            return { share, claim: { kind: 'two', what, where, isNever: at === 1 } }
          }),
    ),
  )
  return [...ones, ...twos]
}
