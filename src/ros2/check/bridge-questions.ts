import type { BridgeLink, BridgeListener } from '../bridge/bridge-link.js'
import { fieldAt, type JsonObject } from '../bridge/json-object.js'
import type { BridgeMessage } from '../bridge/protocol.js'

/** a service that has not answered within this time does not, ms */
const ANSWER_MS = 2000
/** how often it is looked whether something has come, ms */
const LOOK_MS = 20

/** Asks things of a bridge without moving anything: calls of services that only tell, and what topics say. */
export class BridgeQuestions implements BridgeListener {
  readonly #link: BridgeLink
  readonly #answers = new Map<string, JsonObject | false>()
  readonly #topics = new Map<string, JsonObject>()
  #asked = 0

  constructor(link: BridgeLink) {
    this.#link = link
    link.listen(this)
  }

  /** @returns whether there is a connection, at the latest after that time */
  connected(withinMs: number): Promise<boolean> {
    return until(() => this.#link.connected, withinMs)
  }

  /** The answer of a service; `undefined` where none came or it failed. */
  async call(service: string, type: string, args: JsonObject = {}): Promise<JsonObject | undefined> {
    const id = `graft:check:${++this.#asked}`
    this.#link.send({ op: 'call_service', id, service, type, args })
    await until(() => this.#answers.has(id) || !this.#link.connected, ANSWER_MS)
    const answer = this.#answers.get(id)
    return answer === false ? undefined : answer
  }

  /** Names in a list that a service of rosapi gives; `undefined` where there is no rosapi. */
  async names(
    service: string,
    type: string,
    { field, args = {} }: { readonly field: string; readonly args?: JsonObject },
  ): Promise<readonly string[] | undefined> {
    const list = fieldAt(await this.call(service, type, args), [field])
    return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : undefined
  }

  /** Waits until all topics have said something, or no longer. @returns the newest message of those that have */
  async listen(
    topics: ReadonlyMap<string, string>,
    withinMs: number,
  ): Promise<ReadonlyMap<string, JsonObject>> {
    for (const [topic, type] of topics)
      this.#link.send({
        op: 'subscribe',
        id: `graft:check:${topic}`,
        topic,
        type,
        throttle_rate: 0,
        queue_length: 1,
      })
    await until(() => [...topics.keys()].every((topic) => this.#topics.has(topic)), withinMs)
    return this.#topics
  }

  opened(): void {
    this.#topics.clear()
  }

  closed(): void {
    this.#topics.clear()
  }

  received(message: BridgeMessage): void {
    if (message.kind === 'topic') this.#topics.set(message.topic, message.message)
    if (message.kind !== 'response') return
    const { id, accepted, values } = message
    this.#answers.set(
      id,
      accepted && typeof values === 'object' && values !== null ? (values as JsonObject) : false,
    )
  }
}

async function until(isSo: () => boolean, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs
  while (!isSo() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  return isSo()
}
