import { err, ok, type Result } from '#base/result.js'
import type { BadStep, PlannedStep } from '#twin/domain/domain.js'
import type { DataDomain } from '#worlds/assemble.js'
import { decide } from '#worlds/formula/kleene.js'
import type { Test } from '#worlds/run/skill.js'
import type { Fluents, Value } from '#worlds/value.js'
import { detect, nothingKnown, type Detection } from './detect.js'
import type { Evidence } from './evidence.js'
import type { Formula } from './support.js'

/** Something that has to be so before or after a step, and what is seen of it. */
export interface Seen extends Detection {
  /** in words, or the formula where nobody has put it in words */
  readonly text: string
}

/** A skill and what it is done to. */
type Step = Pick<PlannedStep, 'skill' | 'args'>

/** What a step needs, as far as it is seen now: each check of its skill. */
export const seenBefore = (
  domain: DataDomain,
  step: Step,
  evidence: Evidence,
): Result<readonly Seen[], BadStep> =>
  seen(domain, step, { evidence, before: nothingKnown(domain), when: 'before' })

/**
 * What is to be so after a step, as far as it is seen now: each expected outcome of its skill, or what it is done for.
 * The robot's own word is no evidence here.
 * @param before what was believed before it, for `was(…)`
 */
export const seenAfter = (
  domain: DataDomain,
  step: Step,
  { evidence, before }: { readonly evidence: Evidence; readonly before: Fluents },
): Result<readonly Seen[], BadStep> => seen(domain, step, { evidence, before, when: 'after' })

/** A step has done what it is for as soon as all is seen, and has failed as soon as one thing is seen not to be so. */
export function together(all: readonly Detection[]): Pick<Detection, 'answer' | 'confidence'> {
  const no = all.filter(({ answer }) => answer === 'no')
  if (no.length > 0) return { answer: 'no', confidence: Math.max(...no.map(({ confidence }) => confidence)) }
  const open = all.filter(({ answer }) => answer === 'not to be seen')
  const [first] = open.length > 0 ? open : all
  if (first === undefined || open.length > 0)
    return { answer: 'not to be seen', confidence: first?.confidence ?? 1 }
  // each may be wrong by itself: what is left of all of them, at the least
  const doubt = all.reduce((sum, { confidence }) => sum + 1 - confidence, 0)
  return { answer: 'yes', confidence: Math.max(0, 1 - doubt) }
}

interface Moment {
  readonly evidence: Evidence
  readonly before: Fluents
  readonly when: 'before' | 'after'
}

function seen(domain: DataDomain, step: Step, moment: Moment): Result<readonly Seen[], BadStep> {
  // in a state that nobody knows no step is done already
  const commands = domain.intend(step, nothingKnown(domain))
  if (!commands.ok) return err(commands.error)
  const skill = domain.skillNamed(step.skill)
  const bindings = commands.value[0]?.bindings ?? []
  const { evidence, before, when } = moment
  const wanted: readonly { readonly holds: Test; readonly words: string }[] =
    when === 'before'
      ? (skill?.checks ?? []).map(({ holds, text }) => ({ holds, words: text }))
      : outcomesOf(skill, before, bindings[0] ?? [])
  const unknown = nothingKnown(domain)
  return ok(
    wanted.map(({ holds, words }) => {
      const formula = withEach(holds, bindings, before, when)
      return { text: words, ...detect(formula, unknown, evidence) }
    }),
  )
}

function outcomesOf(
  skill: ReturnType<DataDomain['skillNamed']>,
  before: Fluents,
  bound: readonly Value[],
): readonly { readonly holds: Test; readonly words: string }[] {
  const { expected = [], done } = skill ?? {}
  if (expected.length === 0 && done !== undefined) return [{ holds: done, words: done.source }]
  return expected.map(({ holds, text }) => ({
    holds,
    words: text?.render({ state: before, before, bound }) ?? holds.source,
  }))
}

/** Ports that are open have several values: before a step all of them count, after it one that was meant. */
const withEach =
  (holds: Test, bindings: readonly (readonly Value[])[], before: Fluents, when: Moment['when']): Formula =>
  (state, reads) =>
    decide(bindings, when === 'after', (bound) =>
      holds.term.run({
        state,
        before: when === 'after' ? before : state,
        bound,
        ...(reads !== undefined && { reads }),
      }),
    )
