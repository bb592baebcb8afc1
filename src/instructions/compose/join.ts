import { isCircular, isSameReading, wholeOrder } from '../meanings.js'
import type { Goal } from '../read/meaning.js'
import type { SpokenWorld } from '../spoken-world.js'
import type { Reading, Understood } from '../understand.js'
import type { ComposedReading } from './composed.js'

/**
 * Puts what the rules and what the composer take an order to mean before `decide`. Neither alone makes the robot move
 * without a question, and what only one of them has read is not lost:
 *
 * - Both read the same, the composer is sure enough, and no word is left over: the reading by rule stands.
 * - Both read the same otherwise: a person is asked.
 * - They read different things: both are tried; where both can be reached a person chooses.
 * - The rules understand nothing: what the composer finds likely is proposed as a question, or else it is refused.
 */
export function joined(
  byRule: Understood,
  composed: readonly ComposedReading[],
  { meanings, holds }: Pick<SpokenWorld, 'meanings' | 'holds'>,
): Understood {
  const [said] = composed
  const [best] = byRule.unclear === undefined ? byRule.readings : []
  if (said === undefined) return doubted(byRule)
  const near = composed.filter(({ fit }) => fit >= NEAR * said.fit).slice(0, MOST)
  if (best === undefined) {
    if (!isProposed(said)) return byRule
    // of a part that means nothing to the rules they do not know which words are left over
    const own = near.map((one) => ({ ...withRules(one, byRule.readings[0]), left: [] }))
    return { readings: own.map(asked), unclear: undefined }
  }
  // what a thing is called that is not here is for the rules to say
  if ((best.unknown ?? []).length > 0 && !isProposed(said)) return byRule
  const others = near
    .filter(isLikely)
    .map((one) => withRules(one, best))
    .filter((one) => !isSameReading(best, one, meanings))
  if (others.length > 0) {
    // `the door`, of three
    const rules = byRule.readings.filter(({ fit }) => fit >= ALIKE * best.fit)
    const all = isByRule(best, composed, meanings) ? [...rules, ...others] : [...others, ...rules]
    return { readings: all.map(asked), unclear: undefined }
  }
  const isSo = best.goals.every(({ formula }) => holds(formula) === true)
  const isAgreed =
    isSameReading(best, said, meanings) && (isTrusted(best, said) || (isSo && isFairlySure(best, said)))
  const fit = isAgreed ? 1 : ASKED
  const readings = byRule.readings.map((one): Reading => {
    const own = { ...one, fit: Math.min(1, (fit * one.fit) / best.fit) }
    // what both have read may turn out to be out of reach, and another one not
    return isAgreed && one === best ? own : { ...own, isDoubted: true }
  })
  return { readings, unclear: undefined }
}

/**
 * Of two that read the same, what comes first included, with no word left over; whether it can be carried out is for
 * search to say. Chosen, with what follows, on *k* and *s* (docs/models/composer.md).
 */
const isTrusted = ({ left }: Reading, { fit, ask }: ComposedReading): boolean =>
  left.length === 0 && fit >= 0.7 && ask < 0.4

/** Of what is so already: nothing moves, whatever was meant. */
const isFairlySure = ({ left }: Reading, { fit }: ComposedReading): boolean => left.length === 0 && fit >= 0.5

/**
 * Of two that differ the one by rule is the likelier, where it is sure and the composer is not, or where the composer
 * takes it for possible, too.
 */
function isByRule(
  best: Reading,
  composed: readonly ComposedReading[],
  meanings: SpokenWorld['meanings'],
): boolean {
  const most = composed[0]?.fit ?? 0
  if (best.fit >= 0.5 && most < 0.4) return true
  return (
    best.fit >= 0.3 &&
    composed.some((one) => one.fit >= 0.2 * most && isSameReading(best, withRules(one, best), meanings))
  )
}

/** Where the rules know no better: worth a question, as the order seems to be one that can be carried out. */
const isProposed = ({ fit, refuse }: ComposedReading): boolean => fit >= 0.05 && refuse < 0.2
/** Where the rules have read something else. */
const isLikely = ({ fit }: ComposedReading): boolean => fit >= LIKELY
const LIKELY = 0.1

/** Of the readings of the composer, which are as likely as the first, as where a word can mean two things. */
const NEAR = 0.85
/** And of those of the rules. */
const ALIKE = 0.95
const MOST = 3

/** What the rules have read besides: prohibitions, what they take for granted, what comes first of what both want. */
function withRules(said: Reading, rules: Reading | undefined): Reading {
  if (rules === undefined) return said
  const at = (number: number): number =>
    said.goals.findIndex(({ formula }) => formula === rules.goals[number]?.formula)
  const order = rules.order.map(([first, then]) => [at(first), at(then)] as const)
  const isTurned = (first: number, then: number): boolean =>
    said.order.some(([one, other]) => one === then && other === first)
  const isNew = ({ formula }: Goal): boolean => !said.never.some((one) => one.formula === formula)
  const both = wholeOrder([
    ...said.order,
    ...order.filter(([first, then]) => first >= 0 && then >= 0 && !isTurned(first, then)),
  ])
  return {
    ...said,
    left: rules.left,
    never: [...said.never, ...rules.never.filter(isNew)],
    assumes: rules.assumes,
    order: isCircular(both) ? said.order : both,
    isUnsafe: said.isUnsafe || rules.isUnsafe,
  }
}

/** Below what `decide` acts on. */
const ASKED = 0.45

const asked = (reading: Reading): Reading => ({ ...reading, fit: ASKED })

const doubted = (byRule: Understood): Understood => ({
  ...byRule,
  readings: byRule.readings.map((one) => ({ ...one, fit: ASKED * one.fit })),
})
