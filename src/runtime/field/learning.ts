import type { ActorInput } from '#learning/field/actor/contract.js'
import { SLOTS, type FieldMap } from '#base/field-map.js'
import type { Actor, Experience } from '#learning/actor/input.js'
import type { BlockInfo } from '#learning/field/actor/contract.js'
import { readExecuted } from '#learning/field/critic/blame/executed.js'
import { reexamined } from '#learning/field/critic/grounding/contradiction.js'
import { fieldOutcome } from '#learning/field-score.js'
import type { TaskRules } from '#learning/score.js'
import { correctBoxes, fieldWorked, score } from '#learning/field-score.js'
import type { FieldEpisode } from './prepare.js'

/** The rules of vrl.txt Table I on this field. */
export function fieldRules(map: FieldMap): TaskRules {
  const boxes = SLOTS.length * map.zones.filter((zone) => zone.kind === 'load').length
  return {
    score: (outcome) => score(fieldOutcome(outcome)),
    achieved: (sheet) => (boxes === 0 ? 1 : Math.min(1, correctBoxes(sheet) / boxes)),
    worked: fieldWorked,
    reexamine: (final, { trace, score: total }) =>
      reexamined(final, { executed: readExecuted(trace), evidence: undefined, score: total }),
  }
}

/** An actor for the loop that knows the field and, in the ablation of VRL-07, the faces of the blocks. */
export class FieldActor implements Actor<Experience> {
  readonly #actor: Actor<ActorInput>
  readonly #map: FieldMap
  #blockInfo: readonly BlockInfo[] | undefined

  constructor(actor: Actor<ActorInput>, map: FieldMap) {
    this.#actor = actor
    this.#map = map
  }

  get id(): string {
    return this.#actor.id
  }

  /** Reads the faces before anything moves: later the blocks are no longer in their load zones. */
  async readBlocks({ faces }: Pick<FieldEpisode, 'faces'>): Promise<void> {
    this.#blockInfo = await faces.blockInfo()
  }

  propose(experience: Experience, signal?: AbortSignal): ReturnType<Actor<ActorInput>['propose']> {
    const blockInfo = this.#blockInfo === undefined ? {} : { blockInfo: this.#blockInfo }
    return this.#actor.propose({ ...experience, map: this.#map, ...blockInfo }, signal)
  }
}
