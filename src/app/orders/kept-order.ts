import { FolderInUse, isLocked } from '#adapters/store/run-lock.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { Step } from '#instructions/repair/attempt.js'
import type { UnclearStep } from '#instructions/repair/unclear-steps.js'
import type { StepLog } from '#runtime/world/step-log.js'
import type { Attempt } from '#robots/driver/attempts.js'
import type { DataDomain } from '#worlds/assemble.js'
import { UNKNOWN, type Fluents, type Value } from '#worlds/value.js'
import { cutOffIn, type CutOff, type LoggedBelief, type OrderLine, type OrderLogLine } from './order-lines.js'
import { OrderLog, orderFolder, readOrderLines, worldsWithOrders } from './order-log.js'

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

  /** A new order; one that was cut off there is forgotten. */
  static begin(
    { root, domain }: OrderPlace,
    order: Omit<OrderLine, 'kind' | 'format'>,
  ): Result<KeptOrder, Diagnostic> {
    return free(() => {
      if (readOrderLines(root, domain.name).length > 0)
        OrderLog.open<OrderLogLine>(root, domain.name).remove()
      const log = OrderLog.open<OrderLogLine>(root, domain.name)
      log.append({ kind: 'order', format: 1, ...order })
      return new KeptOrder(log, domain, false)
    })
  }

  /** Goes on with the one that was cut off. */
  static goOn({ root, domain }: OrderPlace): Result<KeptOrder, Diagnostic> {
    return free(() => new KeptOrder(OrderLog.open<OrderLogLine>(root, domain.name), domain, true))
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

  ended({ command, result, text, before, after }: Attempt, canWait: boolean): void {
    const line = {
      kind: 'ended',
      ...{ skill: command.skill, args: { ...command.written }, result },
      ...(text !== '' && { text }),
      ...{ before: this.#plain(before), after: this.#plain(after) },
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

/** What is believed of the world alone, as task files write it. */
export const writtenBelief = (belief: Fluents, { sorts }: Pick<DataDomain, 'sorts'>): LoggedBelief =>
  Object.fromEntries(
    [...belief].flatMap(([fact, value]): [string, Value][] =>
      sorts.has(fact) ? [[fact, value === UNKNOWN ? 'unknown' : value]] : [],
    ),
  )

/** The orders that were cut off, or only of a world; those that another process carries out are none. */
export const cutOffOrders = (root: string, world?: string): readonly CutOff[] =>
  (world === undefined ? worldsWithOrders(root) : [world]).flatMap((name) => {
    if (isLocked(orderFolder(root, name))) return []
    const cut = cutOffIn(readOrderLines(root, name))
    return cut === undefined ? [] : [cut]
  })

/** Forgets an order that was cut off; nobody goes on with it any more. */
export const forgetOrder = (root: string, world: string): Result<null, Diagnostic> =>
  free(() => {
    OrderLog.open(root, world).remove()
    return null
  })

function free<T>(take: () => T): Result<T, Diagnostic> {
  try {
    return ok(take())
  } catch (error) {
    if (error instanceof FolderInUse) return err(inUse(error))
    throw error
  }
}

const inUse = ({ pid, file }: FolderInUse): Diagnostic => ({
  code: 'do.in-progress',
  severity: 'error',
  message: `process ${pid} is carrying out an order in this world`,
  expected: 'one order at a time',
  got: file,
  hint: 'wait until it is done, or stop it with Ctrl-C; a simulated world can be had twice with another --out',
})
