import { err, ok, type Result } from '#base/result.js'
import type { Domain, FailedCheck, PlannedStep } from '../domain/domain.js'

/** A step that succeeded in the twin. */
export interface Tried<S, C> {
  /** the commands that were still needed, in order; may be empty */
  readonly commands: readonly C[]
  /** expected outcomes of all commands, in words */
  readonly expected: readonly string[]
  /** every world to which it may lead; at least one */
  readonly ends: readonly S[]
  /** the worlds before each command: where the step can be halted */
  readonly between: readonly S[]
}

/** The first check that a step fails, in a world that the step itself may have produced. */
export interface Refused<S, C> extends FailedCheck {
  readonly state: S
  /** the refused command; absent when the step could not be turned into one */
  readonly command?: C
  readonly between: readonly S[]
}

/** Executes a step symbolically: every command must be allowed in every outcome of the one before. */
export function tryStep<S, C>(
  step: Pick<PlannedStep, 'skill' | 'args'>,
  start: S,
  domain: Domain<S, C>,
): Result<Tried<S, C>, Refused<S, C>> {
  const commands = domain.intend(step, start)
  if (!commands.ok) {
    const { checkId, text } = commands.error
    return err({ checkId, text, state: start, between: [start] })
  }
  let states: readonly S[] = [start]
  const expected: string[] = []
  const between: S[] = [start]
  for (const [index, command] of commands.value.entries()) {
    if (index > 0) between.push(...states)
    const after: S[] = []
    for (const state of states) {
      const decision = domain.judge(state, command)
      if (!decision.ok) {
        const { checkId, text } = decision.error
        return err({ checkId, text, state, command, between })
      }
      for (const outcome of decision.value.outcomes) {
        const missed = decision.value.expected.find((each) => !each.holds(outcome))
        if (missed !== undefined) {
          const text = `it would not come true that ${missed.text}`
          return err({ checkId: 'expected-outcome', text, state, command, between })
        }
        after.push(outcome)
      }
      if (state === states[0]) expected.push(...decision.value.expected.map(({ text }) => text))
    }
    states = distinct(after, domain)
  }
  return ok({ commands: commands.value, expected, ends: states, between })
}

function distinct<S, C>(states: readonly S[], domain: Domain<S, C>): readonly S[] {
  if (states.length < 2) return states
  return [...new Map(states.map((state) => [domain.fingerprint(state), state])).values()]
}
