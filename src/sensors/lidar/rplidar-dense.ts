import { CapsuleDecoder, type Capsule } from './capsule.js'
import type { DeviceClock } from './clock.js'
import { counterClockwise, rangeOf, type ScannerDecoder, type ScannerPoint } from './scanner-point.js'

/**
 * Slamtec RPLIDAR C1: 460,800 baud, 8N1; it answers an express scan with dense capsules (data type 0x85): 40 cabins
 * of a distance in mm, u16, 0 for nothing. The rays are spread evenly from the start of a capsule to that of the next
 * (RPLIDAR Interface Protocol and Application Notes, dense capsuled packet).
 *
 * Not checked with a data sheet or a device: that 5000 rays are measured a second (the clock allows for 3 %); how long
 * a capsule waits in the scanner before it is sent, by which all times are late.
 */
export const denseDecoder = (clock: DeviceClock): ScannerDecoder =>
  new CapsuleDecoder({ rays: RAYS, rayUs: RAY_US, byteUs: BYTE_US, pointsOf }, clock)

const RAYS = 40
const RAY_US = 200
const BYTE_US = 1e7 / 460_800

const pointsOf = ({ bytes, start, arc, deviceUs }: Capsule): readonly ScannerPoint[] =>
  Array.from({ length: RAYS }, (_, i) => ({
    angle: counterClockwise(start + (arc * i) / RAYS),
    range: rangeOf((bytes[4 + 2 * i] as number) | ((bytes[5 + 2 * i] as number) << 8)),
    deviceUs: deviceUs + i * RAY_US,
  }))
