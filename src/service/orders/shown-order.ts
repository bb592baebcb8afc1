import type { TraceEvent } from '#bt/trace.js'
import type { OrderStatus, OrderStep } from '#runtime/status/service-status.js'
import type { StatusPublisher } from '#runtime/status/status-publisher.js'
import type { ReadyPlan } from '../planning/jobs.js'
import type { Proposal } from './proposals.js'

/** Shows an order to whoever looks at the service: what was understood, and how its steps stand. */
export class ShownOrder {
  readonly #statusPublisher: StatusPublisher
  #shown: OrderStatus
  #plan: ReadyPlan | undefined

  constructor(statusPublisher: StatusPublisher, { order, by }: Pick<Proposal, 'order' | 'by'>) {
    this.#statusPublisher = statusPublisher
    this.#shown = {
      ...{ order, by, state: 'planned', id: null },
      ...{ understood: '', choices: [], steps: [], why: '' },
    }
  }

  /** It waits for an answer. @param why there is another plan */
  proposed(id: string, { decision, plans }: Pick<Proposal, 'decision' | 'plans'>, why = ''): void {
    if (decision.kind === 'question') {
      const choices = decision.choices.map(({ text }) => text)
      return this.#set({
        state: 'asked',
        id: choices.length === 0 ? null : id,
        choices,
        why: decision.question,
      })
    }
    const [plan] = plans
    if (plan) this.#set({ state: 'planned', id, ...this.#planned(plan), why })
  }

  /** Follows the steps of a plan as its tree takes them. @returns ends that */
  running(plan: ReadyPlan): () => void {
    this.#set({ state: 'running', id: null, choices: [], ...this.#planned(plan), why: '' })
    return this.#statusPublisher.listen((event) => {
      if (event.kind === 'node') this.#node(event.event, event.judged)
    })
  }

  ended(state: 'done' | 'failed' | 'stopped', why: string): void {
    const left = { done: 'unneeded', failed: 'open', stopped: 'open' } as const
    const steps = this.#shown.steps.map((step) =>
      step.state === 'open' || step.state === 'running' ? { ...step, state: left[state] } : step,
    )
    this.#set({ state, id: null, steps, why })
  }

  #planned(plan: ReadyPlan): Pick<OrderStatus, 'understood' | 'steps'> {
    this.#plan = plan
    return { understood: plan.text, steps: plan.steps.map(({ text }) => ({ text, state: 'open' })) }
  }

  /** A leaf of the tree is one of the steps: the first one like it that is not done yet, or else the last one. */
  #node({ node, args, to }: Pick<TraceEvent, 'node' | 'args' | 'to'>, judged: string | undefined): void {
    const state = STATES[to]
    if (state === undefined) return
    const { steps } = this.#shown
    const alike = (this.#plan?.steps ?? []).flatMap((step, at) =>
      step.skill === node && Object.entries(step.args).every(([port, value]) => args[port] === value)
        ? [at]
        : [],
    )
    const at = alike.find((number) => steps[number]?.state !== 'done') ?? alike.at(-1)
    if (at === undefined || steps[at]?.state === state) return
    const isJudged = state === 'done' && judged !== undefined
    const next = { text: steps[at]?.text ?? '', state, ...(isJudged && { judged }) }
    this.#set({ steps: steps.map((step, i) => (i === at ? next : step)) })
    const text = `step ${at + 1} of ${steps.length}, ${next.text}: ${state}${isJudged ? ` (${judged})` : ''}`
    this.#statusPublisher.publish({ kind: 'log', level: 'info', source: 'order', text })
  }

  #set(change: Partial<OrderStatus>): void {
    this.#shown = { ...this.#shown, ...change }
    this.#statusPublisher.set({ order: this.#shown })
  }
}

const STATES: Readonly<Partial<Record<string, OrderStep['state']>>> = {
  RUNNING: 'running',
  SUCCESS: 'done',
  FAILURE: 'failed',
}
