import { NodeConstructionError, PortError } from '#bt/node/errors.js'
import type { NodeSite } from '#bt/node/node.js'
import type { Ports } from '#bt/node/ports.js'
import { ConversionError, storageOf, ObjectValue } from '#bt/value/value.js'
import { splitItems } from '#bt/value/lists.js'
import { UNTYPED, type ValueType } from '#bt/value/types.js'

/**
 * What a loop goes through: the items of a literal, or of what port `queue` points to. A queue is shared, so taking
 * an item takes it from everybody; a vector or a text is gone through once for each start of the loop.
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

  /** The loop starts anew. */
  rewind(): void {
    this.#next = 0
    this.#list = this.#literal
    this.#queue = undefined
  }

  /**
   * The next item; `undefined` when there are no more.
   * @throws PortError when the blackboard holds nothing that could be gone through; ConversionError for a text
   */
  take(): T | undefined {
    if (this.#key !== undefined) this.#look(this.#key)
    return this.#queue === undefined ? this.#list?.[this.#next++] : this.#queue.shift()
  }

  /** A queue is taken as it stands there now; anything else is gone through as it stood when the loop started. */
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

  /** As in the reference there is no JSON form. */
  #parse(text: string): readonly T[] {
    return splitItems(text).map((part) => this.#item.parse(part, this.#ports.enums))
  }
}
