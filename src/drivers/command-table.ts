import type { CommandProgress, CommandResult } from './contract.js'

export type SkillState =
  | { readonly kind: 'running'; readonly fraction: number }
  | { readonly kind: 'ok' }
  | { readonly kind: 'failed' | 'stopped' | 'refused' | 'lost'; readonly text: string }

/** ended commands that are remembered, so that a second result for one is noticed */
const MAX_ENDED = 10_000

/** The commands of a session: each is sent once, and ends once. */
export class CommandTable {
  readonly #states = new Map<number, SkillState>()
  readonly #emit: (event: SessionEvent) => void
  #last = 0

  constructor(emit: (event: SessionEvent) => void) {
    this.#emit = emit
  }

  /** @returns the id of a new command */
  open(): number {
    const id = ++this.#last
    this.#states.set(id, { kind: 'running', fraction: 0 })
    this.#states.delete(id - MAX_ENDED)
    return id
  }

  state(id: number): SkillState {
    return this.#states.get(id) ?? { kind: 'lost', text: 'the session does not know this command' }
  }

  /** The driver has taken it on; that alone is no progress. */
  accept(id: number): void {
    if (this.state(id).kind !== 'running') this.#unasked(`command ${id} was accepted after its end`)
  }

  progress({ id, fraction }: CommandProgress): void {
    const known = this.#states.get(id)
    if (known?.kind !== 'running') return this.#unasked(`progress of command ${id}, which does not run`)
    this.#states.set(id, { kind: 'running', fraction: Math.min(1, Math.max(0, fraction)) })
  }

  end({ id, status, reason }: CommandResult): void {
    if (this.#states.get(id)?.kind !== 'running')
      return this.#unasked(`a result (${status}) of command ${id}, which does not run`)
    const text = reason ?? (status === 'stopped' ? 'it was stopped' : 'no reason given')
    this.#states.set(id, status === 'ok' ? { kind: 'ok' } : { kind: status, text })
  }

  refuse(id: number, text: string): void {
    if (this.state(id).kind !== 'running') return this.#unasked(`command ${id} was refused after its end`)
    this.#states.set(id, { kind: 'refused', text })
  }

  /** The session is over: what runs has an unknown end. */
  abandon(text: string): void {
    for (const [id, state] of this.#states)
      if (state.kind === 'running') this.#states.set(id, { kind: 'lost', text })
  }

  #unasked(text: string): void {
    this.#emit({ kind: 'unasked', text })
  }
}

/** What happened on the line to a driver, for the log and the episode's record. */
export interface SessionEvent {
  readonly kind:
    | 'up'
    | 'degraded'
    | 'recovered'
    | 'lost'
    | 'refused'
    /** an answer or a result that nobody asked for */
    | 'unasked'
  /** in words; empty where the kind says it all */
  readonly text: string
}
