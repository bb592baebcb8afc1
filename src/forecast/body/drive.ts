import type { Point } from '#base/field-map.js'
import { distance } from '#simulation/field/world/geometry.js'
import { along, drawTransit, type Stance, type Transit } from './stance.js'
import { driveTime, stalledDriveTime, stoppedDrive } from './times.js'

/** Residual error after a drive, so that driving there again still moves the base, metres. */
const RESIDUE = 0.0008
/** a blocked robot this close to its goal has arrived, metres */
const ARRIVED = 0.005

/** A drive to a place: blocks may fall on the way, and something may block the wheels until the controller gives up. */
export function drive(stance: Stance, to: Point): Course {
  const from = stance.at
  const straight = distance(from, to)
  if (straight === 0 && stance.untouched) return standing(stance)
  const length = Math.max(straight, RESIDUE)
  const { ground } = stance
  const transit = stance.transit ?? drawTransit(ground)
  const before = transit.travelled
  const room = Math.max(0, transit.blockedAfter - before)
  const blocked = room < length - ARRIVED
  const reach = blocked ? room : length

  const advance = (metres: number): void => {
    dropBlocks(stance, transit, { from, to, length, metres })
    transit.travelled = before + metres
    stance.at = along(from, to, length, metres)
    stance.untouched = false
    ground.passed(stance.at)
  }
  return {
    lasts: blocked ? stalledDriveTime(reach, length) : driveTime(length),
    ends: blocked ? 'failed' : 'done',
    flawless: !blocked && transit.drops.length === 0,
    moves: true,
    end() {
      advance(reach)
      if (blocked) ground.faults.record('navigation', stance.now)
      stance.transit = undefined
      if (!blocked) stance.at = { x: to.x, y: to.y }
      stance.show()
    },
    cut(after) {
      const { at, rest, braking } = stoppedDrive(after, length)
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
  readonly length: number
  readonly metres: number
}

function dropBlocks({ ground, now }: Stance, transit: Transit, { from, to, length, metres }: Leg): void {
  const { travelled, drops } = transit
  const due = drops.filter(({ after }) => after > travelled && after <= travelled + metres)
  for (const { slot, after } of due.sort((a, b) => a.after - b.after || a.slot - b.slot)) {
    ground.drop(slot, along(from, to, length, after - travelled), now)
  }
}

/** The course of a command, fixed the moment it begins. Nothing takes effect before `end` or `cut`. */
export interface Course {
  /** milliseconds from the tick that sends the command to the controller's report that it is over */
  readonly lasts: number
  /** what the controller will report */
  readonly ends: 'done' | 'failed'
  /** always leads from the same belief to the same one: luck changes at most what no sensor shows */
  readonly flawless: boolean
  /** sets something in motion: operating time counts from the first such command */
  readonly moves: boolean
  /** Applies the whole course. */
  end(): void
  /**
   * Applies a stop after some milliseconds; what has happened until then stays.
   * @returns milliseconds until the body is at rest again
   */
  cut(after: number): number
}
