import {
  CONTRACT,
  type DriverHello,
  type DriverMessage,
  type DriverPeer,
  type HostMessage,
  type Observation,
  type SeenFact,
} from '#drivers/contract.js'
import { FACT, type FactValue } from '../fact.js'
import type { HomeWorld } from '../home.js'
import { HOME_SKILLS } from '../skills/catalogue.js'
import { DriverSession, type DrivenRobot } from './driver-session.js'
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
  const { home } = options
  const session = new DriverSession(helloOf(options), robotOf(options))
  let closed: string | undefined
  return {
    send: (message: HostMessage) => {
      if (closed === undefined) session.receive(message)
    },
    take: (): readonly DriverMessage[] => (closed === undefined ? session.take() : []),
    advance: (ms) => {
      home.step(ms)
      if (closed === undefined) session.advance(ms)
    },
    get moving() {
      return home.moving
    },
    get closed() {
      return closed
    },
    // a driver that is switched off leaves its robot standing
    close: () => {
      closed ??= 'the driver was closed'
      home.stop()
    },
  }
}

/** after a `stop` the robot stands within this time, ms */
const STOP_MS = 400
const HEARTBEAT_MS = 500

const helloOf = ({ boot, pictures, heartbeatMs = HEARTBEAT_MS }: HomeDriverOptions): DriverHello => ({
  contract: CONTRACT,
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
})

function robotOf({ home, pictures, believed = new Map() }: HomeDriverOptions): DrivenRobot {
  const memory = new ItemMemory(home, believed)
  let known = new Map<string, SeenFact>()
  let looked = -Infinity
  return {
    begin: (skill, params) => home.begin(skill, params),
    get fraction() {
      return home.running?.fraction
    },
    takeEnded: () => home.takeEnded(),
    stop: () => {
      home.stop()
    },
    get moving() {
      return home.moving
    },
    observe: (asked) => ({
      facts: memory.readings().filter(({ fact }) => isAsked(fact, asked.facts)),
      ...picturesOf(asked.pictures ?? [], pictures),
    }),
    notice: () => {
      if (home.now - looked < LOOK_EVERY_MS) return undefined
      looked = home.now
      const seen = memory.readings()
      const changed = seen.filter(({ fact, value }) => known.get(fact)?.value !== value)
      known = new Map([...known, ...seen.map((each): [string, SeenFact] => [each.fact, each])])
      return changed.length === 0 ? undefined : { facts: changed }
    },
  }
}

/** how often it looks around by itself, ms */
const LOOK_EVERY_MS = 200

/** A fact by its full name, or all facts of a name: `location(mug)`, `location`. */
const isAsked = (fact: string, asked: readonly string[] | undefined): boolean =>
  asked === undefined || asked.some((name) => name === fact || fact.startsWith(`${name}(`))

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
