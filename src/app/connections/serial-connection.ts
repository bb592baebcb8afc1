import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#base/clock.js'
import type { FieldMap } from '#base/field-map.js'
import { ms, type Ms } from '#base/units.js'
import type { ByteStream } from '#link/byte-stream.js'
import { tapped, type WireListener } from '#link/tapped-stream.js'
import type { Camera } from '#learning/ports.js'
import type { RobotConnection } from '#runtime/robot-connection.js'
import { sensedOutcome } from '#runtime/field/sensed-outcome.js'
import { MAST_CAMERA } from '#simulation/field/render/look.js'

/**
 * A real controller at the end of a byte stream, in real time. The link session decides when the link is lost.
 * @param onWire receives the wire traffic at the host's end
 * @param camera the camera, if there is one, on the body's clock
 */
export function serialConnection(
  stream: ByteStream,
  map: FieldMap,
  onWire?: WireListener,
  camera: (clock: Clock) => Camera = () => NO_CAMERA,
): RobotConnection {
  const clock = monotonicClock()
  let next = clock.now()
  return {
    stream: onWire === undefined ? stream : tapped(stream, clock, onWire),
    camera: camera(clock),
    clock,
    virtual: false,
    pace: async (period: Ms) => {
      next = ms(Math.max(next + period, clock.now() - period))
      await sleep(Math.max(0, next - clock.now()))
    },
    outcome: (world, seen) => sensedOutcome(map, world, seen),
    close: () => stream.close(),
  }
}

/** A clock of milliseconds since this call that no clock adjustment can change. */
export function monotonicClock(): Clock {
  const start = performance.now()
  return { now: () => ms(performance.now() - start) }
}

/** The critic then reports each time that it saw nothing, and a human is called (AMB-03). */
const NO_CAMERA: Camera = {
  model: MAST_CAMERA,
  capture: () => Promise.reject(new Error('no camera is connected to this run')),
}
