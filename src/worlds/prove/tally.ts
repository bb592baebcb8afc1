import { formatStep, type PlannedStep } from '#twin/domain/domain.js'
import type { DataDomain } from '../assemble.js'
import type { Fluents } from '../value.js'
import { Oversights } from './oversights.js'

/** One check of a skill, with a state in which it passes and one in which it fails. */
export interface CheckProof {
  readonly skill: string
  readonly checkId: string
  readonly passes: Example | undefined
  readonly fails: Example | undefined
}

export interface Example {
  readonly state: Fluents
  readonly step: PlannedStep
}

/** Something that is probably not meant. */
export interface Finding {
  readonly code:
    | 'no-plan'
    | 'check-never-fails'
    | 'check-never-passes'
    | 'skill-never-applicable'
    | 'skill-changes-nothing'
    | 'expectation-missed'
    | 'effect-unnoticed'
    | 'value-never-allowed'
    | 'done-missed'
    | 'effect-refused'
    | 'fact-untouched'
    | 'goal-at-start'
  readonly text: string
}

interface SkillTally {
  readonly passes: Map<string, Example>
  readonly fails: Map<string, Example>
  applied: boolean
  changed: boolean
}

/** Counts what the skills of a world do in the states that a search has found. */
export class Tally {
  readonly #domain: DataDomain
  readonly #skills: ReadonlyMap<string, SkillTally>
  readonly #odd = new Map<string, Finding>()
  readonly #oversights = new Oversights()
  /** skills of which every check has passed and failed */
  readonly #closed = new Set<string>()

  constructor(domain: DataDomain) {
    this.#domain = domain
    this.#skills = new Map(
      domain.skills.map((name) => [
        name,
        { passes: new Map(), fails: new Map(), applied: false, changed: false },
      ]),
    )
  }

  look(state: Fluents, step: PlannedStep): void {
    const skill = this.#skills.get(step.skill)
    const commands = this.#domain.intend(step, state)
    const [command] = commands.ok ? commands.value : []
    this.#oversights.tried(step)
    if (skill === undefined || command === undefined) return
    const verdict = this.#domain.judge(state, command)
    if (!verdict.ok) {
      if (BUILT_IN.has(verdict.error.checkId)) this.#note('effect-refused', step, verdict.error.text)
      if (this.#isOpen(skill, step.skill)) this.#weigh(skill, state, step, command)
      return
    }
    if (this.#isOpen(skill, step.skill)) this.#weigh(skill, state, step, command)
    skill.applied = true
    this.#oversights.allowed(step)
    const { expected } = verdict.value
    const isExpected = (after: Fluents): boolean => expected.every((one) => one.holds(after))
    const before = this.#domain.fingerprint(state)
    for (const after of verdict.value.outcomes) {
      // whoever drives by hand sees what has become of a step
      if (!this.#isManual(step.skill)) this.#oversights.ended(step, state, after, isExpected)
      skill.changed ||= this.#domain.fingerprint(after) !== before
      const missed = verdict.value.expected.find((one) => !one.holds(after))
      if (missed !== undefined)
        this.#note('expectation-missed', step, `it would not come true that ${missed.text}`)
      const left = this.#domain.intend(step, after)
      if (this.#hasDone(step.skill) && left.ok && left.value.length > 0)
        this.#note('done-missed', step, 'afterwards something is still left to do')
    }
  }

  checks(): readonly CheckProof[] {
    return this.#domain.rules.skills.flatMap(({ name, checks }) =>
      checks.map(({ id }) => ({
        skill: name,
        checkId: id,
        passes: this.#skills.get(name)?.passes.get(id),
        fails: this.#skills.get(name)?.fails.get(id),
      })),
    )
  }

  findings(): readonly Finding[] {
    const never = [...this.#skills].filter(([, { applied }]) => !applied)
    const idle = [...this.#skills].filter(
      ([name, { applied, changed }]) => applied && !changed && !this.#onlyLooks(name),
    )
    return [
      ...never.map(([name]) => ({
        code: 'skill-never-applicable' as const,
        text: `${name} is allowed in no state found`,
      })),
      ...idle.map(([name]) => ({
        code: 'skill-changes-nothing' as const,
        text: `${name} changes nothing wherever it is allowed`,
      })),
      ...this.#odd.values(),
      ...this.#oversights.findings(never.map(([name]) => name)),
    ]
  }

  /** Whether the skill is declared to change nothing: it observes, or is worth something to a person. */
  #onlyLooks(name: string): boolean {
    const skill = this.#domain.rules.skills.find((one) => one.name === name)
    return skill !== undefined && skill.effect.length === 0 && skill.outcomes.length === 0
  }

  /** Whether some check of the skill, a task's own apart, has not yet both passed and failed. */
  #isOpen({ passes, fails }: SkillTally, name: string): boolean {
    if (this.#closed.has(name)) return false
    const skill = this.#domain.rules.skills.find((one) => one.name === name)
    const isOpen = (skill?.checks ?? []).some(({ id }) => !passes.has(id) || !fails.has(id))
    if (!isOpen) this.#closed.add(name)
    return isOpen
  }

  #weigh(
    { passes, fails }: SkillTally,
    state: Fluents,
    step: PlannedStep,
    command: Parameters<DataDomain['explain']>[1],
  ): void {
    for (const { checkId, holds } of this.#domain.explain(state, command)) {
      const into = holds ? passes : fails
      if (!into.has(checkId)) into.set(checkId, { state, step })
    }
  }

  #isManual(name: string): boolean {
    return this.#domain.rules.skills.some((skill) => skill.name === name && skill.marks?.manual === true)
  }

  #hasDone(name: string): boolean {
    return this.#domain.rules.skills.some((skill) => skill.name === name && skill.done !== undefined)
  }

  /** The first of its kind of each skill. */
  #note(code: Finding['code'], step: PlannedStep, text: string): void {
    const key = `${code} ${step.skill}`
    if (!this.#odd.has(key)) this.#odd.set(key, { code, text: `${formatStep(step)}: ${text}` })
  }
}

/** Refusals that no check of the world has foreseen. */
const BUILT_IN: ReadonlySet<string> = new Set(['in-range', 'has-outcome'])
