import type { Diagnostic } from '#base/diagnostic.js'
import { InvariantError } from '#base/result.js'
import type { Account, Expectation, Domain, PlannedStep } from '#twin/domain/domain.js'
import type { DomainRules } from '#twin/domain/rules.js'
import type { ObjectWords } from './declare/types.js'
import { Conditions } from './condition/conditions.js'
import { type Fluents, formatValue, objects, type Sort, type Value } from './value.js'
import { aboutGround, type CommandInfo } from './run/about.js'
import { candidateSteps, everyStep } from './run/candidates.js'
import { explainGround, type CheckSeen } from './run/explain.js'
import { intendStep, type GroundSkill } from './run/intend.js'
import { checksHold, judgeGround, uncheckedOutcomes } from './run/judge.js'
import { observersOf, seenBy } from './run/observation.js'
import { expectedRules, rulesOf, startRules } from './run/rules.js'
import type { Vocabulary } from './formula/vocabulary.js'
import type { Expected, Skill } from './run/skill.js'

export interface Parts {
  readonly name: string
  readonly text: string
  readonly types: ReadonlyMap<string, Sort>
  readonly initial: ReadonlyMap<string, Value>
  readonly sorts: ReadonlyMap<string, Sort>
  readonly skills: readonly Skill[]
  readonly definitions: NonNullable<DomainRules['definitions']>
  /** what each state variable says of the world, by its name */
  readonly texts: ReadonlyMap<string, string | undefined>
  readonly goal: readonly Expected[] | undefined
  readonly vocabulary: Vocabulary
  readonly objects: ReadonlyMap<string, ObjectWords>
  readonly warnings: readonly Diagnostic[]
}

/** Wraps the checked parts of a domain in the interface used by plan checking. */
export function assemble(parts: Parts): DataDomain {
  const { name, text, initial, sorts, goal, vocabulary, warnings } = parts
  const skills = new Map(parts.skills.map((skill) => [skill.name, skill]))
  const fluents = [...initial.keys()]
  const conditions = new Conditions(vocabulary, portSorts(parts.skills), sorts)
  const observers = observersOf(parts.skills)
  const judge: DataDomain['judge'] = (state, command) =>
    judgeGround(skillOf(command), command, state, observers)
  const explain: DataDomain['explain'] = (state, command) =>
    explainGround(skillOf(command), command, state, observers)
  const skillOf = ({ skill }: GroundSkill): Skill => {
    const found = skills.get(skill)
    if (found === undefined) throw new InvariantError(`a command of another domain: ${skill}`)
    return found
  }
  return {
    name,
    text,
    skills: [...skills.keys()],
    initial,
    ...(goal === undefined ? {} : { goal: goal.map((one) => goalOf(one, initial)) }),
    sorts,
    vocabulary,
    conditions,
    objects: parts.objects,
    ...stepsOf(parts.skills),
    skillNamed: (skill) => skills.get(skill),
    touched: new Set(parts.skills.flatMap(touchedBy)),
    warnings,
    rules: domainRules(parts),
    intend: (step, state) => intendStep(skills, name, step, state),
    judge,
    ask: (condition, state) => conditions.ask(condition, state),
    account: (checkId, state, command) => accountOf(checkId, command && explain(state, command)),
    describeState: (state) => describe(state, initial),
    explain,
    checksHold: (state, command) => checksHold(skillOf(command), command, state),
    unchecked: (state, command) => uncheckedOutcomes(skillOf(command), command, state, observers),
    sees: (state, command) =>
      command.bindings.flatMap((bound) => seenBy(skillOf(command), { state, before: state, bound })),
    about: (state, command) => aboutGround(skillOf(command), command, state),
    candidates: (state) => candidateSteps(skills, state, (command) => judge(state, command).ok),
    describeCommand: ({ skill, written }) =>
      [skill, ...Object.entries(written).map(([port, value]) => `${port}="${value}"`)].join(' '),
    fingerprint: (state) => JSON.stringify(fluents.map((fact) => state.get(fact))),
  }
}

const stepsOf = (skills: readonly Skill[]): Pick<DataDomain, 'steps' | 'manualSteps'> => {
  const ofKind = (wanted: boolean) => skills.filter(({ marks }) => marks.manual === wanted)
  return {
    steps: (limit) => everyStep(ofKind(false), limit),
    manualSteps: (limit) => everyStep(ofKind(true), limit),
  }
}

