import { wantsSame } from '../same-reading.js'
import type { Reading, Understood } from '../understand.js'
import type { ComposedReading } from './composed.js'

/**
 * Puts what the rules and what the composer take an order to mean before `decide`. Neither alone makes the robot move
 * without a question:
 *
 * - Both read the same, and the composer is sure, or both are fairly sure and no word is left over: the reading by
 *   rule stands, unless a word may change what is meant.
 * - Both read the same, and it is not sure: a person is asked.
 * - They read different things: both are tried; where both can be reached a person chooses.
 * - The rules understand nothing: what the composer is fairly sure of is proposed as a question, or else it is refused.
 */
export function joined(byRule: Understood, composed: readonly ComposedReading[]): Understood {
  const [said] = composed
  const [best, ...others] = byRule.unclear === undefined ? byRule.readings : []
  if (said === undefined) return doubted(byRule)
  const likely = composed.filter((one) => isLikely(one) && one.fit >= NEAR * said.fit).slice(0, MOST)
  if (best === undefined)
    return isFairlySure(said) ? { readings: likely.map(asked), unclear: undefined } : byRule
  // what a thing is called that is not here is for the rules to say
  if ((best.unknown ?? []).length > 0 && !isFairlySure(said)) return byRule
  if (!wantsSame(best, said)) {
    const others = likely.filter((one) => !wantsSame(best, one)).map((one) => inOrderOf(one, best))
    const all = best.fit >= TRUSTED ? [best, ...others] : [...others, best]
    return { readings: all.map(asked), unclear: undefined }
  }
  return isTrusted(best, said)
    ? {
        readings: [{ ...best, fit: 1, left: [] }, ...others.map((one) => beside(one, best))],
        unclear: undefined,
      }
    : {
        readings: [asked(best), ...others.map((one) => ({ ...one, fit: (ASKED * one.fit) / best.fit }))],
        unclear: undefined,
      }
}

// chosen on 1,529 orders that neither was made with (docs/models/composer.md)
const SURE = 0.9
const FAIRLY_SURE = 0.7
const CLEAR = 0.8
const LIKELY = 0.3
/** Of two that differ, the one by rule is the likelier from here on. */
const TRUSTED = 0.6

/** Of two that read the same: the composer is sure, or fairly sure where the rules are and have no word left over. */
const isTrusted = (best: Reading, { fit }: ComposedReading): boolean =>
  fit >= SURE || (fit >= FAIRLY_SURE && best.fit >= CLEAR && best.left.length === 0)

/** It is fairly sure, and that this is an order with one meaning that can be carried out. */
const isFairlySure = ({ fit, goal }: ComposedReading): boolean => fit >= FAIRLY_SURE && goal >= 0.5
const isLikely = ({ fit }: ComposedReading): boolean => fit >= LIKELY

/** Of the readings of the composer, which are as likely as the first, as where a word can mean two things. */
const NEAR = 0.85
const MOST = 3

/** What comes first is for the rules to say, as far as both want the same. */
function inOrderOf(said: Reading, { order, goals }: Reading): Reading {
  const at = (number: number): number =>
    said.goals.findIndex(({ formula }) => formula === goals[number]?.formula)
  const own = order.map(([first, then]) => [at(first), at(then)] as const)
  return { ...said, order: own.filter(([first, then]) => first >= 0 && then >= 0) }
}

/** Below what `decide` acts on. */
const ASKED = 0.45

const asked = (reading: Reading): Reading => ({ ...reading, fit: ASKED })

const doubted = (byRule: Understood): Understood => ({
  ...byRule,
  readings: byRule.readings.map((one) => ({ ...one, fit: ASKED * one.fit })),
})

/** As likely beside the best as the rules have it. */
const beside = (one: Reading, best: Reading): Reading => ({ ...one, fit: Math.min(1, one.fit / best.fit) })
