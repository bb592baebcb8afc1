import type { FieldMap } from '#base/field-map.js'

/**
 * What changes in an episode: triples of the ms since the change before, what changes, and what it is from then on
 * (null: nothing). The script of the page folds them up to the moment that is shown.
 */
export type Changes = readonly (number | null)[]

/** An episode as the script of the page reads it. A word is a position in `words`. */
export interface ScrubData {
  /** ms of the episode's clock: the first tick, and the last change */
  readonly from: number
  readonly to: number
  readonly words: readonly string[]
  /** row of the tree → word: its status */
  readonly tree: Changes
  /** 0, 1, 2 → mm, mm, tenths of a degree */
  readonly pose: Changes
  /** row of the beliefs → word */
  readonly facts: Changes
  /** element of the map → whether it is seen; of a field, which the script draws, there are none */
  readonly marks: Changes
  readonly field?: FieldMap | undefined
  /** 0 → word: the running unit */
  readonly unit: Changes
  /** 0 → word: id of the newest picture */
  readonly frame: Changes
  /** 0, 1, 2 → word: what the critic said last, the last alarm, what was refused last */
  readonly said: Changes
}

/** Collects changes; those that change nothing are left out. */
export class ChangeList {
  readonly #triples: (number | null)[] = []
  readonly #now = new Map<number, number | null>()
  #last = 0

  get triples(): Changes {
    return this.#triples
  }

  /** @param t ms of the episode's clock, never less than before */
  set(t: number, key: number, value: number | null): void {
    if (this.#now.get(key) === value) return
    this.#now.set(key, value)
    // a record in real time has fractions of milliseconds, which nobody can choose
    const at = Math.ceil(t)
    this.#triples.push(at - this.#last, key, value)
    this.#last = at
  }
}

/** Texts by number, each once. */
export class Words {
  readonly #numbers = new Map<string, number>()

  get all(): readonly string[] {
    return [...this.#numbers.keys()]
  }

  numberOf(word: string): number {
    const known = this.#numbers.get(word)
    if (known !== undefined) return known
    this.#numbers.set(word, this.#numbers.size)
    return this.#numbers.size - 1
  }
}
