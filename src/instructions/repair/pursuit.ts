import type { PlannedStep } from '#twin/domain/domain.js'
import { tryStep } from '#twin/plan/try-step.js'
import type { Evidence } from '#worlds/run/judgement.js'
import type { TaskDomain } from '#worlds/task/with-task.js'
import { UNKNOWN, type Fluents } from '#worlds/value.js'
import { attemptOf, sensed, type Attempt, type Sight, type Step } from './attempt.js'
import type { PlanCause, PursuitEnd, PursuitEvent } from './events.js'
import { forgetting, isReached, planHard, proved, remembering, type ProvedPlan } from './proof.js'
import { questionsFor, type Answer, type Question } from './question.js'
import type { Rank } from './ranking.js'
import type { Repair } from './ranking.js'
import { repairsFor } from './repairs.js'
import { ShortTermMemory } from './short-term-memory.js'
import { believedBy, planLook, restored, type Unseen } from './unseen.js'

/** A task that is pursued step by step. */
export interface PursuedTask {
  readonly domain: TaskDomain
  /** steps to begin with, whoever has thought of them; without them the first plan is searched for */
  readonly steps?: readonly PlannedStep[]
  readonly rank?: Rank
  readonly listen?: (event: PursuitEvent) => void
}

export interface PursuitLimits {
  /** steps that are executed, whatever comes of them */
  readonly steps: number
  readonly repairs: number
  readonly questions: number
}

/** What a pursuit needs from outside: a step that the twin has permitted is done, or a person is asked. */
export type Demand =
  { readonly kind: 'execute'; readonly step: Step } | { readonly kind: 'ask'; readonly question: Question }

/** What came of it. @see Sight, @see Answer */
export type Reply =
  | { readonly kind: 'sight'; readonly sight: Sight }
  /** `belief`: what is believed after a person has done something */
  | { readonly kind: 'answer'; readonly answer: Answer; readonly belief: Fluents }

/**
 * Pursues a task: plan, step, ask by what is seen whether what was expected has come true, and go on, repair, look,
 * ask or stop. It does
 * nothing itself: it demands, and is given what came of it, so that it is the same with a robot, in a simulation and in
 * a test. No step is demanded that the twin refuses.
 */
export function* pursuit(
  task: PursuedTask,
  begin: Fluents,
  limits: PursuitLimits,
): Generator<Demand, PursuitEnd, Reply> {
  const run = new Pursuit(task, begin, limits)
  let end = run.begin()
  while (end === undefined) {
    const demand = run.next()
    end = 'counts' in demand ? demand : run.hear(demand, yield demand)
  }
  task.listen?.({ kind: 'end', end })
  return end
}

/** Plans of which no step is executed: more of them would be the same. */
const MOST_IDLE = 3

/** The state of a pursuit between what it demands and what it hears. */
class Pursuit {
  readonly #task: PursuedTask
  readonly #limits: PursuitLimits
  readonly #memory: ShortTermMemory
  /** the world, with what was tried in vain refused */
  readonly #world: TaskDomain
  readonly #counts = { executed: 0, refused: 0, repairs: 0, replans: 0, questions: 0 }
  #belief: Fluents
  #plan: readonly PlannedStep[] = []
  #waitsFor: readonly string[] = []
  /** what is to be asked before anything else */
  #pending: Question | undefined
  /** plans in a row of which no step was executed */
  #idle = 0
  /** what was seen last: what is believed otherwise since then does not count any more */
  #seen: Evidence = new Map()
  /** what is looked at because nobody has seen it */
  #looksFor: Unseen | undefined

  constructor(task: PursuedTask, begin: Fluents, limits: PursuitLimits) {
    this.#task = task
    this.#limits = limits
    this.#memory = new ShortTermMemory(task.domain)
    this.#world = remembering(task.domain, this.#memory)
    this.#belief = task.domain.follow(new Map([...task.domain.initial, ...begin]))
  }

