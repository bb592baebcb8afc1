import { canonicalJson, sha256 } from '#base/hash.js'
import type { DataDomain } from '#worlds/assemble.js'
import { formatCall, type Call } from './call.js'

/**
 * What a robot has learned from experience, as a formula that the twin can check (PRAG-07). It advises a planner and
 * never overrides a check, a permit or a constraint.
 */
export interface Lesson {
  /** made of its rule, its robot and its world */
  readonly id: string
  /** the variables of the rule and what each stands for: a type, an object, or several joined by | */
  readonly scope: Readonly<Record<string, string>>
  /** the condition; `true` where there is none */
  readonly when: string
  readonly advice: Advice
  /** the situation it was learned in: what retrieval compares */
  readonly key: LessonKey
  readonly origin: Origin
  readonly evidence: Evidence
  readonly use: Use
  readonly status: Status
}

export type Advice =
  | { readonly kind: 'avoid'; readonly call: Call }
  | { readonly kind: 'prefer'; readonly call: Call; readonly over: Call | undefined }
  /** equal calls: what is wanted takes a second try */
  | { readonly kind: 'first'; readonly call: Call; readonly before: Call }
  | { readonly kind: 'believe'; readonly formula: string }

/** PRAG-07: the order, and the scene at its start, both in words. */
export interface LessonKey {
  readonly instruction: string
  readonly scene: string
}

export interface Origin {
  readonly robot: string
  readonly world: string
  /** `skillsHash` of the world */
  readonly skills: string
}

/** Values of the variables of a rule. */
export type Binding = Readonly<Record<string, string>>

export interface Evidence {
  /** how often it held, and how often it did not */
  readonly held: number
  readonly failed: number
  /** objects that it held for, and objects that it did not hold for: its scope is made of them */
  readonly with: readonly Binding[]
  readonly without: readonly Binding[]
}

/** Task numbers count the tasks of a memory from 1. */
interface Use {
  readonly times: number
  /** 0: never */
  readonly last: number
}

/** Quarantined: from another robot or other skills, not yet checked. Retired: it has misled too often. */
export type Status = 'active' | 'quarantined' | 'retired'

/** Bounds of a memory, whatever happens to the robot. */
export const LESSON_LIMITS = {
  lessons: 300,
  variables: 6,
  /** bindings of a rule that are looked at */
  bindings: 4_000,
  /** examples that are kept of each kind */
  examples: 12,
} as const

/** Equal for two lessons that differ at most in their scope and their evidence. */
const ruleText = ({ when, advice }: Pick<Lesson, 'when' | 'advice'>): string =>
  `when ${when} ${adviceText(advice)}`

export function adviceText(advice: Advice): string {
  switch (advice.kind) {
    case 'avoid':
      return `avoid ${formatCall(advice.call)}`
    case 'prefer':
      return `prefer ${formatCall(advice.call)}${advice.over === undefined ? '' : ` over ${formatCall(advice.over)}`}`
    case 'first':
      return `first ${formatCall(advice.call)} before ${formatCall(advice.before)}`
    case 'believe':
      return `believe ${advice.formula}`
  }
}

/** The calls of an advice, the recommended one first. */
export function callsOf(advice: Advice): readonly Call[] {
  switch (advice.kind) {
    case 'avoid':
      return [advice.call]
    case 'prefer':
      return advice.over === undefined ? [advice.call] : [advice.call, advice.over]
    case 'first':
      return [advice.call, advice.before]
    case 'believe':
      return []
  }
}

/** The step that fails where a lesson is right: it warns of it. */
export function warnedCall(advice: Advice): Call | undefined {
  switch (advice.kind) {
    case 'avoid':
      return advice.call
    case 'prefer':
      return advice.over
    case 'first':
      return isRepeat(advice) ? undefined : advice.before
    case 'believe':
      return undefined
  }
}

export const lessonId = (
  rule: Pick<Lesson, 'when' | 'advice'>,
  { robot, world }: Pick<Origin, 'robot' | 'world'>,
): string => sha256(`${ruleText(rule)}\n${robot}\n${world}`).slice(0, 10)

/** Equal where two robots understand the same calls: names, parameters and effects of all skills. */
export const skillsHash = ({ rules }: DataDomain): string =>
  sha256(
    canonicalJson(
      rules.skills.map(({ name, ports, effect }) => ({
        name,
        effect,
        ports: ports.map((port) => ({ name: port.name, values: port.values ?? port.takes })),
      })),
    ),
  ).slice(0, 12)

/** How far a lesson is trusted: the share of cases in which it held, with one case of each kind assumed (Laplace). */
export const trustOf = ({ evidence: { held, failed } }: Lesson): number => (held + 1) / (held + failed + 2)

export const isRepeat = (advice: Advice): boolean =>
  advice.kind === 'first' && formatCall(advice.call) === formatCall(advice.before)
