import type { GateRefusal } from '#robots/gate.js'
import type { Account } from '#twin/domain/domain.js'
import { reasonsFor, type WorldChange } from '#twin/plan/explain.js'
import type { SeenDrift } from './drift-monitor.js'

/**
 * Tracks what caused the beliefs of an episode, so that a refusal can say since when the twin has held the belief
 * behind it.
 */
export class Reasons<S, C = never> {
  readonly #account: (checkId: string, state: S, command?: C) => Account
  readonly #start: S
  readonly #came: WorldChange<S>[] = []

  /**
   * @param account the rule behind a check, and the beliefs that it reads for a command
   * @param start the belief before the first step
   */
  constructor(account: (checkId: string, state: S, command?: C) => Account, start: S) {
    this.#account = account
    this.#start = start
  }

  /** Records that a step has ended with this belief. */
  recordStep(skill: string, end: S): void {
    this.#came.push({ by: skill, end })
  }

  recordDrifts(seen: readonly SeenDrift[], end: S): void {
    const [first] = seen
    if (first !== undefined) this.#came.push({ by: `the drift at ${(first.t / 1000).toFixed(1)} s`, end })
  }

  /** `The rule cups-holding says: … Believed: the gripper is empty (since the drift at 12.3 s).` */
  explain({ checkId }: Pick<GateRefusal, 'checkId'>, now: S, command?: C): string {
    const account = (state: S): Account => this.#account(checkId, state, command)
    const { rule, believed } = reasonsFor(account, now, this.#start, this.#came.slice(-LOOK_BACK))
    const rules = rule === null ? [] : [`The rule ${checkId} says: ${rule}.`]
    const beliefs = believed.map(
      ({ fact, since }) => `Believed: ${fact} (${since === null ? 'from the start' : `since ${since}`}).`,
    )
    return [...rules, ...beliefs].join(' ')
  }
}

/** how many steps and drifts to look back on */
const LOOK_BACK = 200