  begin(): PursuitEnd | undefined {
    const { steps } = this.#task
    if (steps === undefined) {
      const plan = planHard(this.#world, this.#belief)
      if (plan !== undefined) this.#follow(plan, 'begin')
    } else this.#follow({ steps, waitsFor: [] }, 'begin')
    return undefined
  }

  /** What is to be done now; nothing that the twin refuses. */
  next(): Demand | PursuitEnd {
    for (;;) {
      if (isReached(this.#task.domain, this.#belief)) return this.#end('done')
      if (this.#pending !== undefined) return this.#ask(this.#pending)
      const [step, ...rest] = this.#plan
      if (step === undefined) {
        if (this.#replan()) continue
        const [question] = this.#questions()
        return question === undefined || this.#isAskedOut ? this.#end('stuck') : this.#ask(question)
      }
      if (this.#counts.executed >= this.#limits.steps) return this.#end('out-of-steps')
      const tried = tryStep(step, this.#belief, this.#world)
      if (!tried.ok) {
        this.#counts.refused++
        this.#tell({ kind: 'refused', step, text: tried.error.text })
        // the plan was made for another state, or by somebody who knows less than the twin
        this.#plan = []
        this.#waitsFor = []
      } else if (tried.value.commands.length === 0) {
        this.#tell({ kind: 'skipped', step })
        this.#plan = rest
      } else {
        this.#counts.executed++
        this.#idle = 0
        return { kind: 'execute', step: { skill: step.skill, args: step.args } }
      }
    }
  }

  hear(demand: Demand, reply: Reply): PursuitEnd | undefined {
    if (demand.kind === 'execute' && reply.kind === 'sight') return this.#see(demand.step, reply.sight)
    if (demand.kind === 'ask' && reply.kind === 'answer') return this.#answered(demand.question, reply)
    return this.#end('stuck')
  }

  #see(step: Step, sight: Sight): PursuitEnd | undefined {
    const { domain } = this.#task
    const seenBefore = new Map(
      [...this.#seen].filter(([fact, { value }]) => this.#belief.get(fact) === value),
    )
    const attempt = attemptOf(domain, step, this.#belief, { ...sight, seenBefore })
    this.#memory.record(attempt)
    this.#tell({ kind: 'attempt', attempt })
    this.#belief = attempt.after
    this.#seen = new Map([...seenBefore, ...(sight.evidence ?? sensed(sight.seen))])
    this.#plan = this.#plan.slice(1)
    if (this.#lookInVain(attempt) || this.#look(attempt)) return undefined
    if (isReached(domain, this.#belief)) return this.#end('done')
    if (attempt.outcome !== 'done') return this.#repair(attempt)
    // it has worked, and yet something else may have changed
    if (
      this.#plan.length > 0 &&
      proved(this.#world, this.#belief, this.#plan, this.#waitsFor) === undefined
    ) {
      this.#plan = []
      this.#waitsFor = []
    }
    return undefined
  }

  /** A step was done, as the robot says, and nobody has seen it: somebody looks, where there is a look. */
  #look(attempt: Attempt): boolean {
    const plan = planLook(this.#world, this.#belief, believedBy(attempt))
    if (plan === undefined || this.#counts.repairs >= this.#limits.repairs) return false
    this.#counts.repairs++
    this.#looksFor = plan.of
    this.#belief = plan.belief
    this.#follow(plan, 'unseen')
    return true
  }

  /** The look was made and has not shown it: it is as it was believed before. */
  #lookInVain(attempt: Attempt): boolean {
    const of = this.#looksFor
    if (of === undefined || (this.#plan.length > 0 && attempt.outcome === 'done')) return false
    this.#looksFor = undefined
    if (attempt.after.get(of.fact) !== UNKNOWN) return false
    this.#belief = this.#task.domain.follow(restored(this.#belief, [{ ...of, looked: true }]))
    this.#plan = []
    this.#waitsFor = []
    return true
  }

  #repair(attempt: Attempt): PursuitEnd | undefined {
    if (this.#counts.repairs >= this.#limits.repairs) return this.#end('out-of-repairs', attempt)
    this.#counts.repairs++
    const { domain, rank } = this.#task
    const repairs = repairsFor(attempt, this.#belief, {
      domain,
      memory: this.#memory,
      ...(rank === undefined ? {} : { rank }),
    })
    this.#tell({ kind: 'repairs', attempt, repairs })
    const best = repairs.find(({ kind }) => kind !== 'ask' || !this.#isAskedOut)
    this.#plan = []
    this.#waitsFor = []
    if (best === undefined) return this.#end('stuck', attempt)
    if (best.kind === 'ask') this.#pending = best.question
    else this.#take(best)
    return undefined
  }

  #take({ steps, waitsFor, doubts }: Exclude<Repair, { readonly kind: 'ask' }>): void {
    if (doubts.length > 0) this.#belief = forgetting(this.#belief, doubts)
    this.#plan = steps
    this.#waitsFor = waitsFor
  }

  get #isAskedOut(): boolean {
    return this.#counts.questions >= this.#limits.questions
  }

  #ask(question: Question): Demand {
    this.#counts.questions++
    this.#pending = undefined
    return { kind: 'ask', question }
  }

  /** @returns false where there is no plan, or plans come to nothing */
  #replan(): boolean {
    const plan = ++this.#idle > MOST_IDLE ? undefined : planHard(this.#world, this.#belief)
    if (plan === undefined || plan.steps.length === 0) return false
    this.#counts.replans++
    this.#follow(plan, this.#waitsFor.length > 0 ? 'seen' : 'changed')
    return true
  }

  #answered(question: Question, { answer, belief }: Extract<Reply, { readonly kind: 'answer' }>) {
    this.#tell({ kind: 'asked', question, answer })
    if (answer.kind === 'stop') return this.#end('stopped')
    const known = new Map([...this.#belief, ...belief])
    if (answer.kind === 'fact' && this.#task.domain.sorts.has(answer.fact))
      known.set(answer.fact, answer.value)
    this.#belief = this.#task.domain.follow(known)
    if (question.about.kind === 'step') this.#memory.forgive(question.about.step)
    const plan = planHard(this.#world, this.#belief)
    this.#idle = 0
    if (plan !== undefined) this.#follow(plan, 'answer')
    return undefined
  }

  #follow({ steps, waitsFor }: Pick<ProvedPlan, 'steps' | 'waitsFor'>, why: PlanCause): void {
    this.#plan = steps
    this.#waitsFor = waitsFor
    this.#tell({ kind: 'plan', steps, why })
  }

  #questions(attempt?: Attempt): readonly Question[] {
    return questionsFor(this.#belief, { domain: this.#task.domain, memory: this.#memory }, attempt)
  }

  #end(kind: PursuitEnd['kind'], attempt?: Attempt): PursuitEnd {
    const [question] = kind === 'done' || kind === 'stopped' ? [] : this.#questions(attempt)
    return { kind, ...(question === undefined ? {} : { question }), counts: { ...this.#counts } }
  }

  #tell(event: PursuitEvent): void {
    this.#task.listen?.(event)
  }
}
