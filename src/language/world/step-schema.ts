import type { Diagnostic } from '#base/diagnostic.js'
import type { PortRules, SkillRules } from '#twin/domain/rules.js'
import type { PlannedStep } from '#twin/domain/domain.js'
import type { DataDomain } from '#worlds/assemble.js'
import { anyOf, object, one, text, type SchemaNode } from '../schema/schema.js'

/** A step as a model writes it. */
export interface WrittenStep {
  readonly skill: string
  readonly ports: Readonly<Record<string, string | number | boolean>>
}

/** Every step that the robot can be asked for, with the values that its ports can have. */
export const stepDef = (domain: DataDomain): SchemaNode => anyOf(skillsOf(domain).flatMap(formsOfSkill))

/** Skills that a plan may use. */
export const skillsOf = ({ rules }: DataDomain): readonly SkillRules[] =>
  rules.skills.filter(({ marks }) => marks?.manual !== true)

/** With all of its ports, and without those that may be left out. */
function formsOfSkill({ name, ports }: SkillRules): SchemaNode[] {
  const needed = ports.filter(({ optional }) => !optional)
  const ways = needed.length === ports.length ? [ports] : [needed, ports]
  return ways.map((way) =>
    object({
      skill: one(name),
      ports: object(Object.fromEntries(way.map((port) => [port.name, valuesOfPort(port)]))),
    }),
  )
}

const valuesOfPort = ({ values }: PortRules): SchemaNode =>
  values === undefined || values.length === 0 ? text(40) : one(...values)

/** A step as plans have it: every value as text. */
export const plannedStep = ({ skill, ports }: WrittenStep): PlannedStep => ({
  path: '',
  skill,
  args: Object.fromEntries(Object.entries(ports).map(([port, value]) => [port, String(value)])),
})

/** What keeps a step from being asked for at all, whatever the state; empty: it is one of this world's. */
export function stepProblems(step: PlannedStep, domain: DataDomain): readonly Diagnostic[] {
  const commands = domain.intend(step, domain.initial)
  // in braces a port names an entry of the blackboard, and nothing is written there
  const open = Object.values(step.args).find((value) => /[{}]/.test(value))
  if (commands.ok && open === undefined) return []
  return [
    {
      code: 'chat.step',
      severity: 'error',
      message: `a chat model wrote a step that the robot does not know: ${step.skill}`,
      got: Object.entries(step.args)
        .map(([port, value]) => `${port}="${value.slice(0, 40)}"`)
        .join(' '),
      hint: commands.ok ? 'a value is written as it is, without braces' : commands.error.text,
    },
  ]
}
