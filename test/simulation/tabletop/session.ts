import { VirtualClock } from '#base/clock.js'
import { ms } from '#base/units.js'
import type { DriverPeer } from '#drivers/contract.js'
import { DriverSession } from '#drivers/driver-session.js'
import type { SkillParams } from '#simulation/tabletop/skills/run-skill.js'
import { createTabletopDriver, type TabletopDriver } from '#simulation/tabletop/driver/tabletop-driver.js'
import type { Tabletop } from '#simulation/tabletop/tabletop.js'

/** ms; the reflex loop's period */
export const TICK = 20
/** the driver's own declarations, ms */
export const STOP_MS = 400
export const HEARTBEAT_MS = 400
/** radians a second; joints that are slower stand (`Tabletop.moving`) */
const STANDS = 0.01

/** A session with the arm in virtual time, and what MuJoCo says of the arm meanwhile. */
export class TabletopSession {
  readonly clock = new VirtualClock()
  readonly driver: TabletopDriver
  readonly session: DriverSession
  /** skills that the arm has begun, in order */
  readonly begun: string[] = []
  /** times at which the joints moved, ms, although the last skill had been over for longer than a stop may take */
  readonly unasked: number[] = []
  /** the reflex loop is well: it allows heartbeats */
  healthy = true
  /** the host is there; one that is gone says nothing more */
  alive = true
  readonly #table: Tabletop
  #over = -Infinity
  #running = false

  /** @param between stands between session and driver */
  constructor(
    table: Tabletop,
    between: (peer: DriverPeer, clock: VirtualClock) => DriverPeer = (peer) => peer,
  ) {
    this.#table = table
    this.#watch()
    this.driver = createTabletopDriver(table, 'boot')
    this.session = new DriverSession({
      clock: this.clock,
      peer: between(this.driver, this.clock),
      session: 's1',
    })
  }

  tick(times = 1): void {
    for (let count = 0; count < times; count++) {
      this.driver.advance(TICK)
      this.clock.advance(ms(TICK))
      if (this.moves && !this.#running && this.clock.now() - this.#over > STOP_MS)
        this.unasked.push(this.clock.now())
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

  /** Notes every beginning and end of a skill at the arm itself. */
  #watch(): void {
    const table = this.#table
    const [begin, outcome, halt] = [
      table.begin.bind(table),
      table.outcome.bind(table),
      table.halt.bind(table),
    ]
    table.begin = (skill: string, params: SkillParams) => {
      this.begun.push(skill)
      this.#running = true
      begin(skill, params)
    }
    table.outcome = () => {
      const ended = outcome()
      if (ended !== undefined) this.#rest()
      return ended
    }
    table.halt = () => {
      if (this.#running) this.#rest()
      halt()
    }
  }

  #rest(): void {
    this.#running = false
    this.#over = this.clock.now()
  }
}
