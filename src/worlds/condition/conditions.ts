import type { Answer, Condition } from '#twin/domain/domain.js'
import { Builder } from '../declare/builder.js'
import type { Vocabulary } from '../formula/vocabulary.js'
import { unknownIn } from '../run/refusals.js'
import type { Test } from '../run/skill.js'
import { DATA_LIMITS } from '../limits.js'
import { Problems, type Source } from '../problems.js'
import {
  formatValue,
  sizeOf,
  UNKNOWN,
  valueFrom,
  valuesOf,
  type Fluents,
  type Sort,
  type Value,
} from '../value.js'

/** The conditions that trees may put on the facts of a world: `<Holds formula="open(fridge)"/>`. */
export class Conditions {
  readonly #vocabulary: Vocabulary
  readonly #ports: ReadonlyMap<string, Sort>
  readonly #sorts: ReadonlyMap<string, Sort>
  readonly #compiled = new Map<string, Test | undefined>()

  /**
   * @param ports what a name with a `?` can be: a condition takes the ports that the skills of the world have
   * @param sorts the possible values of every fact
   */
  constructor(vocabulary: Vocabulary, ports: ReadonlyMap<string, Sort>, sorts: ReadonlyMap<string, Sort>) {
    this.#vocabulary = vocabulary
    this.#ports = ports
    this.#sorts = sorts
  }

  /**
   * Compiles a condition; undefined if it has problems, which have been reported.
   * @param given the ports that are written beside it: its names with a `?`
   */
  compile(source: Source, given: readonly string[], problems: Problems): Test | undefined {
    const names = [...this.#ports].filter(([port]) => given.includes(port))
    return new Builder({ vocabulary: this.#vocabulary, problems }, names).test(source)
  }

  /** Evaluates a condition; undefined if it cannot be read, or an argument is no value that its port can have. */
  holds(condition: Condition, state: Fluents): boolean | 'unknown' | undefined {
    const test = this.#test(condition)
    const bound = this.#bind(condition.args)
    if (test === undefined || bound === undefined) return undefined
    const value = test.term.run({ state, before: state, bound })
    return value === UNKNOWN ? 'unknown' : value === true
  }

  /** Every answer that is possible, with the facts as they are then; a condition that stays unknown does not hold. */
  ask(condition: Condition, state: Fluents): readonly Answer<Fluents>[] {
    const holds = this.holds(condition, state)
    if (holds === undefined) return []
    if (holds !== 'unknown') return [{ holds, state }]
    const answers: Answer<Fluents>[] = []
    const open: Answer<Fluents>[] = [{ holds: false, state }]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { fact, values } = this.#firstUnknown(condition, next.state)
      if (answers.length + open.length + values.length > DATA_LIMITS.outcomes)
        return unrefined(condition, state)
      for (const value of values.toReversed()) {
        const known = new Map(next.state).set(fact, value)
        const said = `${fact} is ${formatValue(value)}`
        const label = next.label === undefined ? `when ${said}` : `${next.label} and ${said}`
        const truth = this.holds(condition, known)
        if (truth === 'unknown') open.push({ holds: false, state: known, label })
        else answers.push({ holds: truth === true, state: known, label })
      }
    }
    return [...answers, { holds: false, state, label: `while ${condition.formula} is unknown` }]
  }

  #test({ formula, args }: Condition): Test | undefined {
    const given = Object.keys(args)
    const key = JSON.stringify([formula, given])
    const known = this.#compiled.get(key)
    if (known !== undefined || this.#compiled.has(key)) return known
    const problems = new Problems(() => undefined, 'condition')
    const test = this.compile({ text: formula, spot: { path: [] } }, given, problems)
    if (this.#compiled.size >= MOST_COMPILED) this.#compiled.clear()
    this.#compiled.set(key, test)
    return test
  }

  /** The values of the ports that are written, in order; undefined if one is no value of its port. */
  #bind(args: Condition['args']): readonly Value[] | undefined {
    const bound: Value[] = []
    for (const [port, sort] of this.#ports) {
      if (!Object.hasOwn(args, port)) continue
      const value = valueFrom(args[port] ?? '', sort)
      if (value === undefined) return undefined
      bound.push(value)
    }
    return bound
  }

  #firstUnknown(
    condition: Condition,
    state: Fluents,
  ): { readonly fact: string; readonly values: readonly Value[] } {
    const test = this.#test(condition)
    const bound = this.#bind(condition.args) ?? []
    const [fact = ''] = test === undefined ? [] : unknownIn(test, { state, before: state, bound })
    const sort = this.#sorts.get(fact)
    if (sort === undefined || sizeOf(sort) > DATA_LIMITS.outcomes) return { fact, values: MANY }
    return { fact, values: valuesOf(sort) }
  }
}

/** Formulas that are kept compiled: a tree has a few dozen. */
const MOST_COMPILED = 500

/** Stands for more values than can be followed one by one. */
const MANY: readonly Value[] = Array.from({ length: DATA_LIMITS.outcomes + 1 }, (_, index) => index)

/** Both ways, with the facts left unknown: there are too many values to follow one by one. */
const unrefined = ({ formula }: Condition, state: Fluents): readonly Answer<Fluents>[] => [
  { holds: true, state, label: `when ${formula} holds` },
  { holds: false, state, label: `when ${formula} does not hold` },
]
