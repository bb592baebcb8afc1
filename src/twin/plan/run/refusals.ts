import type { Account } from '#twin/domain/domain.js'
import type { PlanFailure } from '../report.js'
import type { Trail } from './trail.js'

/** A refusal as found; the path to it is expanded only on demand. */
export type FoundRefusal<S> = Omit<PlanFailure<S>, 'branch' | 'path' | 'swallowed' | 'fix' | 'because'> & {
  readonly trail: Trail<S>
  /** account of the refusing check, for any world */
  readonly account?: (state: S) => Account
}

/** The refusals of a plan check, numbered in the order found; equal pairs with equal texts are merged. */
export class Refusals<S> {
  readonly #all: FoundRefusal<S>[] = []
  readonly #known = new Map<string, number>()

  get all(): readonly FoundRefusal<S>[] {
    return this.#all
  }

  add(refusal: FoundRefusal<S>): number {
    const key = `${refusal.step.path}\n${refusal.after?.path ?? ''}\n${refusal.checkId}\n${refusal.text}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    this.#known.set(key, this.#all.length)
    return this.#all.push(refusal) - 1
  }
}
