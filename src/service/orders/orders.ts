import { err, ok, type Result } from '#base/result.js'
import type { Params } from '#console/catalogue.js'
import type { Refusal, Who } from '#console/host.js'
import type { Results } from '#console/results.js'
import type { Parts } from '../parts.js'
import { refusalOf } from '../refusal.js'
import { isSame } from '../world/standing-belief.js'
import type { OrderSite } from '../world/site-world.js'
import { orderRun, type OrderParts } from './carry-out.js'
import type { OrderWorker } from '../planning/order-worker.js'
import { chosenPlan, Proposals, VALID_MS, type Proposal } from './proposals.js'
import { ShownOrder } from './shown-order.js'

/**
 * Orders in words (docs/instructions.md): one command shows what was understood and the plan, a second one with its id
 * carries it out. Nothing is planned while something moves, since what it would be planned from changes meanwhile.
 */
export class Orders {
  readonly #here: OrderParts

  constructor(parts: Parts, site: OrderSite, worker: OrderWorker) {
    this.#here = { parts, site, worker, proposals: new Proposals(parts.now) }
  }

  /** What an order means, and the plan for it. Whoever may not confirm it gets no id, and nobody else sees it. */
  async ask({ order, speaker }: Params<'do'>, who: Who): Promise<Result<Results['do'], Refusal>> {
    const { parts, site, worker, proposals } = this.#here
    const { currentJob } = parts.manager
    if (currentJob !== undefined) return err(moving(currentJob))
    const believed = site.believed()
    const isViewer = who.role === 'viewer'
    const job = { kind: 'hear', order, speaker, believed: Object.fromEntries(believed) } as const
    const heard = await worker.ask(job, isViewer ? 0 : 1)
    if (!heard.ok) return heard
    const { plans } = heard.value
    const { exit: _ofTheProcess, ...decision } = heard.value.decision
    if (decision.kind === 'refused') return err(refusalOf(decision.problems))
    const proposed = { order, ...decision }
    if (isViewer || plans.every((plan) => plan === null)) return ok(proposed)
    const proposal: Proposal = {
      ...{ order, speaker, by: who.name, believed, decision: heard.value.decision, plans },
      tried: [],
    }
    const id = proposals.add(proposal)
    // what is under way by now is shown, and this is not
    if (parts.manager.currentJob === undefined)
      new ShownOrder(parts.statusPublisher, proposal).proposed(id, proposal)
    return ok({ ...proposed, id, expiresInMs: VALID_MS })
  }

  /** Carries out what was shown; where something has changed since, it is planned anew and shown again instead. */
  async confirm(
    { id, choice }: Params<'do.confirm'>,
    who: Who,
  ): Promise<Result<Results['do.confirm'], Refusal>> {
    const { parts, proposals } = this.#here
    const { stops } = parts.manager
    const may = parts.manager.mayBegin()
    if (!may.ok) return may
    const found = proposals.find(id, who.name)
    if (!found.ok) return found
    const plan = chosenPlan(found.value, choice)
    if (!plan.ok) return plan
    proposals.drop(id)
    if (!this.#isCurrent(found.value)) return this.#askAgain(found.value, who)
    const run = await orderRun(this.#here, found.value, plan.value)
    if (!run.ok) return run
    const isCurrent = this.#isCurrent(found.value)
    const begun = isCurrent ? parts.manager.begin(run.value, stops) : may
    if (isCurrent && begun.ok) {
      const { text, steps } = plan.value
      return ok({
        ...{ kind: 'begun', key: run.value.key, understood: text, steps: steps.length },
        toBeArmed: this.#here.site.isReal,
      })
    }
    await run.value.discard()
    return begun.ok ? this.#askAgain(found.value, who) : begun
  }

  #isCurrent({ believed }: Proposal): boolean {
    return isSame(this.#here.site.believed(), believed)
  }

  async #askAgain({ order, speaker }: Proposal, who: Who): Promise<Result<Results['do.confirm'], Refusal>> {
    const again = await this.ask({ order, speaker }, who)
    return again.ok ? ok({ ...again.value, changed: true }) : again
  }
}

const moving = (job: string): Refusal => ({
  code: 'run.busy',
  message: `${job} is under way, and what an order would be planned from changes meanwhile`,
  hint: 'wait for it, or `stop` it; then send `do` again',
})
