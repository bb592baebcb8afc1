import { plural } from '#app/command-line/words.js'
import type { Access } from '#console/roles.js'
import type { HealthReporter } from '../health-reporter.js'
import type { RunManager } from './run-manager.js'

/** the console reports ten times a second which keys may stop the robot; after a longer silence none can, ms */
const SILENT_MS = 1000
/**
 * At most this much of a late check counts as silence: while this process stalled, it could not have heard anybody,
 * ms.
 */
const MAX_COUNTED_MS = 400

/**
 * Ensures that nothing moves unless somebody can stop it. The console reports which keys with the right to stop could
 * connect; when there is none, or the console is silent, motion is blocked. A key added while the robot is moving
 * proves nothing: perhaps nobody holds its private half. So at least one key from before the motion must remain.
 */
export class AccessGuard {
  readonly #now: () => number
  readonly #changed: (blockedBecause: string | null, mayStop: number) => void
  readonly #isMoving: () => boolean
  #access: Access | undefined
  /** the keys that could stop it when nothing was last moving */
  #trustedKeys: readonly string[] = []
  #silentMs = 0
  #checkedAt: number

  /**
   * @param now monotonic milliseconds
   * @param isMoving is a job under way that could move the robot?
   * @param changed called on every report and every long silence: why motion is blocked, or null
   */
  constructor(
    now: () => number,
    isMoving: () => boolean,
    changed: (blockedBecause: string | null, mayStop: number) => void,
  ) {
    this.#now = now
    this.#isMoving = isMoving
    this.#changed = changed
    this.#checkedAt = now()
  }

  /** Takes the console's report on who could connect. */
  onReport(access: Access): void {
    // whoever asks for a run before the first report has replaced no key
    const isFirst = this.#access === undefined
    this.#access = access
    this.#silentMs = 0
    this.#checkedAt = this.#now()
    const { mayStop, why } = access
    if (isFirst || !this.#isMoving()) this.#trustedKeys = mayStop
    const replaced = !mayStop.some((key) => this.#trustedKeys.includes(key))
    const blockedBecause =
      mayStop.length === 0 ? (why ?? 'no key may stop it') : replaced ? KEYS_REPLACED : null
    this.#changed(blockedBecause, mayStop.length)
  }

  /** Call this a few times a second. */
  checkSilence(): void {
    const now = this.#now()
    this.#silentMs += Math.min(now - this.#checkedAt, MAX_COUNTED_MS)
    this.#checkedAt = now
    if (this.#silentMs <= SILENT_MS) return
    this.#changed(this.#access === undefined ? CONSOLE_NOT_OPEN : CONSOLE_SILENT, 0)
  }
}

/** What the console and the housekeeping need of it. */
export type AccessWatch = Pick<AccessGuard, 'onReport' | 'checkSilence'>

/** The service's guard: it blocks the manager through which all motion goes, and has a row in the health table. */
export function accessGuard({
  manager,
  healthReporter,
  now,
}: {
  readonly manager: RunManager
  readonly healthReporter: HealthReporter
  readonly now: () => number
}): AccessWatch {
  const isMoving = (): boolean => manager.currentJob !== undefined
  const guard = new AccessGuard(now, isMoving, (blockedBecause, mayStop) => {
    manager.forbidMotion(blockedBecause)
    if (blockedBecause === null) healthReporter.beat('access', `${plural(mayStop, 'key')} can stop the robot`)
    else healthReporter.fail('access', `nobody can stop the robot: ${blockedBecause}`)
  })
  return {
    // wedged on purpose, it ignores reports
    onReport: (access) => {
      if (!healthReporter.isWedged('access')) guard.onReport(access)
    },
    checkSilence: () => guard.checkSilence(),
  }
}

const CONSOLE_NOT_OPEN = 'the console is not open yet'
const KEYS_REPLACED =
  'every key that could stop it was replaced while it moved; holders of the new keys may start and arm it again'
const CONSOLE_SILENT = 'the console no longer answers'
