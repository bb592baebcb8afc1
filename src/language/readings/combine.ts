import { isSameReading, type Meanings } from '#instructions/meanings.js'
import type { Reading, Understood } from '#instructions/understand.js'
import type { ReadByModel } from '../prompts/goal.js'

/**
 * Puts what the rules and what a chat model take an order to mean before `decide`. A model alone never makes the
 * robot move without a question:
 *
 * - Both read the same: the reading by rule stays, with its own doubts.
 * - They read different things: both are tried; where both can be reached, a person chooses, and where one can, a
 *   person is asked whether it is meant.
 * - The rules understand nothing, or not all of it: the model's readings are proposed, each as a question.
 * - The model says that a part means nothing here: what the rules read is asked about first.
 */
export function combined(byRule: Understood, byModel: ReadByModel, meanings: Meanings): Understood {
  const own = byRule.unclear === undefined ? likely(byRule.readings) : []
  const { readings } = byModel
  if (own.length === 0)
    return readings.length === 0 ? byRule : { readings: doubted(readings), unclear: undefined }
  const [best] = own
  if (readings.length === 0)
    return byModel.unclear === undefined ? byRule : { readings: doubted(own), unclear: undefined }
  const others = readings.filter((reading) => !own.some((each) => isSameReading(each, reading, meanings)))
  // the model's likeliest reading is what it says; the rest it only holds possible
  const agrees = best !== undefined && readings[0] !== undefined && isSameReading(best, readings[0], meanings)
  if (agrees) return byRule
  // it is one of the less likely readings by rule: these are asked about beside each other
  if (others.length < readings.length && !others.includes(readings[0] as Reading))
    return { readings: doubted(own), unclear: undefined }
  return { readings: doubted([...own, ...others]), unclear: undefined }
}

/** What `decide` would look at: a reading by rule that is far less likely than another is no second meaning. */
function likely(readings: readonly Reading[]): readonly Reading[] {
  const best = Math.max(0, ...readings.map(({ fit }) => fit))
  return readings.filter(({ fit }) => fit >= NEAR * best)
}

const NEAR = 0.85

/** Below this `decide` asks before it acts; all are equally likely, so that all of them are tried. */
const DOUBTED = 0.45

const doubted = (readings: readonly Reading[]): readonly Reading[] =>
  readings.map((reading) => ({ ...reading, fit: DOUBTED }))
