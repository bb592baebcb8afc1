import type { Clock } from '#base/clock.js'
import type { BodyFault } from '#drivers/side/robot-body.js'
import type { JsonObject } from '../bridge/json-object.js'
import { valueOf } from '../mapping/expression.js'
import type { Mapping } from '../mapping/mapping.js'

/**
 * The robot's own emergency stop, as a topic tells it. Until it was heard, when it falls silent, and when what it says
 * cannot be read, it counts.
 */
export class EstopWatch {
  readonly #mapping: NonNullable<Mapping['estop']>
  readonly #clock: Clock
  #heard: { readonly pressed: boolean | 'unreadable'; readonly at: number } | undefined

  constructor(mapping: NonNullable<Mapping['estop']>, clock: Clock) {
    this.#mapping = mapping
    this.#clock = clock
  }

  receive(message: JsonObject): void {
    const pressed = valueOf(this.#mapping.pressed, message)
    const at = this.#clock.now()
    if (typeof pressed === 'boolean') this.#heard = { pressed, at }
    // it may be the press: what was said before it does not hold any more, except that it is pressed
    else if (this.#heard?.pressed !== true) this.#heard = { pressed: 'unreadable', at }
  }

  /** The connection is gone, and what was said on it is old. */
  forget(): void {
    this.#heard = undefined
  }

  get fault(): BodyFault | undefined {
    const { topic, maxAgeMs = Infinity } = this.#mapping
    if (this.#heard === undefined || this.#clock.now() - this.#heard.at > maxAgeMs)
      return { why: 'fault', text: `nothing is heard of the emergency stop on ${topic}` }
    if (this.#heard.pressed === 'unreadable')
      return { why: 'fault', text: `what the emergency stop says on ${topic} cannot be read` }
    return this.#heard.pressed
      ? { why: 'estop', text: `the emergency stop is pressed (${topic})` }
      : undefined
  }
}
