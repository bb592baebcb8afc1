import type { FailedCheck } from '#twin/domain/domain.js'
import { describeSort } from '../formula/range.js'
import type { Env } from '../formula/term.js'
import { DATA_LIMITS } from '../limits.js'
import { listNames } from '../problems.js'
import { formatValue, UNKNOWN, type Sort, type Value } from '../value.js'
import type { Skill, SkillCheck, Test } from './skill.js'

/** Returns the message of a failed check: its own text, or its sentence with the deciding values. */
export function failureMessage(
  { text, holds, message }: SkillCheck,
  skill: Skill,
  bound: readonly Value[],
  env: Env,
): string {
  if (message !== undefined) return message.render({ ...env, bound })
  const reads = new Map<string, Value>()
  holds.term.run({ ...env, bound, reads })
  const values = [...reads].slice(0, MAX_READS).map(([fact, value]) => `${fact} is ${formatValue(value)}`)
  const needed = `${skill.name} needs that ${text}`
  return values.length === 0 ? needed : `${needed}, and ${values.join(', ')}`
}

/** More values than this do not help an explanation. */
const MAX_READS = 6

/** The facts that a formula reads and nobody knows. */
export function unknownIn({ term }: Test, env: Env): readonly string[] {
  const reads = new Map<string, Value>()
  term.run({ ...env, reads })
  return [...reads].flatMap(([fact, value]) => (value === UNKNOWN ? [fact] : []))
}

/** A refusal because nobody knows; it names what to look at, and with which skill. */
export function unknownRefusal(
  what: string,
  fluents: readonly string[],
  observe: (fact: string) => string | undefined,
): FailedCheck {
  const [first = ''] = fluents
  const look = observe(first)
  const advice =
    look === undefined
      ? 'no skill observes it, so only sensors can say'
      : `put ${look} before it, which observes it`
  const unknown = listNames(fluents, MAX_READS)
  const rest = fluents.length === 1 ? `is unknown: ${advice}` : `are unknown: for ${first}, ${advice}`
  return { checkId: 'unknown', text: fluents.length === 0 ? what : `${what}, and ${unknown} ${rest}` }
}

export const noOutcome = (skill: Skill): FailedCheck => ({
  checkId: 'has-outcome',
  text:
    `${skill.name} has no outcome that is possible here: choose other arguments, ` +
    'or check the `when` of its outcomes',
})

export const tooManyOutcomes = (skill: Skill): FailedCheck => ({
  checkId: 'has-outcome',
  text: `${skill.name} has more than ${DATA_LIMITS.outcomes} outcomes here: use literal port values`,
})

export const tooMuchToSee = (skill: Skill, fact: string, many: number): FailedCheck => ({
  checkId: 'has-outcome',
  text:
    `${skill.name} observes ${fact}, and with its ${many} values there are more than ` +
    `${DATA_LIMITS.outcomes} outcomes: observe fewer facts at a time, or facts with fewer values`,
})

export const outOfRange = (skill: Skill, fact: string, value: Value, sort: Sort): FailedCheck => ({
  checkId: 'in-range',
  text:
    `${skill.name} would make ${fact} ${formatValue(value)}, which can only be ${describeSort(sort, NO_TYPES)}: ` +
    'choose other arguments, or add a check that forbids it',
})

/** what an object may be is listed by its name */
const NO_TYPES: ReadonlyMap<string, Sort> = new Map()
