import type { CommandId } from './driver-event.js'

/** What was asked under one number. */
export type Asked =
  | { readonly kind: 'hello' | 'observe' | 'stop' | 'estop' | 'reset' }
  | { readonly kind: 'execute'; readonly id: CommandId }

/** more than can be open at once: the ledger bounds commands, the session the rest */
const MAX_LATE = 256

/** The open requests, each answered once. */
export class Requests {
  readonly #open = new Map<number, { readonly asked: Asked; readonly due: number }>()
  /** given up: an answer may still come */
  readonly #late = new Map<number, Asked>()
  #last = 0

  /** @param due it is given up then, ms @returns its number */
  add(asked: Asked, due: number): number {
    const rpc = ++this.#last
    this.#open.set(rpc, { asked, due })
    return rpc
  }

  /** What an answer belongs to: `undefined` when nothing of the kind was asked, or it was answered before. */
  take(rpc: number): { readonly asked: Asked; readonly isLate: boolean } | undefined {
    const asked = this.#open.get(rpc)?.asked ?? this.#late.get(rpc)
    if (asked === undefined) return undefined
    const isLate = !this.#open.delete(rpc)
    this.#late.delete(rpc)
    return { asked, isLate }
  }

  /** What is still to be answered under this number. */
  asked(rpc: number): Asked | undefined {
    return this.#open.get(rpc)?.asked
  }

  /** Reopens one whose answer did not fit; it is due at once. */
  putBack(rpc: number, asked: Asked): void {
    this.#open.set(rpc, { asked, due: -Infinity })
  }

  has(kind: Asked['kind']): boolean {
    return this.count(kind) > 0
  }

  count(kind: Asked['kind']): number {
    let count = 0
    for (const { asked } of this.#open.values()) if (asked.kind === kind) count++
    return count
  }

  /** Gives up what was not answered in time. */
  expired(now: number): { readonly rpc: number; readonly asked: Asked }[] {
    const gone = [...this.#open].filter(([, { due }]) => now >= due)
    for (const [rpc, { asked }] of gone) {
      this.#open.delete(rpc)
      this.#late.set(rpc, asked)
      const oldest = this.#late.size > MAX_LATE ? this.#late.keys().next().value : undefined
      if (oldest !== undefined) this.#late.delete(oldest)
    }
    return gone.map(([rpc, { asked }]) => ({ rpc, asked }))
  }

  clear(): void {
    this.#open.clear()
    this.#late.clear()
  }
}
