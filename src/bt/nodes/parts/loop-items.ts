import { NodeConstructionError, PortError } from '#bt/node/errors.js'
import type { NodeSite } from '#bt/node/node.js'
import type { Ports } from '#bt/node/ports.js'
import { ConversionError, storageOf, ObjectValue } from '#bt/value/value.js'
import { splitItems } from '#bt/value/lists.js'
import { UNTYPED, type ValueType } from '#bt/value/types.js'

/**
 * The items of a loop: those of a literal, or of the entry that port `queue` points to. A queue is shared, so taking an
 * item removes it for every reader; a vector or a text is iterated once per start of the loop.
 */
export class LoopItems<T> {
  readonly #ports: Ports
  readonly #item: ValueType<T>
  readonly #key: string | undefined
  readonly #literal: readonly T[] | undefined
  #list: readonly T[] | undefined
  #queue: T[] | undefined
  #next = 0

  /** @throws NodeConstructionError without a queue, or for a literal with an item of another type */
  constructor(site: NodeSite, item: ValueType<T>) {
    this.#ports = site.ports
    this.#item = item
    this.#key = site.ports.key('queue')
    const text = site.ports.text('queue')
    if (text === undefined) {
      throw new NodeConstructionError(
        site,
        'bt.missing-port',
        'queue',
        `${site.label} needs a port queue="…"`,
      )
    }
    this.#literal = this.#key === undefined ? this.#readLiteral(site, text) : undefined
  }

  /** Restarts the iteration. */
  rewind(): void {
    this.#next = 0
    this.#list = this.#literal
    this.#queue = undefined
  }

  /**
   * Takes the next item; `undefined` when there are no more.
   * @throws PortError when the entry holds nothing to iterate over; ConversionError when a text cannot be parsed
   */
  take(): T | undefined {
    if (this.#key !== undefined) this.#look(this.#key)
    return this.#queue === undefined ? this.#list?.[this.#next++] : this.#queue.shift()
  }

  /** Uses the current contents of a queue; anything else is iterated as it was when the loop started. */
  #look(key: string): void {
    const { blackboard } = this.#ports
    const { value } = blackboard.entry(key) ?? blackboard.declare(key, UNTYPED)
    if (value === undefined) throw new PortError(`port queue: nothing was written to {${key}} yet`)
    const type = storageOf(value)
    if (value instanceof ObjectValue && type === `queue<${this.#item.name}>`) {
      this.#queue = value.data as T[]
    } else if (this.#queue === undefined && this.#list === undefined) {
      if (typeof value === 'string') this.#list = this.#parse(value)
      else if (value instanceof ObjectValue && type === `vector<${this.#item.name}>`)
        this.#list = value.data as readonly T[]
      else throw new PortError(`port queue: {${key}} holds a ${type}, not a list of ${this.#item.name}`)
    }
  }

  #readLiteral(site: NodeSite, text: string): readonly T[] {
    try {
      return this.#parse(text)
    } catch (cause) {
      if (!(cause instanceof ConversionError)) throw cause
      throw new NodeConstructionError(site, 'bt.port-type', 'queue', `port queue: ${cause.message}`)
    }
  }

  /** As in the reference, there is no JSON form. */
  #parse(text: string): readonly T[] {
    return splitItems(text).map((part) => this.#item.parse(part, this.#ports.enums))
  }
}
