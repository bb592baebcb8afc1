import { sayingAgain } from '#app/command-line/saying-again.js'
import type { LoggedStep } from '#learning/events.js'
import type { Critic } from '#learning/critic/critic.js'

/**
 * A critic that says again what it said in this episode. Taken from the steps, not from `episodes.jsonl` as
 * the recorded critic of the benches: there the FINAL report has been weighed against the score already.
 */
export const criticOf = (steps: readonly LoggedStep[]): Critic =>
  sayingAgain(steps.flatMap((step) => ('report' in step ? [step.report] : [])))
