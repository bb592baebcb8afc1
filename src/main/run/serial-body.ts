import { setTimeout as sleep } from 'node:timers/promises'
import { openSerial } from '../../adapters/serial/open-serial.js'
import type { Clock } from '../../base/clock.js'
import type { Diagnostic } from '../../base/diagnostic.js'
import type { FieldMap } from '../../base/field-map.js'
import { ok, type Result } from '../../base/result.js'
import { ms, type Ms } from '../../base/units.js'
import { tapped, type WireTap } from '../../link/tapped-stream.js'
import { WireObserver } from '../../link/wire-observer.js'
import type { Camera } from '../../mind/ports.js'
import type { Embodiment } from '../../runtime/embodiment.js'
import { sensorFacts } from '../../runtime/sensor-facts.js'
import { MAST_CAMERA } from '../../sim/render/camera-pose.js'

const BAUD = 921_600

/**
 * A real controller on a serial device, in real time. The link session decides when it is lost.
 * @param tap hears the wire at the host's end
 */
export async function openSerialBody(
  device: string,
  map: FieldMap,
  tap?: WireTap,
): Promise<Result<Embodiment, Diagnostic>> {
  const opened = await openSerial({ path: device, baud: BAUD, isUrgent: isStop })
  if (!opened.ok) return opened
  const clock = monotonic()
  const stream = tap === undefined ? opened.value : tapped(opened.value, clock, tap)
  let next = clock.now()
  return ok({
    stream,
    camera: NO_CAMERA,
    clock,
    virtual: false,
    pace: async (period: Ms) => {
      next = ms(Math.max(next + period, clock.now() - period))
      await sleep(Math.max(0, next - clock.now()))
    },
    facts: (world, seen) => sensorFacts(map, world, seen),
    close: () => stream.close(),
  })
}

/** Frames that pass by others where the port takes nothing for a while. */
const isStop = (frame: Uint8Array): boolean =>
  new WireObserver()
    .observe('toFirmware', frame)
    .some(({ message: { kind } }) => kind === 'stop' || kind === 'estop')

function monotonic(): Clock {
  const start = performance.now()
  return { now: () => ms(performance.now() - start) }
}

/** The critic then says in each report that it saw nothing, and a human is called (AMB-03). */
const NO_CAMERA: Camera = {
  model: MAST_CAMERA,
  capture: () => Promise.reject(new Error('no camera is connected to this run')),
}
