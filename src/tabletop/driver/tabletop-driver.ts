import { VirtualClock } from '#base/clock.js'
import { ok, type Result } from '#base/result.js'
import { ms } from '#base/units.js'
import type { DriverPeer, Execute, Observation } from '#drivers/contract.js'
import { DriverSide, type DriverOffer } from '#drivers/driver-side.js'
import { isWanted, type BodyOutcome, type RobotBody, type Wanted } from '#drivers/side/robot-body.js'
import { objectionTo, TABLETOP_SKILLS } from '../skills/run-skill.js'
import type { Tabletop } from '../tabletop.js'
import { readingsOf } from './readings.js'

/** A driver whose time somebody else advances. */
export interface TabletopDriver extends DriverPeer {
  /** @param periodMs of time that passes for the arm and its driver */
  advance(periodMs: number): void
}

/** The arm at its table behind the driver contract (docs/DRIVER.md). @param boot different at every start */
export function createTabletopDriver(tabletop: Tabletop, boot: string): TabletopDriver {
  const clock = new VirtualClock()
  const side = new DriverSide({ clock, body: new TabletopArm(tabletop), offer: tabletopOffer(boot) })
  return {
    send: (message) => side.send(message),
    take: () => side.take(),
    advance: (periodMs) => {
      tabletop.step(periodMs)
      clock.advance(ms(periodMs))
      side.advance()
    },
    get closed() {
      return side.closed
    },
    close: () => side.close(),
  }
}

/** What the arm says that it can do. @param boot different at every start */
export const tabletopOffer = (boot: string): DriverOffer => ({
  robot: 'tabletop_arm',
  boot,
  skills: Object.entries(TABLETOP_SKILLS).map(([name, { params, timeoutMs }]) => ({
    name,
    params: Object.keys(params),
    timeoutMs,
  })),
  facts: ['location', 'open', 'pressed'],
  pictures: [],
  stopMs: STOP_MS,
  heartbeatMs: HEARTBEAT_MS,
})

/** After a `stop` the arm stands within this time, ms. */
const STOP_MS = 400
const HEARTBEAT_MS = 400
/** Of a skill's time limit so much has passed: the fraction that is reported while it runs. */
const PROGRESS_EVERY_MS = 500

/** The arm below the laws of its driver. */
export class TabletopArm implements RobotBody {
  readonly fault = undefined
  readonly #tabletop: Tabletop
  #begun = 0

  constructor(tabletop: Tabletop) {
    this.#tabletop = tabletop
  }

  get moving(): boolean {
    return this.#tabletop.moving
  }

  objectionTo({ skill, params }: Execute): string | undefined {
    return objectionTo(skill, params)
  }

  begin({ skill, params }: Execute, progress: (fraction: number) => void): void {
    this.#begun = this.#tabletop.now
    this.#tabletop.begin(skill, params)
    this.#report = { progress, limit: TABLETOP_SKILLS[skill]?.timeoutMs ?? 1, reported: 0 }
  }

  outcome(): BodyOutcome | undefined {
    this.#reportProgress()
    return this.#tabletop.outcome()
  }

  halt(): void {
    this.#report = undefined
    this.#tabletop.halt()
  }

  observe(wanted: Wanted, answer: (answer: Result<Observation, string>) => void): void {
    // a moving arm hides what it does: the last look counts until it stands
    if (!this.#tabletop.moving) this.#tabletop.look()
    const readings = readingsOf(this.#tabletop.known, this.#tabletop.now)
    answer(ok({ facts: readings.filter(({ fact }) => isWanted(fact, wanted)) }))
  }

  #report:
    { readonly progress: (fraction: number) => void; readonly limit: number; reported: number } | undefined

  #reportProgress(): void {
    const report = this.#report
    const passed = this.#tabletop.now - this.#begun
    if (report === undefined || passed < report.reported + PROGRESS_EVERY_MS) return
    report.reported = passed
    report.progress(Math.min(0.95, passed / report.limit))
  }
}
