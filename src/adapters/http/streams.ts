import type { ServerResponse } from 'node:http'

/**
 * Keeps the number of event streams bounded without letting those who are there shut the door: whoever comes when all
 * places are taken gets that of the oldest reader of the address that holds the most.
 */
export class Streams {
  readonly #most: number
  /** in the order in which they came */
  readonly #open = new Map<ServerResponse, string>()

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#open.size
  }

  admit(response: ServerResponse, address: string): void {
    if (this.#open.size >= this.#most) this.#oldestOfMost()?.destroy()
    this.#open.set(response, address)
    response.on('close', () => this.#open.delete(response))
  }

  #oldestOfMost(): ServerResponse | undefined {
    const counts = new Map<string, number>()
    for (const address of this.#open.values()) counts.set(address, (counts.get(address) ?? 0) + 1)
    const most = Math.max(...counts.values())
    const oldest = [...this.#open].find(([, address]) => counts.get(address) === most)?.[0]
    // its place is free at once, though its socket closes later
    if (oldest !== undefined) this.#open.delete(oldest)
    return oldest
  }
}
