import type { PlannedStep } from '#twin/domain/domain.js'
import { tryStep } from '#twin/plan/try-step.js'
import type { Test } from '../run/skill.js'
import { wordsOf, taskEnv } from '../task/task.js'
import type { TaskDomain } from '../task/with-task.js'
import { BOOL, objects, UNKNOWN, type Fluents, type Sort } from '../value.js'
import { ANYTHING, type Truth } from './cases.js'
import { ConditionGraph, FALSE, TRUE, type Condition } from './condition-graph.js'
import { Formulas } from './formulas.js'
import type { Grounds } from './grounds.js'
import { operatorsOf, type Operator } from './operators.js'
import { definitionsOf, forgets, formulaOf } from './parsed.js'
import { stateKey, StateCodec, type State } from './state-codec.js'

/** What must be so at the end. */
export interface GroundGoal {
  readonly text: string
  readonly truth: Truth
}

/** A constraint on the way, with the fluent that remembers how it stands. */
export interface Remembered {
  readonly text: string
  readonly fluent: number
  readonly truth: Truth
}

/** `before:` of a task; `truth` of it is what comes later */
export interface Ordered extends Remembered {
  readonly first: Truth
}

/** What a step leads to. */
export interface Successor {
  readonly operator: Operator
  readonly ends: readonly State[]
}

/** A task in its world, written out so that a search can look at many states. */
export class GroundTask {
  readonly domain: TaskDomain
  readonly graph = new ConditionGraph()
  readonly codec: StateCodec
  readonly start: State
  readonly operators: readonly Operator[]
  readonly goals: readonly GroundGoal[]
  readonly never: readonly Remembered[]
  readonly sometime: readonly Remembered[]
  readonly before: readonly Ordered[]
  /** all steps are in it: none was left out because they are too many */
  readonly whole: boolean
  /** when all goals hold and every constraint has been kept */
  readonly goal: Condition
  readonly #exactGoals: boolean
  readonly #exactWays: boolean

  /** @param trusting false: every step is done by the twin, and the conditions only say which ones to try */
  constructor(domain: TaskDomain, from: Fluents, trusting = true) {
    this.domain = domain
    const sorts = new Map<string, Sort>(domain.sorts)
    for (const name of from.keys())
      if (!sorts.has(name))
        sorts.set(name, name.startsWith('before#') ? objects(['no', 'yes', 'broken']) : BOOL)
    this.codec = new StateCodec(from, sorts)
    this.start = this.codec.encode(from)
    const begun = this.codec.encode(new Map([...from, ...domain.start]))
    const doubtful = [...from.values()].includes(UNKNOWN) || domain.rules.skills.some(forgets)
    const grounds: Grounds = {
      graph: this.graph,
      codec: this.codec,
      vocabulary: domain.vocabulary,
      definitions: definitionsOf(domain.rules),
      doubtful,
      start: begun,
    }
    const formulas = new Formulas(grounds)
    const truth = ({ source }: Test): Truth => {
      const formula = formulaOf(source)
      return formula === undefined ? ANYTHING : formulas.truth(formula, new Map())
    }
    const env = taskEnv(domain.start, domain.start)
    const { task } = domain
    const remembered = (kind: 'never' | 'sometime'): readonly Remembered[] =>
      task[kind].flatMap((one, index) => {
        const fluent = this.codec.fluent(`${kind}#${index}`)
        return fluent === undefined ? [] : [{ text: wordsOf(one, env), fluent, truth: truth(one.holds) }]
      })
    this.goals = task.goals.map((one) => ({ text: wordsOf(one, env), truth: truth(one.holds) }))
    this.never = remembered('never')
    this.sometime = remembered('sometime')
    this.before = task.before.flatMap(({ text, first, then }, index) => {
      const fluent = this.codec.fluent(`before#${index}`)
      return fluent === undefined ? [] : [{ text, fluent, truth: truth(then), first: truth(first) }]
    })
    const steps = domain.steps(MOST_STEPS)
    this.whole = steps.length < MOST_STEPS
    this.#exactGoals = this.goals.every((goal) => goal.truth.exact)
    this.#exactWays =
      trusting &&
      [...this.never, ...this.sometime, ...this.before].every((one) => one.truth.exact) &&
      this.before.every(({ first }) => first.exact)
    this.operators = operatorsOf(domain, steps, formulas, grounds)
    this.goal = this.#goal()
  }

