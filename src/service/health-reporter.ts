import { Health, type HealthHandle, type RowOptions } from '#runtime/health/health.js'

/** Rows of the service's health table, and how long each may stay silent, ms. */
const ROWS = {
  /** the event loop itself */
  loop: { deadlineMs: 1000, critical: true },
  /** a turn is due every 20 ms while a robot is in use */
  reflex: { deadlineMs: 500, critical: true },
  /** the controller's telemetry, while a session is open and not declared lost */
  link: { deadlineMs: 1500, critical: true },
  /** the store's writer has drained its queue */
  store: { deadlineMs: 2500, critical: true },
  console: { deadlineMs: 2500, critical: true },
  /** a client whose key may stop the robot could connect; a restart would not bring lost keys back */
  access: { deadlineMs: 2500, critical: false, barsMotion: true },
  /** the loops keep to their deadlines */
  timing: { deadlineMs: 5000, critical: false },
  /** the line's traffic arrives intact and in time */
  line: { deadlineMs: 5000, critical: false },
  camera: { deadlineMs: 3000, critical: false },
  recorder: { deadlineMs: 5000, critical: false },
  /** the real-time priority of the loop's thread */
  scheduling: { deadlineMs: 5000, critical: false },
} as const satisfies Readonly<Record<string, RowOptions>>

export type RowId = keyof typeof ROWS
export const ROW_IDS = Object.keys(ROWS) as RowId[]

/** The service's health table, with a way to wedge a row on purpose: this is how one tests that a row counts. */
export class HealthReporter {
  readonly health: Health
  readonly #rows: ReadonlyMap<RowId, HealthHandle>
  readonly #wedged = new Set<RowId>()

  constructor(now: () => number) {
    const health = new Health(now)
    this.health = health
    this.#rows = new Map(ROW_IDS.map((id) => [id, health.row(id, ROWS[id])]))
  }

  beat(id: RowId, text = ''): void {
    if (!this.#wedged.has(id)) this.#rows.get(id)?.beat(text)
  }

  fail(id: RowId, text: string): void {
    this.#rows.get(id)?.fail(text)
  }

  off(id: RowId, text = ''): void {
    if (!this.#wedged.has(id)) this.#rows.get(id)?.off(text)
  }

  /** @returns ms since its last heartbeat; infinite when none is expected */
  sinceBeat(id: RowId): number {
    return this.#rows.get(id)?.sinceBeat() ?? Infinity
  }

  /** Are its heartbeats ignored? */
  isWedged(id: RowId): boolean {
    return this.#wedged.has(id)
  }

  /** Ignores its heartbeats from now on. */
  wedge(id: RowId): void {
    this.#rows.get(id)?.beat('wedged on purpose')
    this.#wedged.add(id)
  }
}
