import type { FieldMap } from '#base/field-map.js'
import type { GateRefusal } from '#robots/gate.js'
import type { Account } from '#twin/domain/domain.js'
import { fieldAccount } from '#twin/domain/field-account.js'
import { reasonsFor, type WorldChange } from '#twin/plan/explain.js'
import { initialBelief } from '#twin/belief.js'
import type { Drift } from '#twin/observation.js'
import type { WorldState } from '#twin/world.js'

/**
 * Tracks what caused the beliefs of an episode, so that a refusal can say since when the twin has held the belief
 * behind it.
 */
export class Reasons {
  readonly #map: FieldMap
  readonly #came: WorldChange<WorldState>[] = []

  constructor(map: FieldMap) {
    this.#map = map
  }

  /** Records that a step has ended with this belief. */
  recordStep(skill: string, end: WorldState): void {
    this.#came.push({ by: skill, end })
  }

  recordDrifts(seen: readonly Drift[], end: WorldState): void {
    const [first] = seen
    if (first !== undefined) this.#came.push({ by: `the drift at ${(first.t / 1000).toFixed(1)} s`, end })
  }

  /** `The rule cups-holding says: … Believed: the gripper is empty (since the drift at 12.3 s).` */
  explain({ checkId }: Pick<GateRefusal, 'checkId'>, now: WorldState): string {
    const account = (state: WorldState): Account => fieldAccount(checkId, state, undefined, this.#map)
    const { rule, believed } = reasonsFor(
      account,
      now,
      initialBelief(this.#map),
      this.#came.slice(-LOOK_BACK),
    )
    const rules = rule === null ? [] : [`The rule ${checkId} says: ${rule}.`]
    const beliefs = believed.map(
      ({ fact, since }) => `Believed: ${fact} (${since === null ? 'from the start' : `since ${since}`}).`,
    )
    return [...rules, ...beliefs].join(' ')
  }
}

/** how many steps and drifts to look back on */
const LOOK_BACK = 200
