import { NodeConstructionError } from '../../engine/construction.js'
import { PortError } from '../../engine/errors.js'
import type { NodeSite } from '../../engine/node.js'
import type { Ports } from '../../engine/ports.js'
import { ConversionError } from '../../value/errors.js'
import { queueType, splitItems } from '../../value/lists.js'
import { ObjectValue } from '../../value/object.js'
import { UNTYPED, type ValueType } from '../../value/types.js'
import { storageOf } from '../../value/value.js'

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
  #next = 0

  /** @throws NodeConstructionError without a queue, or for a literal with an item of another type */
  constructor(site: NodeSite, item: ValueType<T>) {
    this.#ports = site.ports
    this.#item = item
    this.#key = site.ports.key('queue')
    const text = site.ports.text('queue')
    if (text === undefined) {
      throw new NodeConstructionError(site, 'bt.missing-port', 'queue', `${site.label} needs a port queue="…"`)
    }
    this.#literal = this.#key === undefined ? this.#readLiteral(site, text) : undefined
  }

  /** The loop starts anew. */
  rewind(): void {
    this.#next = 0
    this.#list = this.#literal
  }

  /**
   * The next item; `undefined` when there are no more.
   * @throws PortError when the blackboard holds nothing that could be gone through; ConversionError for a text
   */
  take(): T | undefined {
    if (this.#key !== undefined) {
      const queue = this.#queue(this.#key)
      if (queue !== undefined) return queue.shift()
    }
    return this.#list?.[this.#next++]
  }

  /** The shared queue, if it is one; else what stands there becomes the list, unless there is one already. */
  #queue(key: string): T[] | undefined {
    const value = (this.#ports.blackboard.entry(key) ?? this.#ports.blackboard.declare(key, UNTYPED)).value
    if (value instanceof ObjectValue && value.type === `queue<${this.#item.name}>`) return value.data as T[]
    if (typeof value === 'string') {
      this.#list ??= this.#parse(value)
    } else if (value instanceof ObjectValue && value.type === `vector<${this.#item.name}>`) {
      this.#list ??= value.data as readonly T[]
    } else {
      throw new PortError(
        `port queue: {${key}} holds ${value === undefined ? 'nothing yet' : `a ${storageOf(value)}`}; it must be a queue or vector of ${this.#item.name}, or text`,
      )
    }
    return undefined
  }

  #readLiteral(site: NodeSite, text: string): readonly T[] {
    try {
      return this.#parse(text)
    } catch (cause) {
      if (!(cause instanceof ConversionError)) throw cause
      throw new NodeConstructionError(site, 'bt.port-type', 'queue', `port queue: ${cause.message}`)
    }
  }

  #parse(text: string): readonly T[] {
    const { enums } = this.#ports
    // as in the reference, texts have no JSON form: `json:` is the beginning of the first one
    if (this.#item.name === 'string') return splitItems(text).map((part) => this.#item.parse(part, enums))
    return queueType(this.#item).parse(text, enums)
  }
}
