import { randomBytes } from 'node:crypto'
import type { PlanJson } from '#app/orders/plan-json.js'
import { err, ok, type Result } from '#base/result.js'
import type { Refusal } from '#console/host.js'
import type { Fluents } from '#worlds/value.js'
import type { FurtherJob, ReadyPlan } from '../planning/jobs.js'

/** What was understood and planned, and may be confirmed by whoever was shown it. */
export interface Proposal {
  readonly order: string
  readonly speaker: string | undefined
  /** who was shown it */
  readonly by: string
  /** what was believed then */
  readonly believed: Fluents
  readonly decision: PlanJson
  /** of a plan, or of each choice of a question; null: that is so already */
  readonly plans: readonly (ReadyPlan | null)[]
  /** what was tried before, tree by tree */
  readonly tried: FurtherJob['tried']
}

/** A person reads a plan and thinks about it, ms */
export const VALID_MS = 300_000
/** older ones make room */
const MOST = 16

/** The plans that wait for somebody's word, each for its own time, and each good for once. */
export class Proposals {
  readonly #now: () => number
  readonly #kept = new Map<string, { readonly proposal: Proposal; readonly until: number }>()

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** @returns the id that confirms it */
  add(proposal: Proposal): string {
    const id = randomBytes(3).toString('hex')
    this.#kept.set(id, { proposal, until: this.#now() + VALID_MS })
    for (const oldest of [...this.#kept.keys()].slice(0, -MOST)) this.#kept.delete(oldest)
    return id
  }

  find(id: string, by: string): Result<Proposal, Refusal> {
    const kept = this.#kept.get(id)
    if (kept === undefined) return err({ ...UNKNOWN, hint: SAY_AGAIN })
    if (kept.proposal.by !== by)
      return err({
        code: 'do.other',
        message: `this plan was shown to ${kept.proposal.by}, so only ${kept.proposal.by} can confirm it`,
        hint: 'send `do` yourself',
      })
    if (this.#now() <= kept.until) return ok(kept.proposal)
    this.#kept.delete(id)
    return err({ code: 'do.expired', message: 'this plan is too old to be confirmed', hint: SAY_AGAIN })
  }

  /** It is confirmed, or has been replaced. */
  drop(id: string): void {
    this.#kept.delete(id)
  }
}

const UNKNOWN = { code: 'do.unknown', message: 'there is no plan with this id that waits to be confirmed' }
const SAY_AGAIN = 'send `do` with the order again'

/** The plan that is meant: of a question, the one with this number. */
export function chosenPlan(
  { decision, plans }: Proposal,
  choice: number | undefined,
): Result<ReadyPlan, Refusal> {
  const isQuestion = decision.kind === 'question'
  const plan = plans[(isQuestion ? (choice ?? 0) : (choice ?? 1)) - 1]
  if (plan === null)
    return err({ code: 'do.holds', message: 'this is so already: there is nothing to do', hint: SAY_AGAIN })
  if (plan !== undefined) return ok(plan)
  const expected = plans.length === 1 ? 'expected 1' : `expected a number from 1 to ${plans.length}`
  return err({
    code: 'do.choice',
    message: choice === undefined ? 'it must be said which one is meant' : `there is no choice ${choice}`,
    hint: isQuestion ? `send \`do.confirm\` with \`choice\`: ${expected}` : 'leave out `choice`',
  })
}
