import { type PlannedStep, formatStep } from '#twin/domain/domain.js'
import type { Notes } from '../plan-node.js'

/**
 * The state reached by a branch: the world, the notes, and the last successful step. Interned: equal configs are
 * one object.
 */
export interface Config<S> {
  readonly id: number
  readonly state: S
  readonly notes: ReadonlyMap<string, string>
  readonly after: PlannedStep | null
  /** fingerprint of the world alone, for counting */
  readonly world: string
  readonly noted: string
}

/** Interns configs, so that branches that reconverge are followed once. */
export class Configs<S> {
  readonly #fingerprint: (state: S) => string
  readonly #configs = new Map<string, Config<S>>()

  constructor(fingerprint: (state: S) => string) {
    this.#fingerprint = fingerprint
  }

  get worlds(): number {
    return new Set([...this.#configs.values()].map(({ world }) => world)).size
  }

  start(state: S): Config<S> {
    const world = this.#fingerprint(state)
    return this.#intern({ state, world, notes: new Map(), noted: '', after: null })
  }

  /** Returns the config after a step. */
  moved(from: Config<S>, state: S, after: PlannedStep | null): Config<S> {
    if (state === from.state && after === from.after) return from
    const world = state === from.state ? from.world : this.#fingerprint(state)
    return this.#intern({ ...from, state, world, after })
  }

  withNotes(config: Config<S>, changes: Notes): Config<S> {
    if (changes.every(([key, value]) => (config.notes.get(key) ?? null) === value)) return config
    const notes = new Map(config.notes)
    for (const [key, value] of changes) {
      if (value === null) notes.delete(key)
      else notes.set(key, value)
    }
    const noted = JSON.stringify([...notes].sort(([a], [b]) => (a < b ? -1 : 1)))
    return this.#intern({ ...config, notes, noted: notes.size === 0 ? '' : noted })
  }

  #intern({ state, world, notes, noted, after }: Omit<Config<S>, 'id'>): Config<S> {
    const key = `${world}\n${noted}\n${after === null ? '' : `${after.path} ${formatStep(after)}`}`
    const known = this.#configs.get(key)
    if (known !== undefined) return known
    const config = { id: this.#configs.size, state, notes, after, world, noted }
    this.#configs.set(key, config)
    return config
  }
}
