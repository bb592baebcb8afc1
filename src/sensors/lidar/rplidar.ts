import { CapsuleDecoder, type Capsule } from './capsule.js'
import type { DeviceClock } from './clock.js'
import { counterClockwise, rangeOf, type ScannerDecoder, type ScannerPoint } from './scanner-point.js'

/**
 * Slamtec RPLIDAR A1: 115,200 baud, 8N1. It answers EXPRESS_SCAN with capsules of 84 bytes (data type 0x82) that have a
 * checksum, and SCAN with nodes (`NodeDecoder`), which have none and are half as many; see RPLIDAR Interface Protocol
 * and Application Notes.
 *
 * Not checked with a data sheet or a device: how long a ray takes in a given firmware (GET_SAMPLERATE would say it; the
 * clock allows for 3 %); how long data waits in the scanner before it is sent, by which all times are late.
 */
export const expressDecoder = (clock: DeviceClock): ScannerDecoder =>
  new CapsuleDecoder({ rays: 2 * CABINS, rayUs: RAY_US, byteUs: A1_BYTE_US, pointsOf }, clock)

/** µs that a byte takes on the line */
export const A1_BYTE_US = 1e7 / 115_200

const CABINS = 16
const RAY_US = 250

/**
 * 16 cabins of 5 bytes: twice a u16 with the distance in mm in bits 2…15 and the two highest bits of a correction of
 * the angle in bits 0…1, then the lower four bits of both corrections, that of the first ray lowest. A correction
 * counts in 1/8° and is subtracted. The published text calls its highest bit a sign; the vendor's own SDK reads it
 * without one, and so does this, since that is what the devices in use are known to work with. Below 4° both are the
 * same.
 */
const pointsOf = ({ bytes, start, arc, deviceUs }: Capsule): readonly ScannerPoint[] =>
  Array.from({ length: 2 * CABINS }, (_, i) => {
    const cabin = 4 + 5 * (i >> 1)
    const at = cabin + 2 * (i & 1)
    const word = (bytes[at] as number) | ((bytes[at + 1] as number) << 8)
    const correction = ((word & 3) << 4) | (((bytes[cabin + 4] as number) >> (4 * (i & 1))) & 0xf)
    return {
      angle: counterClockwise(start + (arc * i) / (2 * CABINS) - correction / 8 + 360),
      range: rangeOf(word >> 2),
      deviceUs: deviceUs + i * RAY_US,
    }
  })
