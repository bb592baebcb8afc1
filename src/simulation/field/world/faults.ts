import { stream, type Rng } from '#base/random.js'

/**
 * Execution faults as physical events, with the probabilities of benchmarks §6.1. Each kind draws from its own random
 * stream, named by seed, field and episode, so that two policies get the same draws from the same seed.
 */
export interface FaultProfile {
  /** per move: something blocks the wheels on the way, until the controller gives up */
  readonly navigation: number
  /** per block and grip attempt: the cup does not seal */
  readonly grip: number
  /** per carried block and move: it falls off on the way */
  readonly drop: number
  /** per block and rotation: it does not turn */
  readonly rotation: number
  /** per released block: it bounces out of the zone */
  readonly placement: number
  /** per push: the shelf slips off the bumper */
  readonly cursor: number
}

export type FaultKind = keyof FaultProfile

export const FAULT_PROFILES = {
  nominal: { navigation: 0.02, grip: 0.03, drop: 0.02, rotation: 0.05, placement: 0.04, cursor: 0.1 },
  none: { navigation: 0, grip: 0, drop: 0, rotation: 0, placement: 0, cursor: 0 },
} as const satisfies Record<string, FaultProfile>

/** One fault that took place, for tests and for the labels of training data. Never shown to the robot. */
export interface FaultEvent {
  readonly kind: FaultKind
  /** world time, ms */
  readonly t: number
  /** cup concerned, if it is about a block */
  readonly cup?: number
}

export class Faults {
  readonly log: FaultEvent[] = []
  /** how often each kind could have happened */
  readonly chances: Record<FaultKind, number> = perKind(() => 0)
  /** Random values for the details of a fault: as many as it takes, without shifting those of later faults. */
  readonly details: Rng
  readonly #profile: FaultProfile
  readonly #streams: Readonly<Record<FaultKind, Rng>>

  constructor(
    profile: FaultProfile,
    name: { readonly seed: number; readonly field: string; readonly episode: number },
  ) {
    const { seed, field, episode } = name
    this.#profile = profile
    this.details = stream(seed, field, episode, 'details')
    this.#streams = perKind((kind) => stream(seed, field, episode, kind))
  }

  /**
   * Draws whether the fault happens this time; uses the same number of random values either way.
   * @returns how it happens, uniform in [0, 1), or `undefined`
   */
  draw(kind: FaultKind): number | undefined {
    this.chances[kind]++
    const rng = this.#streams[kind]
    const happens = rng.next() < this.#profile[kind]
    const how = rng.next()
    return happens ? how : undefined
  }

  /** Records a fault that has happened. A block due to fall further along than it was carried has not fallen. */
  record(kind: FaultKind, t: number, cup?: number): void {
    this.log.push({ kind, t, ...(cup === undefined ? {} : { cup }) })
  }
}

const perKind = <T>(make: (kind: FaultKind) => T): Record<FaultKind, T> => ({
  navigation: make('navigation'),
  grip: make('grip'),
  drop: make('drop'),
  rotation: make('rotation'),
  placement: make('placement'),
  cursor: make('cursor'),
})
