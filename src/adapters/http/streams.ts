import type { ServerResponse } from 'node:http'

/**
 * Bounds the number of event streams without letting existing readers block new ones: when the limit is reached, a new
 * reader replaces the oldest reader of the address that holds the most streams.
 */
export class Streams {
  readonly #max: number
  /** in order of arrival */
  readonly #open = new Map<ServerResponse, string>()

  constructor(max: number) {
    this.#max = max
  }

  get size(): number {
    return this.#open.size
  }

  admit(response: ServerResponse, address: string): void {
    if (this.#open.size >= this.#max) this.#oldestOfMost()?.destroy()
    this.#open.set(response, address)
    response.on('close', () => this.#open.delete(response))
  }

  #oldestOfMost(): ServerResponse | undefined {
    const counts = new Map<string, number>()
    for (const address of this.#open.values()) counts.set(address, (counts.get(address) ?? 0) + 1)
    const most = Math.max(...counts.values())
    const oldest = [...this.#open].find(([, address]) => counts.get(address) === most)?.[0]
    // its slot is free at once, though its socket closes later
    if (oldest !== undefined) this.#open.delete(oldest)
    return oldest
  }
}
