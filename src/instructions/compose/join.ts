import { wantsSame } from '../same-reading.js'
import type { Reading, Understood } from '../understand.js'
import type { ComposedReading } from './composed.js'

/**
 * Puts what the rules and what the composer take an order to mean before `decide`. Neither alone makes the robot move
 * without a question:
 *
 * - Both read the same, and the composer is sure: the reading by rule stands, whatever words it left over, unless one
 *   of them may change what is meant.
 * - Both read the same, and it is not sure: a person is asked.
 * - They read different things: both are tried; where both can be reached a person chooses.
 * - The rules understand nothing: what the composer is fairly sure of is proposed as a question, or else it is refused.
 */
export function joined(byRule: Understood, composed: readonly ComposedReading[]): Understood {
  const [said] = composed
  const [best, ...others] = byRule.unclear === undefined ? byRule.readings : []
  if (said === undefined) return doubted(byRule)
  if (best === undefined) return isFairlySure(said) ? { readings: [asked(said)], unclear: undefined } : byRule
  // what a thing is called that is not here is for the rules to say
  if ((best.unknown ?? []).length > 0 && !isFairlySure(said)) return byRule
  if (!wantsSame(best, said)) {
    const both = best.fit >= TRUSTED || !isLikely(said) ? [best, said] : [said, best]
    return { readings: both.filter((one) => one === best || isLikely(said)).map(asked), unclear: undefined }
  }
  return isSure(said)
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
const SURE = 0.8
const FAIRLY_SURE = 0.7
const LIKELY = 0.3
/** Of two that differ, the one by rule is the likelier from here on. */
const TRUSTED = 0.6

const isSure = ({ fit, goal }: ComposedReading): boolean => fit >= SURE && goal >= 0.5
const isFairlySure = ({ fit, goal }: ComposedReading): boolean => fit >= FAIRLY_SURE && goal >= 0.5
const isLikely = ({ fit }: ComposedReading): boolean => fit >= LIKELY

/** Below what `decide` acts on. */
const ASKED = 0.45

const asked = (reading: Reading): Reading => ({ ...reading, fit: ASKED })

const doubted = (byRule: Understood): Understood => ({
  ...byRule,
  readings: byRule.readings.map((one) => ({ ...one, fit: ASKED * one.fit })),
})

/** As likely beside the best as the rules have it. */
const beside = (one: Reading, best: Reading): Reading => ({ ...one, fit: Math.min(1, one.fit / best.fit) })
