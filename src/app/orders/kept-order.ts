import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import type { Step } from '#instructions/repair/attempt.js'
import type { UnclearStep } from '#instructions/repair/unclear-steps.js'
import type { StepLog } from '#runtime/world/step-log.js'
import type { Attempt } from '#robots/driver/attempts.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Judgement } from '#worlds/run/judgement.js'
import { UNKNOWN, type Fluents, type Value } from '#worlds/value.js'
import { asShown, replacing } from './found-orders.js'
import type { CutOff, LoggedBelief, OrderLine, OrderLogLine } from './order-lines.js'
import { OrderLog } from './order-log.js'

/** Where an order is carried out: the folder of its runs, and the world. */
export interface OrderPlace {
  readonly root: string
  readonly domain: Pick<DataDomain, 'name' | 'sorts'>
}

/** An order that is being carried out: whatever ends this process, the next one finds how far it has come. */
export class KeptOrder implements StepLog {
  readonly #log: OrderLog<OrderLogLine>
  readonly #domain: OrderPlace['domain']
  #hasBegun: boolean

  private constructor(log: OrderLog<OrderLogLine>, domain: OrderPlace['domain'], hasBegun: boolean) {
    this.#log = log
    this.#domain = domain
    this.#hasBegun = hasBegun
  }

  /** A new order; fails where one was cut off there that had begun. */
  static begin(
    { root, domain }: OrderPlace,
    order: Omit<OrderLine, 'kind' | 'format'>,
  ): Result<KeptOrder, Diagnostic> {
    const log = OrderLog.open<OrderLogLine>(root, domain.name, replacing(domain.name))
    if (!log.ok) return log
    log.value.append({ kind: 'order', format: 1, ...order })
    return ok(new KeptOrder(log.value, domain, false))
  }

  /** Goes on with the one that was cut off; fails where it is no longer as it was shown. */
  static goOn({ root, domain }: OrderPlace, shown: Pick<CutOff, 'lines'>): Result<KeptOrder, Diagnostic> {
    const log = OrderLog.open<OrderLogLine>(root, domain.name, asShown(domain.name, shown))
    return log.ok ? ok(new KeptOrder(log.value, domain, true)) : log
  }

  /** A tree is about to run; what came of the one before is kept first. */
  async plan(steps: readonly Step[], belief: Fluents, unclear: readonly UnclearStep[] = []): Promise<void> {
    await this.#log.flushed()
    const plain = steps.map(({ skill, args }) => ({ skill, args: { ...args } }))
    this.#log.append({
      kind: 'plan',
      steps: plain,
      belief: this.#plain(belief),
      unclear: unclear.map(({ skill, args, facts }) => ({ skill, args: { ...args }, facts: [...facts] })),
    })
  }

  begins({ skill, args }: Step, belief: Fluents, done?: (failure: Error | null) => void): void {
    this.#hasBegun = true
    const line = { kind: 'begun', skill, args: { ...args }, belief: this.#plain(belief) } as const
    if (done === undefined) this.#log.append(line)
    else this.#log.appendAsync(line, done)
  }

  ended({ command, result, text, judged, before, after }: Attempt, canWait: boolean): void {
    const line = {
      kind: 'ended',
      ...{ skill: command.skill, args: { ...command.written }, result },
      ...(text !== '' && { text }),
      ...{ before: this.#plain(before), after: this.#plain(after) },
      ...(judged !== undefined && {
        judged: { before: plainly(judged.before), after: plainly(judged.after) },
      }),
    } as const
    if (canWait) this.#log.append(line)
    else this.#log.appendAsync(line)
  }

  /** @param isOver nobody is to go on with it; one of which nothing has moved is over anyway */
  async close(isOver: boolean): Promise<void> {
    await this.#log.flushed()
    if (isOver || !this.#hasBegun) this.#log.remove()
    else this.#log.close()
  }

  #plain(belief: Fluents): LoggedBelief {
    return writtenBelief(belief, this.#domain)
  }
}

const plainly = ({ by, unseen, ...judgement }: Judgement) => ({
  ...judgement,
  by: [...by],
  unseen: [...unseen],
})

/** What is believed of the world alone, as task files write it. */
export const writtenBelief = (belief: Fluents, { sorts }: Pick<DataDomain, 'sorts'>): LoggedBelief =>
  Object.fromEntries(
    [...belief].flatMap(([fact, value]): [string, Value][] =>
      sorts.has(fact) ? [[fact, value === UNKNOWN ? 'unknown' : value]] : [],
    ),
  )
