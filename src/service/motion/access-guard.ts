import type { Access } from '#console/roles.js'
import type { HealthReporter } from '../health-reporter.js'
import type { RunManager } from './run-manager.js'

/** the console reports ten times a second which keys may stop the robot; after a longer silence none can, ms */
const SILENT_MS = 1000
/**
 * At most this much of a late check counts as silence: while this process stalled, it could not have heard anybody,
 * ms.
 */
const MOST_OF_A_LOOK_MS = 400

/**
 * Ensures that nothing moves unless somebody can stop it. The console reports which keys with the right to stop could
 * connect; when there is none, or the console is silent, motion is barred. A key added while the robot is moving proves
 * nothing: perhaps nobody holds its private half. So at least one key from before the motion must remain.
 */
export class AccessGuard {
  readonly #now: () => number
  readonly #changed: (barred: string | null, mayStop: number) => void
  readonly #moves: () => boolean
  #access: Access | undefined
  /** the keys that could stop it when nothing was last moving */
  #known: readonly string[] = []
  #silentMs = 0
  #lookedAt: number

  /**
   * @param now monotonic milliseconds
   * @param moves is a job under way that could move the robot?
   * @param changed called on every report and every long silence: why motion is barred, or null
   */
  constructor(
    now: () => number,
    moves: () => boolean,
    changed: (barred: string | null, mayStop: number) => void,
  ) {
    this.#now = now
    this.#moves = moves
    this.#changed = changed
    this.#lookedAt = now()
  }

  /** Takes the console's report on who could connect. */
  heard(access: Access): void {
    this.#access = access
    this.#silentMs = 0
    this.#lookedAt = this.#now()
    const { mayStop, why } = access
    if (!this.#moves()) this.#known = mayStop
    const exchanged = !mayStop.some((key) => this.#known.includes(key))
    const barred = mayStop.length === 0 ? (why ?? 'no key may stop it') : exchanged ? EXCHANGED : null
    this.#changed(barred, mayStop.length)
  }

  /** Call this a few times a second. */
  look(): void {
    const now = this.#now()
    this.#silentMs += Math.min(now - this.#lookedAt, MOST_OF_A_LOOK_MS)
    this.#lookedAt = now
    if (this.#silentMs <= SILENT_MS) return
    this.#changed(this.#access === undefined ? NOT_YET : SILENT, 0)
  }
}

/** What the console and the housekeeping need of it. */
export type AccessWatch = Pick<AccessGuard, 'heard' | 'look'>

/** The service's guard: it bars the manager through which all motion goes, and has a row in the health table. */
export function accessGuard({
  manager,
  healthReporter,
  now,
}: {
  readonly manager: RunManager
  readonly healthReporter: HealthReporter
  readonly now: () => number
}): AccessWatch {
  const moves = (): boolean => manager.busyWith !== undefined
  const guard = new AccessGuard(now, moves, (barred, mayStop) => {
    manager.bar(barred)
    if (barred === null)
      healthReporter.beat('access', `${mayStop === 1 ? '1 key' : `${mayStop} keys`} may stop it`)
    else healthReporter.fail('access', `nobody can stop the robot: ${barred}`)
  })
  return {
    // wedged on purpose, it ignores reports
    heard: (access) => {
      if (!healthReporter.isWedged('access')) guard.heard(access)
    },
    look: () => guard.look(),
  }
}

const NOT_YET = 'the console is not open yet'
const EXCHANGED =
  'every key that could stop it was replaced while it moved; holders of the new keys may start and arm it again'
const SILENT = 'the console no longer answers'
