import { SLOTS, slotsMask, type Mask } from '#base/field-map.js'
import { m, rad, type Ms } from '#base/units.js'
import { InputBit, StateBit, type Telemetry } from '#link/messages.gen.js'
import type { Observation } from '#twin/field/observation.js'

/** A cup holds a block from this vacuum upwards, kPa: a held block gives about 60, an open cup less than 15. */
export const HOLDS_KPA = 35
/**
 * A cup that held a block has released it below this vacuum, kPa; between the two limits it keeps its state
 * (hysteresis).
 */
const LETS_GO_KPA = 25
/** A lift or rotator counts as arrived within this fraction of its travel. */
const ARRIVED = 0.03

/** Reads the state of the body from one telemetry frame. `before` is the holding mask of the previous frame. */
export function readBody(telemetry: Telemetry, t: Ms, before: Mask, linkUp: boolean): Observation {
  const { state, inputs } = telemetry
  return {
    t,
    pose: { x: m(telemetry.x), y: m(telemetry.y), theta: rad(telemetry.theta) },
    moving: (state & StateBit.moving) !== 0,
    holding: holding(telemetry, before),
    lift: end(telemetry.lift) === 0 ? 'up' : end(telemetry.lift) === 1 ? 'down' : 'between',
    rotator: end(telemetry.rotator),
    bumper: (inputs & InputBit.bumper) !== 0,
    estop: (state & StateBit.estop) !== 0 || (inputs & InputBit.estop) !== 0,
    linkUp,
  }
}

function holding({ vacuumKpa10 }: Telemetry, before: Mask): Mask {
  return slotsMask(
    SLOTS.filter((cup) => vacuumKpa10[cup] / 10 >= (before[cup] === '1' ? LETS_GO_KPA : HOLDS_KPA)),
  )
}

/** @param position 0…10000 of the full travel */
function end(position: number): 0 | 1 | 'between' {
  const share = position / 10_000
  return share < ARRIVED ? 0 : share > 1 - ARRIVED ? 1 : 'between'
}
