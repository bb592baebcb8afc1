import type { PlannedStep } from '#twin/domain/domain.js'
import type { DataDomain } from '../assemble.js'
import { DATA_LIMITS } from '../limits.js'
import type { Skill } from '../run/skill.js'
import type { EffectExpr, Expr } from '../syntax/ast.js'
import { hasValue, UNKNOWN, valueFrom, valuesOf, type Value } from '../value.js'
import type { Cases, Truth } from './cases.js'
import { FALSE, TRUE, type Condition } from './condition-graph.js'
import type { Formulas } from './formulas.js'
import type { Bindings, Grounds } from './grounds.js'
import { effectOf, formulaOf } from './parsed.js'

/** A step with what it needs and does written out. */
export interface Operator {
  readonly step: PlannedStep
  /** nothing is left to do */
  readonly idle: Condition
  /** what its checks need */
  readonly needs: Condition
  /** a number would leave its range */
  readonly forbids: Condition
  readonly endings: readonly Ending[]
  /** what must hold at its end */
  readonly expects: Condition
  /** false: only the twin can say what it does; the conditions are necessary, the changes all that are possible */
  readonly exact: boolean
}

interface Ending {
  readonly when: Condition
  /** in order: of two for one fluent, the last counts */
  readonly changes: readonly Assignment[]
}

interface Assignment {
  readonly fluent: number
  readonly when: Condition
  readonly value: number
}

/** Writes out every step of a world, but those that can never be done. */
export function operatorsOf(
  domain: DataDomain,
  steps: readonly PlannedStep[],
  formulas: Formulas,
  grounds: Grounds,
): readonly Operator[] {
  const writers = new Map<string, OperatorWriter>()
  return steps.flatMap((step) => {
    const skill = domain.skillNamed(step.skill)
    if (skill === undefined) return []
    const known = writers.get(skill.name)
    const writer = known ?? new OperatorWriter(domain, skill, formulas, grounds)
    writers.set(skill.name, writer)
    const operator = writer.write(step)
    return operator.needs === FALSE || operator.idle === TRUE ? [] : [operator]
  })
}

class OperatorWriter {
  readonly #domain: DataDomain
  readonly #skill: Skill
  readonly #formulas: Formulas
  readonly #grounds: Grounds
  readonly #parsed: ReturnType<typeof parsedSkill>
  /** what the operator that is being written is made of */
  #needs: Condition[] = []
  #forbids: Condition[] = []
  #changes: Assignment[] = []
  #exact = true

  constructor(domain: DataDomain, skill: Skill, formulas: Formulas, grounds: Grounds) {
    this.#domain = domain
    this.#skill = skill
    this.#formulas = formulas
    this.#grounds = grounds
    this.#parsed = parsedSkill(skill)
  }

