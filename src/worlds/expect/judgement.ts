import { sha256 } from '#base/hash.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import type { DataDomain } from '../assemble.js'
import { DATA_LIMITS } from '../limits.js'
import { unnoticed } from '../prove/oversights.js'
import type { GroundSkill } from '../run/intend.js'
import { UNKNOWN, type Fluents, type Value } from '../value.js'

export type Step = Pick<PlannedStep, 'skill' | 'args'>

/** What a world says of one step in one state, in the words of `expect.yaml`. */
export interface Judgement {
  readonly kind: 'done' | 'refused' | 'allowed'
  /** `refused within-reach`, `location(milk) := gripper`, `nothing to do` */
  readonly text: string
  /** absent where nothing is left to do, or the step is none */
  readonly command?: GroundSkill
}

export function judgementOf(domain: DataDomain, state: Fluents, step: Step): Judgement {
  const intent = domain.intend(step, state)
  if (!intent.ok) return { kind: 'refused', text: `refused ${intent.error.checkId}` }
  const [command] = intent.value
  if (command === undefined) return { kind: 'done', text: 'nothing to do' }
  const verdict = domain.judge(state, command)
  if (!verdict.ok) return { kind: 'refused', text: `refused ${verdict.error.checkId}`, command }
  const { outcomes, expected } = verdict.value
  const ways = outcomes.map((after) => changesOf(state, after)).toSorted()
  const isExpected = (after: Fluents): boolean => expected.every((one) => one.holds(after))
  const hidden = [...new Set(outcomes.flatMap((after) => unnoticed(state, after, isExpected)))]
  const unless = outcomes.every(isExpected) ? '' : ' (not what it expects)'
  const unseen = hidden.length === 0 ? '' : ` (unnoticed if not: ${hidden.toSorted().join(', ')})`
  return { kind: 'allowed', text: `${ways.join(' or ')}${unless}${unseen}`, command }
}

function changesOf(before: Fluents, after: Fluents): string {
  const changes = [...after].filter(([fact, value]) => before.get(fact) !== value)
  const said = changes.map(([fact, value]) => `${fact} := ${valueText(value)}`)
  return said.length === 0 ? 'changes nothing' : said.join(', ')
}

/** A text as a file can hold it: of one that is too long the beginning, and a mark that changes with the rest. */
export const shortened = (text: string): string =>
  text.length <= DATA_LIMITS.text
    ? text
    : `${text.slice(0, SHOWN)} … (${text.length} characters, ${sha256(text).slice(0, 12)})`

const SHOWN = 200

/** A value as a world file writes it. */
export const valueText = (value: Value): string => (value === UNKNOWN ? 'unknown' : String(value))

/** The facts in which a state differs from another. */
export const changedFluents = (start: Fluents, state: Fluents): Fluents =>
  new Map([...state].filter(([fact, value]) => start.get(fact) !== value))

/** Reads `Pick item="milk"`; undefined for what is no step. */
export function stepFrom(text: string): Step | undefined {
  const [skill = '', ...rest] = text.split(' ')
  const ports = rest.map((part) => /^(\w+)="([^"]*)"$/.exec(part))
  if (!/^\w+$/.test(skill) || ports.includes(null)) return undefined
  return { skill, args: Object.fromEntries(ports.map((port) => [port?.[1] ?? '', port?.[2] ?? ''])) }
}
