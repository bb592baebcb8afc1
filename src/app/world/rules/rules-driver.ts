import { VirtualClock } from '#base/clock.js'
import { ms } from '#base/units.js'
import type { DriverMessage, DriverPeer, SeenFact } from '#drivers/contract.js'
import { DriverSide } from '#drivers/driver-side.js'
import { RulesBody, type RulesBodyOptions } from './rules-body.js'

export interface RulesDriverOptions extends RulesBodyOptions {
  /** different at every start of the driver */
  readonly boot: string
  /** what it calls itself */
  readonly robot: string
}

/** A driver whose time somebody else advances. */
export interface RulesDriver extends DriverPeer {
  advance(period: number): void
  readonly body: RulesBody
}

/** The robot of a world that plays by its own rules, behind the driver contract. */
export function createRulesDriver({ boot, robot, ...options }: RulesDriverOptions): RulesDriver {
  const { domain } = options
  const clock = new VirtualClock()
  const body = new RulesBody(options)
  const offer = {
    robot,
    boot,
    skills: domain.rules.skills.map(({ name, ports }) => ({
      name,
      params: ports.map((port) => port.name),
      timeoutMs: TIMEOUT_MS,
    })),
    facts: [...new Set([...domain.sorts.keys()].map((fact) => fact.replace(/\(.*/, '')))],
    pictures: [],
    stopMs: STOP_MS,
    heartbeatMs: HEARTBEAT_MS,
  }
  const side = new DriverSide({ clock, body, offer })
  const notices = new Notices(body)
  return {
    body,
    send: (message) => side.send(message),
    take: () => (side.closed === undefined ? [...side.take(), ...notices.take()] : side.take()),
    advance: (period) => {
      clock.advance(ms(period))
      body.advance(period)
      side.advance()
    },
    get closed() {
      return side.closed
    },
    close: () => side.close(),
  }
}

/** What it sees change is told without being asked. */
class Notices {
  readonly #body: RulesBody
  #known = new Map<string, SeenFact['value']>()

  constructor(body: RulesBody) {
    this.#body = body
  }

  take(): readonly DriverMessage[] {
    let fresh: readonly SeenFact[] = []
    this.#body.observe({}, (seen) => {
      if (seen.ok) fresh = seen.value.facts.filter(({ fact, value }) => this.#known.get(fact) !== value)
    })
    for (const { fact, value } of fresh) this.#known.set(fact, value)
    return fresh.length === 0 ? [] : [{ kind: 'facts', observation: { facts: fresh } }]
  }
}

/** the limit of a skill is the business of the robot file */
const TIMEOUT_MS = 3_600_000
/** it has no weight: it stands at once */
const STOP_MS = 100
const HEARTBEAT_MS = 500
