import { wholeOrder } from '../meanings.js'
import type { Goal } from '../read/meaning.js'
import type { Heard, Reading } from '../understand.js'
import { claimedIn, mentionsOf, subjectOf, type Claim, type Claimed, type Shares } from './claims.js'
import type { SpokenWorld } from '../spoken-world.js'
import { waysOf } from './filled.js'
import type { Way } from './ways.js'

/** A reading with how likely it is that the order has one meaning and can be carried out, 0…1. */
export interface ComposedReading extends Reading {
  readonly goal: number
}

const MOST_READINGS = 6

/** What an order means by the shares of what can be said of it: the likeliest reading first. */
export function composedReadings(heard: Heard, shares: Shares): ComposedReading[] {
  const { claims, before, fit } = claimedIn(shares)
  const claimed = new Set(claims.flatMap(mentionsOf))
  const ways = claims.map((claim) => ({ claim, ways: waysOf(claim, { ...heard, claimed }) }))
  if (ways.some((one) => one.ways.length === 0)) return []
  return combined(ways)
    .map(({ asked, ...one }) => {
      const order = orderOf(one.goals, { asked, before, world: heard.world })
      return { ...EMPTY, ...one, order, fit: fit * one.fit, goal: shares.goal }
    })
    .filter(({ goals }) => goals.length > 0)
    .sort((a, b) => b.fit - a.fit)
    .slice(0, MOST_READINGS)
}

const EMPTY = { assumes: [], left: [], isUnsafe: false }

interface Ordering extends Pick<Claimed, 'before'> {
  readonly asked: Combined['asked']
  readonly world: SpokenWorld
}

/** What is asked of one mention comes before what is asked of another, unless that is so already. */
function orderOf(goals: readonly Goal[], { asked, before, world }: Ordering): Reading['order'] {
  const numbers = (subject: number): number[] =>
    asked
      .filter((one) => one.subject === subject)
      .map(({ formula }) => goals.findIndex((goal) => goal.formula === formula))
  const pairs = before.flatMap(([first, then]) =>
    numbers(first).flatMap((one) =>
      numbers(then).flatMap((other) => (other === one ? [] : [[one, other] as const])),
    ),
  )
  return wholeOrder(pairs).filter(([, then]) => world.holds(goals[then]?.formula ?? '') !== true)
}

interface Combined {
  readonly goals: readonly Goal[]
  /** of which mention each of them is asked */
  readonly asked: readonly { readonly subject: number; readonly formula: string }[]
  readonly never: readonly Goal[]
  readonly fit: number
}

/** Each way of each claim with each of the others. */
const combined = (parts: readonly { readonly claim: Claim; readonly ways: readonly Way[] }[]): Combined[] =>
  parts.reduce<Combined[]>(
    (readings, { claim, ways }) =>
      readings
        .flatMap((reading) =>
          ways.map(({ goals, fit }) =>
            claim.isNever
              ? { ...reading, never: withoutTwice([...reading.never, ...goals]), fit: reading.fit * fit }
              : {
                  ...reading,
                  goals: withoutTwice([...reading.goals, ...goals]),
                  asked: [
                    ...reading.asked,
                    ...goals.map(({ formula }) => ({ subject: subjectOf(claim), formula })),
                  ],
                  fit: reading.fit * fit,
                },
          ),
        )
        .sort((a, b) => b.fit - a.fit)
        .slice(0, MOST_COMBINED),
    [{ goals: [], asked: [], never: [], fit: 1 }],
  )

const MOST_COMBINED = 64

/** Two mentions of one thing ask for it once. */
const withoutTwice = (goals: readonly Goal[]): readonly Goal[] =>
  goals.filter(({ formula }, at) => goals.findIndex((one) => one.formula === formula) === at)