const touchedBy = ({ effect, outcomes, fails, observes }: Skill): readonly string[] => [
  ...[effect, ...[...outcomes, ...fails].map(({ change }) => change)].flatMap(({ effects }) =>
    effects.flatMap(({ sets }) => sets),
  ),
  ...observes.map(({ variable }) => variable.name),
]

/** What the ports of a name can be, over all skills. */
function portSorts(skills: readonly Skill[]): ReadonlyMap<string, Sort> {
  const found = new Map<string, Sort>()
  for (const { name, sort } of skills.flatMap(({ ports }) => ports)) {
    const other = found.get(name)
    if (other === undefined) found.set(name, sort)
    else if (other.kind === 'objects' && sort.kind === 'objects')
      found.set(name, objects([...other.of, ...sort.of]))
  }
  return found
}

function accountOf(checkId: string, checks: readonly CheckSeen[] = []): Account {
  const refused = (check: CheckSeen): boolean =>
    check.checkId === checkId || (checkId === 'unknown' && !check.holds)
  const check = checks.find(refused)
  return check === undefined ? { believed: [] } : { rule: check.text, believed: check.values.map(formatFact) }
}

function describe(state: Fluents, initial: Fluents): string {
  const reported = [...state].filter(([fact, value]) => !fact.includes('(') || initial.get(fact) !== value)
  return reported.length === 0 ? 'all is as at the start' : reported.map(formatFact).join(', ')
}

const domainRules = ({ name, text, types, ...parts }: Parts): DomainRules => ({
  name,
  text,
  skills: parts.skills.map((skill) => rulesOf(skill, types)),
  ...(parts.definitions.length === 0 ? {} : { definitions: parts.definitions }),
  start: startRules(parts.initial, parts.texts),
  ...(parts.goal === undefined ? {} : { goal: parts.goal.map(expectedRules) }),
})

const formatFact = ([fact, value]: readonly [string, Value]): string => `${fact} is ${formatValue(value)}`

function goalOf({ text, holds }: Expected, initial: Fluents): Expectation<Fluents> {
  return {
    text: text === undefined ? holds.source : text.render({ state: initial, before: initial, bound: [] }),
    holds: (state) => holds.term.run({ state, before: state, bound: [] }) === true,
  }
}

/** A world read from data; plan checking treats it like the robot's own. */
export interface DataDomain extends Domain<Fluents, GroundSkill> {
  readonly text: string
  readonly initial: Fluents
  /** the possible values of every fact */
  readonly sorts: ReadonlyMap<string, Sort>
  readonly rules: DomainRules
  /** what further formulas about this world may name: tasks, conditions of trees */
  readonly vocabulary: Vocabulary
  /** every object with the words that people have for it */
  readonly objects: ReadonlyMap<string, ObjectWords>
  /** the conditions that trees may put on its facts */
  readonly conditions: Conditions
  /** what a runtime has to know of a command beyond the verdict: whom to ask, how long it takes, how it can end */
  about(state: Fluents, command: GroundSkill): CommandInfo
  /** the facts that nobody knows in this state and that a command would make known */
  sees(state: Fluents, command: GroundSkill): readonly string[]
  /** every step that its skills can be asked for, up to a limit: what a search for plans chooses from */
  steps(limit: number): readonly PlannedStep[]
  /** the same of the skills that only a person uses who drives by hand: no plan contains them */
  manualSteps(limit: number): readonly PlannedStep[]
  /** a skill as it was declared, for what reads its formulas */
  skillNamed(name: string): Skill | undefined
  /** names of the state variables that its skills change, when they succeed or fail, or observe */
  readonly touched: ReadonlySet<string>
  /** valid but almost certainly unintended declarations */
  readonly warnings: readonly Diagnostic[]
  /** evaluates every check of a command, with the values that decided it */
  explain(state: Fluents, command: GroundSkill): readonly CheckSeen[]
  /** which checks of a command hold, in their order */
  checksHold(state: Fluents, command: GroundSkill): readonly boolean[]
  /** what a command would lead to if none of its checks mattered: what it is a means to */
  unchecked(state: Fluents, command: GroundSkill): readonly Fluents[]
}
