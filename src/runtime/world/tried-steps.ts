import type { TriedStep } from '#learning/episode.js'
import type { Attempt } from '#robots/driver/attempts.js'
import type { Fluents, Value } from '#worlds/value.js'

/** A tree that asks for more in an episode repeats something without end: the first ones tell what. */
const MAX_STEPS = 2_000

type Believed = TriedStep['before']

/** The steps of an episode as its record keeps them. @param facts names of the facts of the world */
export function triedSteps(attempts: readonly Attempt[], facts: readonly string[]): readonly TriedStep[] {
  let known: Fluents = new Map()
  return attempts
    .slice(0, MAX_STEPS)
    .map(({ path, command, begun, ended, result, text, check, judged, before, after }) => {
      const changed = changesOf(known, before, facts)
      known = after
      return {
        path,
        skill: command.skill,
        args: { ...command.written },
        t: begun,
        seconds: (ended - begun) / 1000,
        result,
        ...(text !== '' && { text }),
        ...(check !== undefined && { check }),
        ...(judged !== undefined && { judged }),
        before: changed,
        after: changesOf(before, after, facts),
      }
    })
}

/** All facts before and after each of the steps of a record. */
export function believedAround(
  steps: readonly Pick<TriedStep, 'before' | 'after'>[],
): readonly { readonly before: Believed; readonly after: Believed }[] {
  let known: Believed = {}
  return steps.map((step) => {
    const before = { ...known, ...step.before }
    known = { ...before, ...step.after }
    return { before, after: known }
  })
}

const changesOf = (from: Fluents, to: Fluents, facts: readonly string[]): Believed =>
  Object.fromEntries(
    facts.flatMap((fact): (readonly [string, Value])[] => {
      const value = to.get(fact)
      return value === undefined || value === from.get(fact) ? [] : [[fact, value]]
    }),
  )
