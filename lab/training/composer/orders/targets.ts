import { composedReadings } from '#instructions/compose/composed.js'
import {
  mentionsOf,
  ONE,
  possibleIn,
  subjectOf,
  TWO,
  type Claim,
  type Shares,
} from '#instructions/compose/claims.js'
import { waysOf } from '#instructions/compose/filled.js'
import type { Heard } from '#instructions/understand.js'
import { negated, type Meanings, type Meant } from '#instructions/meanings.js'

/** What a network is to say of an order, and at which place the reading that is meant then stands, from 0. */
export interface Target {
  readonly claims: readonly Claim[]
  /** mentions of which the first is done something to before the second */
  readonly before: readonly (readonly [first: number, then: number])[]
  readonly rank: number
}

const MOST_TRIED = 400

/**
 * The claims from which an order is composed as it is meant: found by composing it, so that nothing is learnt that the
 * program could not say.
 * @returns undefined: it cannot be composed so
 */
export function targetOf(heard: Heard, meant: Meant, meanings: Meanings): Target | undefined {
  const wanted = [...partsOf(meant.goals, false, meanings), ...partsOf(meant.never, true, meanings)]
  const options = optionsOf(heard, wanted, meanings)
  let best: { readonly cost: number; readonly target?: Target } = { cost: Infinity }
  let tried = 0
  const search = (left: readonly Wanted[], taken: readonly Option[]): boolean => {
    const [first] = left
    if (first === undefined) {
      tried++
      const claims = taken.map(({ claim }) => claim)
      const rank = rankOf(heard, claims, meant, meanings)
      const before = orderOf(taken, meant, meanings)
      // what comes first can be said of two mentions only
      const cost = rank + (before.isWhole ? 0 : 0.5)
      if (rank >= 0 && cost < best.cost) best = { cost, target: { claims, before: before.pairs, rank } }
      return best.cost === 0 || tried >= MOST_TRIED
    }
    return options
      .filter(({ covers }) => covers.has(first))
      .some((option) =>
        search(
          left.filter((one) => !option.covers.has(one)),
          [...taken, option],
        ),
      )
  }
  // a part that nothing says would be looked for in vain, in all that comes before it
  if (wanted.every((one) => options.some(({ covers }) => covers.has(one)))) search(wanted, [])
  return best.target
}

interface Wanted {
  readonly key: string
  readonly isNever: boolean
}

const partsOf = (formulas: readonly string[], isNever: boolean, meanings: Meanings): Wanted[] =>
  [...new Set(formulas.flatMap((formula) => meanings.keysOf(isNever ? negated(formula) : formula)))].map(
    (key) => ({ key, isNever }),
  )

interface Option {
  readonly claim: Claim
  readonly covers: ReadonlySet<Wanted>
  /** the less, the rather */
  readonly cost: number
}

function optionsOf(heard: Heard, wanted: readonly Wanted[], meanings: Meanings): Option[] {
  const all = new Set(heard.mentions.keys())
  return possibleIn(sharesOf([], heard.mentions.length))
    .flatMap(({ claim }): Option[] => {
      const own = wanted.filter(({ isNever }) => isNever === claim.isNever)
      if (own.length === 0) return []
      const covered = [new Set(mentionsOf(claim)), all].flatMap((claimed) =>
        waysOf(claim, { ...heard, claimed }).map(({ goals }) =>
          goals.flatMap(({ formula }) => meanings.keysOf(claim.isNever ? negated(formula) : formula)),
        ),
      )
      const covers = covered
        .filter((keys) => keys.every((key) => own.some((one) => one.key === key)))
        .sort((a, b) => b.length - a.length)[0]
      if (covers === undefined || covers.length === 0) return []
      return [{ claim, covers: new Set(own.filter(({ key }) => covers.includes(key))), cost: costOf(claim) }]
    })
    .sort((a, b) => b.covers.size - a.covers.size || a.cost - b.cost)
}

/** Of two mentions those that stand nearest, the place rather behind; of one the latest. */
const costOf = (claim: Claim): number => {
  if (claim.kind === 'one') return claim.mention === undefined ? 60 : -claim.mention / 100
  if (claim.where === undefined) return 50
  return Math.abs(claim.where - claim.what) + (claim.where > claim.what ? 0 : 0.5)
}

/** Which mentions come first, and whether that is all of what is to come first. */
function orderOf(taken: readonly Option[], { goals, before }: Meant, meanings: Meanings) {
  const subjects = (goal: number): number[] => {
    const keys = meanings.keysOf(goals[goal] ?? 'true')
    const asked = taken.filter(
      ({ claim, covers }) => !claim.isNever && [...covers].some(({ key }) => keys.includes(key)),
    )
    return asked.map(({ claim }) => subjectOf(claim))
  }
  const each = before.map(([first, then]) =>
    subjects(first).flatMap((one) =>
      subjects(then).flatMap((other) =>
        one === other || one < 0 || other < 0 ? [] : [[one, other] as const],
      ),
    ),
  )
  return { pairs: each.flat(), isWhole: each.every((pairs) => pairs.length > 0) }
}

function rankOf(heard: Heard, claims: readonly Claim[], { goals, never }: Meant, meanings: Meanings): number {
  const readings = composedReadings(heard, sharesOf(claims, heard.mentions.length))
  const formulas = (all: readonly { readonly formula: string }[]): string[] =>
    all.map(({ formula }) => formula)
  return readings.findIndex((one) =>
    meanings.isSame(
      { goals: formulas(one.goals), never: formulas(one.never), before: [] },
      { goals, never, before: [] },
    ),
  )
}

/** What a network would say that is sure of some claims and of nothing else. */
export function sharesOf(claims: readonly Claim[], mentions: number): Shares {
  const size = mentions + 1
  const one = Array.from({ length: size }, () => Array.from({ length: 2 * ONE.length }, () => 0))
  const two = Array.from({ length: size }, () => Array.from({ length: size }, () => TWO.map(() => 0)))
  for (const claim of claims) {
    const never = Number(claim.isNever)
    if (claim.kind === 'one') {
      const row = one[claim.mention === undefined ? 0 : claim.mention + 1]
      if (row !== undefined) row[ONE.indexOf(claim.label) + never * ONE.length] = 1
    } else {
      const cell = two[claim.what + 1]?.[claim.where === undefined ? 0 : claim.where + 1]
      if (cell !== undefined) cell[never] = 1
    }
  }
  return { one, two, goal: 1 }
}
