import type { Point } from '#base/field-map.js'
import { distance } from '#simulation/world/geometry.js'
import { along, drawTransit, type Stance, type Transit } from './stance.js'
import { driveTime, stalledDriveTime, stoppedDrive } from './times.js'

/** After a drive the base stands about this far from its goal, so that going there again still moves it, metres. */
const RESIDUE = 0.0008
/** so near to its goal a robot that is held up has arrived, metres */
const ARRIVED = 0.005

/** A drive to a place: blocks may fall on the way, and something may hold the wheels until the controller gives up. */
export function drive(stance: Stance, to: Point): Course {
  const from = stance.at
  const straight = distance(from, to)
  if (straight === 0 && stance.untouched) return standing(stance)
  const way = Math.max(straight, RESIDUE)
  const { ground } = stance
  const transit = stance.transit ?? drawTransit(ground)
  const before = transit.travelled
  const room = Math.max(0, transit.blockedAfter - before)
  const held = room < way - ARRIVED
  const reach = held ? room : way

  const advance = (metres: number): void => {
    fall(stance, transit, { from, to, way, metres })
    transit.travelled = before + metres
    stance.at = along(from, to, way, metres)
    stance.untouched = false
    ground.passed(stance.at)
  }
  return {
    lasts: held ? stalledDriveTime(reach, way) : driveTime(way),
    ends: held ? 'failed' : 'done',
    flawless: !held && transit.drops.length === 0,
    moves: true,
    end() {
      advance(reach)
      if (held) ground.faults.record('navigation', stance.now)
      stance.transit = undefined
      if (!held) stance.at = { x: to.x, y: to.y }
      stance.show()
    },
    cut(after) {
      const { at, rest, braking } = stoppedDrive(after, way)
      advance(Math.min(reach, at + rest))
      stance.transit = at + rest >= reach ? undefined : transit
      stance.show()
      return braking
    },
  }
}

function standing(stance: Stance): Course {
  return {
    lasts: driveTime(0),
    ends: 'done',
    flawless: true,
    moves: false,
    end: () => stance.show(),
    cut: () => 0,
  }
}

interface Leg {
  readonly from: Point
  readonly to: Point
  readonly way: number
  readonly metres: number
}

function fall({ ground, now }: Stance, transit: Transit, { from, to, way, metres }: Leg): void {
  const { travelled, drops } = transit
  const due = drops.filter(({ after }) => after > travelled && after <= travelled + metres)
  for (const { slot, after } of due.sort((a, b) => a.after - b.after || a.slot - b.slot)) {
    ground.drop(slot, along(from, to, way, after - travelled), now)
  }
}

/** How a command will go, as the body knows it the moment it begins. Nothing has happened before `end` or `cut`. */
export interface Course {
  /** milliseconds from the tick that sends the command to the controller's word that it is over */
  readonly lasts: number
  /** what the controller will say */
  readonly ends: 'done' | 'failed'
  /** from the same belief it always ends in the same one: luck changes at most what no sensor shows */
  readonly flawless: boolean
  /** has set something in motion: operating time counts from the first such command */
  readonly moves: boolean
  /** Makes it so. */
  end(): void
  /**
   * A stop comes after some milliseconds; what has happened until then has happened.
   * @returns milliseconds until the body stands again
   */
  cut(after: number): number
}