  isGoal(state: State): boolean {
    this.graph.look(state)
    if (!this.graph.holds(this.goal)) return false
    if (this.#exactGoals) return true
    const fluents = this.codec.decode(state)
    return (this.domain.goal ?? []).every((goal) => goal.holds(fluents))
  }

  /** Every step that would change something in a state, with what it leads to. */
  successors(state: State, operators: readonly Operator[] = this.operators): readonly Successor[] {
    const { graph } = this
    graph.look(state)
    const before = this.never.map(({ truth }) => [graph.holds(truth.yes()), graph.holds(truth.no())] as const)
    const then = this.before.map(({ truth }) => [graph.holds(truth.yes()), graph.holds(truth.no())] as const)
    const possible = operators.filter(
      ({ idle, needs, forbids, exact }) =>
        graph.holds(needs) && !graph.holds(idle) && !(exact && graph.holds(forbids)),
    )
    const native = possible.map((operator) =>
      operator.exact && this.#exactWays ? endsOf(operator, state, graph) : undefined,
    )
    let fluents: Fluents | undefined
    return possible.flatMap((operator, index): Successor[] => {
      const ends = native[index]
      if (ends === undefined) {
        fluents ??= this.codec.decode(state)
        return this.#tried(operator, fluents)
      }
      const followed: State[] = []
      for (const end of ends) {
        if (!this.#allows(state, end, operator, { before, then })) return []
        followed.push(end)
      }
      return ends.length === 0 ? [] : [{ operator, ends: distinct(followed) }]
    })
  }

  /** Replays steps in the twin; undefined where one is refused. */
  replay(steps: readonly PlannedStep[], from: Fluents): readonly Fluents[] | undefined {
    let states: readonly Fluents[] = [from]
    for (const step of steps) {
      const after = new Map<string, Fluents>()
      for (const state of states) {
        const tried = tryStep(step, state, this.domain)
        if (!tried.ok) return undefined
        for (const end of tried.value.ends) after.set(this.domain.fingerprint(end), end)
      }
      states = [...after.values()]
    }
    return states
  }

  #goal(): Condition {
    const { graph, codec } = this
    return graph.all([
      ...this.goals.map(({ truth }) => truth.yes()),
      ...this.sometime.map(({ fluent }) => graph.is(fluent, codec.number(fluent, true))),
      ...this.never.map(({ fluent }) => graph.is(fluent, codec.number(fluent, false))),
      ...this.before.map(({ fluent }) =>
        graph.any(['no', 'yes'].map((value) => graph.is(fluent, codec.number(fluent, value)))),
      ),
    ])
  }

  #tried(operator: Operator, fluents: Fluents): Successor[] {
    const tried = tryStep(operator.step, fluents, this.domain)
    if (!tried.ok || tried.value.commands.length === 0) return []
    return [{ operator, ends: tried.value.ends.map((end) => this.codec.encode(end)) }]
  }

  /** Whether the end of a step is as expected and breaks no constraint; brings the memory of it up to date. */
  #allows(state: State, end: State, { expects }: Operator, { before, then }: Were): boolean {
    const { graph, codec } = this
    graph.look(end)
    if (!graph.holds(expects)) return false
    const arises = ({ truth }: Remembered, [wasYes, wasNo]: readonly [boolean, boolean]): boolean =>
      graph.holds(truth.yes()) ? !wasYes : !graph.holds(truth.no()) && wasNo
    for (const [index, one] of this.never.entries()) {
      if (arises(one, before[index] ?? [false, false])) return false
      if (graph.holds(one.truth.yes())) end[one.fluent] = codec.number(one.fluent, true)
    }
    for (const one of this.sometime)
      if (graph.holds(one.truth.yes())) end[one.fluent] = codec.number(one.fluent, true)
    for (const [index, one] of this.before.entries()) {
      const no = codec.number(one.fluent, 'no')
      if (state[one.fluent] !== no) continue
      if (arises(one, then[index] ?? [false, false])) return false
      if (graph.holds(one.truth.yes())) end[one.fluent] = codec.number(one.fluent, 'broken')
      else if (graph.holds(one.first.yes())) end[one.fluent] = codec.number(one.fluent, 'yes')
    }
    return true
  }
}

interface Were {
  readonly before: readonly (readonly [boolean, boolean])[]
  readonly then: readonly (readonly [boolean, boolean])[]
}

/** What a step leads to in the state that the graph looks at. */
function endsOf({ endings }: Operator, state: State, graph: ConditionGraph): State[] {
  return endings.flatMap(({ when, changes }) => {
    if (when !== TRUE && !graph.holds(when)) return []
    const end = state.slice()
    for (const change of changes)
      if (change.when === TRUE || (change.when !== FALSE && graph.holds(change.when)))
        end[change.fluent] = change.value
    return [end]
  })
}

const distinct = (states: readonly State[]): readonly State[] =>
  states.length < 2 ? states : [...new Map(states.map((state) => [stateKey(state), state])).values()]

/** more steps are not searched through */
const MOST_STEPS = 20_000
