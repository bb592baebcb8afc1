import type { StatusEvent } from '#runtime/status/status-event.js'
import type { Client } from '../client.js'
import { isThing } from '../show/anything.js'
import type { Look } from '../text/look.js'
import { readThumbnail, thumbnail } from './thumbnail.js'

/** Fetches new pictures, one at a time and at most one per second. */
export class Cameraman {
  readonly #client: Client
  readonly #look: () => Look
  #picture: readonly string[] = []
  #busy = false
  #on = true
  #last = -Infinity

  constructor(client: Client, look: () => Look) {
    this.#client = client
    this.#look = look
  }

  get picture(): readonly string[] {
    return this.#on ? this.#picture : []
  }

  toggle(): void {
    this.#on = !this.#on
  }

  heard({ kind }: StatusEvent): void {
    const now = performance.now()
    if (kind !== 'picture' || this.#busy || !this.#on || now - this.#last < 1000) return
    this.#last = now
    this.#busy = true
    void this.#fetch().finally(() => (this.#busy = false))
  }

  async #fetch(): Promise<void> {
    const answer = await this.#client.request('picture', {}, { timeoutMs: 2000 })
    if (!answer.ok || !isThing(answer.value)) return
    const { jpeg } = answer.value
    if (typeof jpeg !== 'string' || jpeg.length > MOST_LETTERS) return
    const points = await readThumbnail(Buffer.from(jpeg, 'base64'))
    if (points !== undefined) this.#picture = thumbnail(points, this.#look())
  }
}

const MOST_LETTERS = 8_000_000
