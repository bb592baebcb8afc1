import { VirtualClock } from '#base/clock.js'
import { ms } from '#base/units.js'
import { DriverSession } from '#drivers/driver-session.js'
import { createTabletopDriver, type TabletopDriver } from '#tabletop/driver/tabletop-driver.js'
import type { Tabletop } from '#tabletop/tabletop.js'

/** ms; the reflex loop's period */
export const TICK = 20
/** the driver's own declarations, ms */
export const STOP_MS = 400
export const HEARTBEAT_MS = 400
/** radians a second; joints that are slower stand (`Tabletop.moving`) */
const STANDS = 0.01

/** A session with the arm in virtual time, and whether MuJoCo says that the arm moves. */
export class TabletopSession {
  readonly clock = new VirtualClock()
  readonly driver: TabletopDriver
  readonly session: DriverSession
  /** the reflex loop is well: it allows heartbeats */
  healthy = true
  /** the host is there; one that is gone says nothing more */
  alive = true
  readonly #table: Tabletop

  constructor(table: Tabletop) {
    this.#table = table
    this.driver = createTabletopDriver(table, 'boot')
    this.session = new DriverSession({ clock: this.clock, peer: this.driver, session: 's1' })
  }

  tick(times = 1): void {
    for (let count = 0; count < times; count++) {
      this.driver.advance(TICK)
      this.clock.advance(ms(TICK))
      if (!this.alive) continue
      if (this.healthy) this.session.allowHeartbeat()
      this.session.poll()
      this.session.takeEvents()
    }
  }

  /** Up, and out of SAFE. */
  ready(): this {
    this.tick(2)
    this.session.reset()
    this.tick(2)
    return this
  }

  /** By MuJoCo, not by what the driver says. */
  get moves(): boolean {
    return Math.max(...this.#table.physics.jointSpeeds.map(Math.abs)) > STANDS
  }
}
