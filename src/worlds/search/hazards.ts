import type { PlannedStep } from '#twin/domain/domain.js'
import type { GroundSkill } from '../run/intend.js'
import type { TaskDomain } from '../task/with-task.js'
import { UNKNOWN, type Fluents } from '../value.js'
import { stepsBack } from './steps-back.js'

/** A step of a plan as it is meant to go. */
export interface NominalStep {
  readonly step: PlannedStep
  readonly before: Fluents
  readonly after: Fluents
}

/** What can go wrong with a step, and what to do about it. */
export interface Hazard {
  /** the step at which it shows */
  readonly step: PlannedStep
  /** what happens, in words: `it falls over the edge` */
  readonly text: string
  /** formulas that tell this failure from others; none: everything is as before, and the step can be tried again */
  readonly symptoms: readonly string[]
  /** steps that bring about what the step was to bring about; empty when it is only to be tried again */
  readonly remedy: readonly PlannedStep[]
}

/**
 * Contingencies of a plan: for each failure that the world declares of one of its skills (`fails:`), where it would
 * show, and which steps would make it good. Failures for which the search finds no remedy are left out.
 * @param nominal the steps of the plan, in order
 */
export function hazardsOf(domain: TaskDomain, nominal: readonly NominalStep[]): readonly Hazard[] {
  return nominal.flatMap((at, index) => {
    const command = commandOf(domain, at)
    if (command === undefined) return []
    const failures = domain.about(at.before, command).ways.filter(({ fails }) => fails)
    return failures.flatMap(({ after, text = `${at.step.skill} fails` }) => {
      const shown = isNoticed(domain, at, { command, after })
        ? { step: at, state: after }
        : firstRefused(domain, nominal.slice(index + 1), after)
      return shown === undefined ? [] : hazardAt(domain, shown.step, shown.state, text)
    })
  })
}

/** What would make good a step that has failed and left the world in this state; none where no search finds it. */
export function hazardAt(
  domain: TaskDomain,
  at: NominalStep,
  state: Fluents,
  text: string,
): readonly Hazard[] {
  const { step } = at
  const facts = [...domain.sorts.keys()].filter((fact) => state.get(fact) !== at.before.get(fact))
  if (facts.length === 0) return [{ step, text, symptoms: [], remedy: [] }]
  const remedy = stepsBack(domain, state, at.after)
  if (remedy === null || remedy.length === 0) return []
  const isSame = remedy.length === 1 && remedy.every((one) => isSameStep(one, step))
  if (isSame) return [{ step, text, symptoms: [], remedy: [] }]
  return [{ step, text, symptoms: facts.map((fact) => symptomOf(fact, state)), remedy }]
}

/** A failure after which everything holds that the skill was to bring about is reported as a success. */
function isNoticed(
  domain: TaskDomain,
  { before }: NominalStep,
  { command, after }: { readonly command: GroundSkill; readonly after: Fluents },
): boolean {
  const verdict = domain.judge(before, command)
  return !verdict.ok || !verdict.value.expected.every((one) => one.holds(after))
}

/** The first of these steps that is not possible when they are done from this state instead. */
function firstRefused(
  domain: TaskDomain,
  steps: readonly NominalStep[],
  from: Fluents,
): { readonly step: NominalStep; readonly state: Fluents } | undefined {
  let state = from
  for (const step of steps) {
    const command = commandOf(domain, { step: step.step, before: state })
    if (command === undefined) continue
    const verdict = domain.judge(state, command)
    if (!verdict.ok) return { step, state }
    state = verdict.value.outcomes[0]
  }
  return undefined
}

function commandOf(
  domain: TaskDomain,
  { step, before }: Pick<NominalStep, 'step' | 'before'>,
): GroundSkill | undefined {
  const commands = domain.intend(step, before)
  return commands.ok ? commands.value[0] : undefined
}

function isSameStep(one: PlannedStep, other: PlannedStep): boolean {
  const ports = Object.entries(one.args)
  return one.skill === other.skill && ports.every(([port, value]) => other.args[port] === value)
}

/** `location(milk) = kitchen_floor`, `not open(fridge)` */
function symptomOf(fact: string, state: Fluents): string {
  const value = state.get(fact) ?? UNKNOWN
  if (value === UNKNOWN) return `not known(${fact})`
  if (typeof value === 'boolean') return value ? fact : `not ${fact}`
  return `${fact} = ${String(value)}`
}