  write(step: PlannedStep): Operator {
    const { graph } = this.#grounds
    const bound: Bindings = new Map(
      this.#skill.ports.flatMap(({ name, sort, omitted }): [string, Value][] => {
        const written = step.args[name]
        const value = written === undefined ? omitted : valueFrom(written, sort)
        return value === undefined ? [] : [[name, value]]
      }),
    )
    this.#needs = []
    this.#forbids = []
    this.#exact = this.#parsed.whole
    const done = this.#parsed.done && this.#truth(this.#parsed.done, bound)
    for (const check of this.#parsed.checks) this.#needs.push(this.#truth(check, bound).yes())
    // most steps end here: what they need can never be
    const endings = graph.all(this.#needs) === FALSE ? [] : this.#endings(bound)
    const expected = this.#parsed.expected.map((one) => this.#truth(one, bound).yes())
    return {
      step,
      idle: done?.exact === true ? done.yes() : FALSE,
      needs: graph.all(this.#needs),
      forbids: graph.any(this.#forbids),
      endings,
      expects: graph.all(expected),
      exact: this.#exact && endings.length <= DATA_LIMITS.outcomes,
    }
  }

  #endings(bound: Bindings): readonly Ending[] {
    return this.#parsed.outcomes.flatMap(({ each, when, change }) =>
      (each === undefined ? [undefined] : valuesOf(each.sort)).flatMap((value): Ending[] => {
        const inside =
          each === undefined || value === undefined ? bound : new Map([...bound, [each.name, value]])
        const possible = when && this.#truth(when, inside)
        if (possible !== undefined) this.#decided(possible, TRUE)
        this.#changes = []
        for (const effect of [...this.#parsed.effect, ...change]) this.#effect(effect, inside, TRUE)
        for (const observed of this.#parsed.observes) this.#observe(observed, inside)
        const condition = possible?.yes() ?? TRUE
        return condition === FALSE ? [] : [{ when: condition, changes: this.#changes }]
      }),
    )
  }

  #effect(effect: EffectExpr, bound: Bindings, path: Condition): void {
    const { graph } = this.#grounds
    switch (effect.kind) {
      case 'if': {
        const test = this.#truth(effect.test, bound)
        this.#decided(test, path)
        const [then, otherwise] = [graph.all([path, test.yes()]), graph.all([path, test.no()])]
        if (then !== FALSE) this.#effect(effect.then, bound, then)
        if (effect.otherwise !== undefined && otherwise !== FALSE)
          this.#effect(effect.otherwise, bound, otherwise)
        return
      }
      case 'forall':
        for (const value of this.#formulas.members(effect.bound.set, bound)) {
          const inside = new Map([...bound, [effect.bound.name, value]])
          for (const one of effect.effects) this.#effect(one, inside, path)
        }
        return
      case 'assign': {
        const names = this.#formulas.namesOf(effect.target, bound)
        if (names === undefined) return this.#anyOf(effect.target.name, path)
        if (names.unknown !== FALSE) this.#exact = false
        const cases = this.#isForgotten(effect.value) ? FORGOTTEN : this.#formulas.cases(effect.value, bound)
        for (const [name, when] of names.of)
          this.#assign(String(name), cases, { sort: effect.target.name, path: graph.all([path, when]) })
      }
    }
  }

  #assign(name: string, cases: Cases | undefined, { path, sort }: Where): void {
    const { graph, codec, doubtful, vocabulary } = this.#grounds
    const fluent = codec.fluent(name)
    const variable = vocabulary.variables.get(sort)
    if (fluent === undefined || variable === undefined || path === FALSE) return
    if (cases === undefined) return this.#anyValue(fluent, path)
    for (const [value, condition] of cases.of) {
      const when = graph.all([path, condition])
      if (when === FALSE) continue
      if (value === UNKNOWN || hasValue(variable.sort, value))
        this.#changes.push({ fluent, when, value: codec.number(fluent, value) })
      else this.#forbids.push(when)
    }
    if (!doubtful || cases.unknown === FALSE) return
    if (cases.unknown === undefined) return this.#anyValue(fluent, path)
    const unknown = graph.all([path, cases.unknown])
    if (unknown !== FALSE) this.#changes.push({ fluent, when: unknown, value: codec.number(fluent, UNKNOWN) })
  }

  #observe(observed: Expr, bound: Bindings): void {
    const { doubtful, codec } = this.#grounds
    if (!doubtful || observed.kind !== 'name') return
    const names = this.#formulas.namesOf(observed, bound)
    if (names === undefined) return this.#anyOf(observed.name, TRUE)
    for (const [name, when] of names.of) {
      const fluent = codec.fluent(String(name))
      if (fluent !== undefined) this.#anyValue(fluent, when)
    }
  }

  #anyOf(variable: string, path: Condition): void {
    for (const [fluent, name] of this.#grounds.codec.names.entries())
      if (name === variable || name.startsWith(`${variable}(`)) this.#anyValue(fluent, path)
  }

  /** What the value will be only the twin can say. */
  #anyValue(fluent: number, when: Condition): void {
    this.#exact = false
    const values = this.#grounds.codec.valuesOf(fluent) ?? []
    for (const value of values.keys()) this.#changes.push({ fluent, when, value })
  }

  /** What depends on something unknown is refused. */
  #decided({ yes, no }: Truth, path: Condition): void {
    if (!this.#grounds.doubtful) return
    const known = this.#grounds.graph.any([yes(), no()])
    if (known === TRUE) return
    if (path === TRUE) this.#needs.push(known)
    else this.#exact = false
  }

  #truth(expr: Expr, bound: Bindings): Truth {
    const truth = this.#formulas.truth(expr, bound)
    if (!truth.exact) this.#exact = false
    return truth
  }

  #isForgotten(value: Expr): boolean {
    const { objects, variables, definitions } = this.#domain.vocabulary
    if (value.kind !== 'name' || value.name !== 'unknown' || value.args !== undefined) return false
    return !objects.has('unknown') && !variables.has('unknown') && !definitions.has('unknown')
  }
}

interface Where {
  readonly sort: string
  readonly path: Condition
}

const FORGOTTEN: Cases = { of: new Map([[UNKNOWN, TRUE]]), unknown: FALSE }

function parsedSkill(skill: Skill) {
  let whole = true
  const parsed = <T>(texts: readonly string[], parse: (text: string) => T | undefined): T[] =>
    texts.flatMap((text) => {
      const one = parse(text)
      if (one === undefined) whole = false
      return one === undefined ? [] : [one]
    })
  const [done] = skill.done === undefined ? [] : parsed([skill.done.source], formulaOf)
  const all = {
    done,
    checks: parsed(
      skill.checks.map(({ holds }) => holds.source),
      formulaOf,
    ),
    effect: parsed(skill.effect.source, effectOf),
    outcomes: skill.outcomes.map(({ each, when, change }) => ({
      each,
      when: when && parsed([when.source], formulaOf)[0],
      change: parsed(change.source, effectOf),
    })),
    observes: parsed(
      skill.observes.map(({ source }) => source),
      formulaOf,
    ),
    expected: parsed(
      skill.expected.map(({ holds }) => holds.source),
      formulaOf,
    ),
  }
  return { ...all, whole }
}
