import { err, ok, type Result } from '#base/result.js'
import type { BadStep, PlannedStep } from '#twin/domain/domain.js'
import type { DataDomain } from '#worlds/assemble.js'
import { decide } from '#worlds/formula/kleene.js'
import { withPortValues } from '#worlds/run/judge.js'
import type { Moment } from '#worlds/run/judgement.js'
import type { Test } from '#worlds/run/skill.js'
import { UNKNOWN, type Fluents, type Value } from '#worlds/value.js'
import { detect, nothingKnown, type Detection } from './detect.js'
import type { Formula } from './support.js'

/** Something that has to be so before or after a step, and what is seen of it. */
interface Seen extends Detection {
  /** in words, or the formula where nobody has put it in words */
  readonly text: string
}

/** All of that together: no as soon as one thing is seen not to be so, yes as soon as all is seen. */
export interface AllSeen extends Detection {
  readonly each: readonly Seen[]
}

/** A skill and what it is done to. */
type Step = Pick<PlannedStep, 'skill' | 'args'>

/** What a step needs, as far as it is seen now: each check of its skill. */
export const seenBefore = (domain: DataDomain, step: Step, moment: Moment): Result<AllSeen, BadStep> =>
  seen(domain, step, { ...moment, when: 'before' })

/**
 * What is to be so after a step, as far as it is seen now: each expected outcome of its skill, or what it is done for.
 * The robot's own word is no evidence here.
 */
export const seenAfter = (domain: DataDomain, step: Step, moment: Moment): Result<AllSeen, BadStep> =>
  seen(domain, step, { ...moment, when: 'after' })

interface Asked extends Moment {
  readonly when: 'before' | 'after'
}

function seen(domain: DataDomain, step: Step, asked: Asked): Result<AllSeen, BadStep> {
  // in a state that nobody knows no step is done already
  const commands = domain.intend(step, nothingKnown(domain))
  if (!commands.ok) return err(commands.error)
  const skill = domain.skillNamed(step.skill)
  const bindings = commands.value[0]?.bindings ?? []
  const { before, when } = asked
  const wanted: readonly { readonly holds: Test; readonly words: string }[] =
    when === 'before'
      ? (skill?.checks ?? []).map(({ holds, text }) => ({ holds, words: text }))
      : outcomesOf(skill, before, bindings[0] ?? [])
  const parts = wanted.map(({ holds, words }) => ({
    words,
    formula: withEach(holds, bindings, before, when),
  }))
  const base = forgotten(domain, step, asked)
  const evidence = new Map([...asked.evidence].filter(([fact]) => base.get(fact) === UNKNOWN))
  const all: Formula = (state, reads) => decide(parts, false, ({ formula }) => formula(state, reads))
  const each = parts.map(({ words, formula }) => ({ text: words, ...detect(formula, base, evidence) }))
  const together = detect(all, base, evidence)
  // where nothing is asked for, nothing is seen to be so
  return ok({ ...together, ...(parts.length === 0 && { answer: 'not to be seen' }), each })
}

/**
 * What a step can change, or is to show, has to be seen, and so has what is seen otherwise than it was believed; all
 * else is as it was believed. Otherwise nothing could be told of a step before every thing in the world had been seen.
 */
function forgotten(domain: DataDomain, step: Step, { before, evidence }: Moment): Fluents {
  const commands = domain.intend(step, before)
  const [command] = commands.ok ? commands.value : []
  const ends = command === undefined ? [] : domain.about(before, command).ways.map(({ after }) => after)
  const shown = command === undefined ? [] : domain.sees(before, command)
  const isOpen = (fact: string, value: Value): boolean =>
    shown.includes(fact) ||
    (evidence.get(fact)?.value ?? value) !== value ||
    ends.some((after) => after.get(fact) !== value)
  return new Map([...before].map(([fact, value]) => [fact, isOpen(fact, value) ? UNKNOWN : value]))
}

function outcomesOf(
  skill: ReturnType<DataDomain['skillNamed']>,
  before: Fluents,
  bound: readonly Value[],
): readonly { readonly holds: Test; readonly words: string }[] {
  if (skill === undefined) return []
  const { expected, done } = skill
  if (expected.length === 0 && done !== undefined)
    return [{ holds: done, words: withPortValues(done.source, skill, bound) }]
  return expected.map(({ holds, text }) => ({
    holds,
    words: text?.render({ state: before, before, bound }) ?? withPortValues(holds.source, skill, bound),
  }))
}

/** Ports that are open have several values: before a step all of them count, after it one that was meant. */
const withEach =
  (holds: Test, bindings: readonly (readonly Value[])[], before: Fluents, when: Asked['when']): Formula =>
  (state, reads) =>
    decide(bindings, when === 'after', (bound) =>
      holds.term.run({
        state,
        before: when === 'after' ? before : state,
        bound,
        ...(reads !== undefined && { reads }),
      }),
    )
