import { stream, type Rng } from '#base/random.js'
import { m, ms } from '#base/units.js'
import type { Zone } from '#base/field-map.js'
import type { NodeLibrary } from '#bt/library.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { drawWalker } from '#simulation/field/world/obstacles/drawn-walker.js'
import type { ObstaclePlan } from '#simulation/field/world/obstacles/obstacles.js'
import { gapTo } from '#simulation/field/world/footprint.js'
import type { LidarFault } from '#simulation/field/world/sensors/lidar-faults.js'
import type { World } from '#simulation/field/world/world.js'
import { playOnFloor, type Played } from '../floor/play-on-floor.js'

/** Who, or what, is on the field while the robot drives across it and back. */
export type Company = 'nobody' | 'crosses' | 'stops' | 'thing'

export interface Encounter {
  readonly setup: FieldSetup
  readonly library: NodeLibrary
  readonly seed: number
  readonly company: Company
  /** whether the robot looks where it goes */
  readonly looks: boolean
  /** what happens to its scanner a moment before they meet */
  readonly fault?: LidarFault
}

export interface Met {
  /** contacts at which the robot's own nearest point moved at more than 0.05 m/s */
  readonly hits: number
  /** all of them, also those of somebody who walks into a robot that stands */
  readonly touches: number
  /** the fastest that the robot was at a contact, m/s */
  readonly fastest: number
  /** times at which it was held, however little, after its first look around */
  readonly holds: number
  /** whether it came to both places */
  readonly arrived: boolean
  /**
   * From the robot to a person who came into its view, metres: the boards are higher than the scanner, so nobody is
   * seen before stepping over them. Infinity: nobody came.
   */
  readonly cameInAt: number
}

/** Drives from home to a place and to another one far from it; somebody is on the way at about the same time. */
export async function drivePast(encounter: Encounter): Promise<Met> {
  const { setup, library, seed, looks, fault } = encounter
  const rng = stream(seed, setup.map.id, 'encounter')
  const way = rng.pick(farApart(setup.map.zones))
  const meetsMs = 2500 + 3500 * rng.next()
  const watch = new Watch()
  const { world } = await playOnFloor({
    ...{ setup, library, seed, looks },
    nodes: `<Sequence>${way.map(retried).join('')}</Sequence>`,
    obstacles: companyOf(encounter, way, meetsMs, rng),
    scannerFault: fault && { kind: fault, fromMs: Math.max(1000, meetsMs - 1500 * rng.next()) },
    sessionId: 1 + Math.floor(rng.next() * 2 ** 31),
    onTurn: (ms, now) => watch.turn(ms, now),
    listen: (event) => {
      if (event.kind === 'feedback' && event.feedback.kind === 'done') watch.arrivals++
    },
  })
  return watch.met(world)
}

/** What happens in one encounter. */
class Watch {
  arrivals = 0
  #holds = 0
  #wasHeld = false
  #cameInAt = Infinity

  turn(ms: number, { parts, world }: Played): void {
    if (this.#cameInAt === Infinity) this.#cameInAt = toPeople(world, ms)
    const share = parts.corrector?.isInTheWay.share ?? 1
    const isHeld = share < 1 && ms > LOOKED_AROUND_MS
    if (isHeld && !this.#wasHeld) this.#holds++
    this.#wasHeld = isHeld
  }

  met(world: World): Met {
    const contacts = world.contacts()
    return {
      hits: contacts.filter(({ speed }) => speed > 0.05).length,
      touches: contacts.length,
      fastest: Math.max(0, ...contacts.map(({ speed }) => speed)),
      holds: this.#holds,
      arrived: this.arrivals >= 2,
      cameInAt: this.#cameInAt,
    }
  }
}

/** From the robot to the nearest leg, metres. */
function toPeople(world: World, ms: number): number {
  const legs = world.obstaclesAt(ms).filter((each) => each.of === 'walker')
  const { pose } = world.scene().robot
  return Math.min(Infinity, ...legs.map((leg) => gapTo(leg, pose)))
}

/** until then the robot stands and has not looked all around yet */
const LOOKED_AROUND_MS = 700

type Way = readonly [Zone, Zone]

const farApart = (zones: readonly Zone[]): Way[] =>
  zones.flatMap((from) =>
    zones
      .filter((to) => Math.hypot(to.at.x - from.at.x, to.at.y - from.at.y) > 1.2)
      .map((to): Way => [from, to]),
  )

/** as a policy does, for whoever stands in the way for longer than a drive waits */
const retried = ({ id }: Zone): string =>
  `<RetryUntilSuccessful num_attempts="3"><MoveToZone zone="${id}"/></RetryUntilSuccessful>`

function companyOf(
  { company, setup: { map } }: Encounter,
  [from, to]: Way,
  atMs: number,
  rng: Rng,
): ObstaclePlan {
  const along = 0.3 + 0.4 * rng.next()
  const near = {
    x: m(from.at.x + (to.at.x - from.at.x) * along),
    y: m(from.at.y + (to.at.y - from.at.y) * along),
  }
  switch (company) {
    case 'nobody':
      return {}
    case 'thing':
      return { objects: [{ at: near, radius: m(0.05 + 0.1 * rng.next()) }] }
    case 'crosses':
    case 'stops':
      return {
        walkers: [
          drawWalker(rng, map, { kind: company === 'stops' ? 'stands' : 'crosses', near, atMs: ms(atMs) }),
        ],
      }
  }
}
