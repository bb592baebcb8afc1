import type { Access } from '#console/roles.js'
import type { HealthReporter } from '../health-reporter.js'
import type { RunManager } from './run-manager.js'

/** the console says ten times a second who could stop the robot; when it is silent for longer, nobody can, ms */
const SILENT_MS = 1000
/** Of a look that comes late only this much counts: while this process stood, it could not have heard anybody, ms. */
const MOST_OF_A_LOOK_MS = 400

/**
 * Nothing moves that nobody could stop. The console tells who could come in with a key that may stop; when
 * that is nobody, or the console is silent, motion is barred. Of keys that come while the robot moves nobody
 * knows whether anybody has the other half: one of those that were there when the motion began must remain.
 */
export class AccessGuard {
  readonly #now: () => number
  readonly #changed: (barred: string | null, mayStop: number) => void
  readonly #moves: () => boolean
  #access: Access | undefined
  /** who could stop it when nothing moved last */
  #known: readonly string[] = []
  #silentMs = 0
  #lookedAt: number

  /**
   * @param now monotonic milliseconds
   * @param moves is anything under way that could move the robot?
   * @param changed told of every word and every long silence: why motion is barred, or null
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

  /** The console says who could come in. */
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

  /** To be called a few times a second. */
  look(): void {
    const now = this.#now()
    this.#silentMs += Math.min(now - this.#lookedAt, MOST_OF_A_LOOK_MS)
    this.#lookedAt = now
    if (this.#silentMs <= SILENT_MS) return
    this.#changed(this.#access === undefined ? NOT_YET : SILENT, 0)
  }
}

/** What console and rounds need of it. */
export type AccessWatch = Pick<AccessGuard, 'heard' | 'look'>

/**
 * The guard of the service: it bars the manager through which everything goes that moves, and has a row of
 * the health table.
 */
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
    if (barred === null) healthReporter.beat('access', `${mayStop} may stop it`)
    else healthReporter.fail('access', `nobody can stop the robot: ${barred}`)
  })
  return {
    // wedged on purpose, it is deaf
    heard: (access) => {
      if (!healthReporter.isWedged('access')) guard.heard(access)
    },
    look: () => guard.look(),
  }
}

const NOT_YET = 'the console has not opened yet'
const EXCHANGED =
  'every key that could was exchanged while it moved; who has the new ones may begin and arm anew'
const SILENT = 'the console does not answer any more'
