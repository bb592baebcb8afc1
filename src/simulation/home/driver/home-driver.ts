import { VirtualClock } from '#base/clock.js'
import { ok, type Result } from '#base/result.js'
import { ms } from '#base/units.js'
import type {
  DriverHello,
  DriverMessage,
  DriverPeer,
  Execute,
  Observation,
  SeenFact,
} from '#drivers/contract.js'
import { DriverSide } from '#drivers/driver-side.js'
import { isWanted, type BodyOutcome, type RobotBody, type Wanted } from '#drivers/side/robot-body.js'
import { FACT, type FactValue } from '../fact.js'
import type { HomeWorld } from '../home.js'
import { HOME_SKILLS, phasesOf } from '../skills/catalogue.js'
import { ItemMemory } from './item-memory.js'

export interface HomeDriverOptions {
  readonly home: HomeWorld
  /** different at every start of the driver */
  readonly boot: string
  /** every fact as the task believes it at the start: a thing that is not where it should be is then missed */
  readonly believed?: ReadonlyMap<string, FactValue>
  /** takes a picture and returns its reference; without it the robot offers none */
  readonly pictures?: PictureSource
  /** it makes itself safe when it has heard no heartbeat for this long, ms */
  readonly heartbeatMs?: number
}

interface PictureSource {
  readonly offers: DriverHello['pictures']
  take(name: string): string | undefined
}

/** A driver whose time somebody else advances. */
export interface SimulatedDriver extends DriverPeer {
  advance(ms: number): void
  /** whether base or arm of the robot move */
  readonly moving: boolean
}

/** The simulated robot of a home behind the driver contract. */
export function createHomeDriver(options: HomeDriverOptions): SimulatedDriver {
  const { home, boot, pictures, heartbeatMs = HEARTBEAT_MS } = options
  const clock = new VirtualClock()
  const body = new HomeBody(options)
  const side = new DriverSide({
    clock,
    body,
    offer: {
      robot: 'a one-armed mobile robot in a simulated home',
      boot,
      skills: Object.entries(HOME_SKILLS).map(([name, { params, timeoutMs }]) => ({
        name,
        params: Object.keys(params),
        timeoutMs,
      })),
      facts: Object.values(FACT),
      pictures: pictures?.offers ?? [],
      stopMs: STOP_MS,
      heartbeatMs,
    },
  })
  return {
    send: (message) => side.send(message),
    take: () => (side.closed === undefined ? [...side.take(), ...body.takeNotices()] : side.take()),
    advance: (period) => {
      home.step(period)
      clock.advance(ms(period))
      body.follow()
      side.advance()
    },
    get moving() {
      return home.moving
    },
    get closed() {
      return side.closed
    },
    close: () => side.close(),
  }
}

/** after a `stop` the robot stands within this time, ms */
const STOP_MS = 400
const HEARTBEAT_MS = 500
/** progress is reported at most this often, ms */
const PROGRESS_EVERY_MS = 500

class HomeBody implements RobotBody {
  readonly fault = undefined
  readonly #home: HomeWorld
  readonly #pictures: PictureSource | undefined
  readonly #memory: ItemMemory
  #known = new Map<string, SeenFact>()
  #looked = -Infinity
  #notices: DriverMessage[] = []
  #running: { readonly progress: (fraction: number) => void; shownAt: number } | undefined
  #outcome: BodyOutcome | undefined

  constructor({ home, pictures, believed = new Map() }: HomeDriverOptions) {
    this.#home = home
    this.#pictures = pictures
    this.#memory = new ItemMemory(home, believed)
  }

  get moving(): boolean {
    return this.#home.moving
  }

  objectionTo({ skill, params }: Execute): string | undefined {
    const phases = phasesOf(this.#home.scene().shape, skill, params)
    return phases.ok ? undefined : phases.error
  }

  begin({ skill, params }: Execute, progress: (fraction: number) => void): void {
    const begun = this.#home.begin(skill, params)
    this.#outcome = begun.ok ? undefined : { status: 'failed', reason: begun.error }
    this.#running = begun.ok ? { progress, shownAt: this.#home.now } : undefined
  }

  outcome(): BodyOutcome | undefined {
    const outcome = this.#outcome
    this.#outcome = undefined
    return outcome
  }

  halt(): void {
    this.#running = this.#outcome = undefined
    this.#home.stop()
  }

  observe(wanted: Wanted, answer: (answer: Result<Observation, string>) => void): void {
    const facts = this.#memory.readings().filter(({ fact }) => isWanted(fact, wanted))
    answer(ok({ facts, ...picturesOf(wanted.pictures ?? [], this.#pictures) }))
  }

  /** Follows the home by one step: what has ended, how far it is, what has changed in sight. */
  follow(): void {
    for (const { status, reason } of this.#home.takeEnded()) {
      if (this.#running === undefined || status === 'stopped') continue
      this.#outcome = status === 'ok' ? { status } : { status, reason: reason ?? 'no reason given' }
      this.#running = undefined
      // after a failure nobody may ask what was seen: it is told with it
      if (status === 'failed') this.#look(this.#looked)
    }
    const { now, running } = this.#home
    if (
      this.#running !== undefined &&
      running !== undefined &&
      now >= this.#running.shownAt + PROGRESS_EVERY_MS
    ) {
      this.#running.shownAt = now
      this.#running.progress(running.fraction)
    }
    if (now - this.#looked >= LOOK_EVERY_MS) this.#look(now)
  }

  /** What the robot has noticed without being asked, since the last call. */
  takeNotices(): readonly DriverMessage[] {
    const notices = this.#notices
    this.#notices = []
    return notices
  }

  #look(now: number): void {
    this.#looked = now
    const seen = this.#memory.readings()
    const facts = seen.filter(({ fact, value }) => this.#known.get(fact)?.value !== value)
    this.#known = new Map([...this.#known, ...seen.map((each): [string, SeenFact] => [each.fact, each])])
    if (facts.length > 0) this.#notices.push({ kind: 'facts', observation: { facts } })
  }
}

/** how often it looks around by itself, ms */
const LOOK_EVERY_MS = 200

function picturesOf(
  asked: readonly string[],
  source: PictureSource | undefined,
): Pick<Observation, 'pictures'> {
  const taken = asked.flatMap((name): [string, string][] => {
    const reference = source?.take(name)
    return reference === undefined ? [] : [[name, reference]]
  })
  return taken.length === 0 ? {} : { pictures: Object.fromEntries(taken) }
}
