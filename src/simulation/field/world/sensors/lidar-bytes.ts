/**
 * The bytes of an LD19 (LDROBOT, "LD19 Development Manual", data protocol). Encoded here and decoded elsewhere by code
 * that shares nothing with this one, so that a mistake in either shows.
 */
export interface Ld19Packet {
  /** degrees per second, rounded */
  readonly speed: number
  /** of the first and of the last ray, 0.01°, clockwise, 0…35999 */
  readonly start: number
  readonly end: number
  readonly rays: readonly Ld19Ray[]
  /** when it was complete, ms of the scanner's clock, 0…29999 */
  readonly stamp: number
}

export interface Ld19Ray {
  /** mm; 0: nothing came back */
  readonly mm: number
  /** how strong it came back, 0…255 */
  readonly confidence: number
}

export const LD19_RAYS = 12
/** A byte at 230,400 baud: start bit, 8 bits, stop bit; µs. */
export const LD19_BYTE_US = 1e7 / 230_400
/** The time stamp begins again at this many milliseconds. */
export const LD19_STAMP_WRAP = 30_000

export function encodePacket({ speed, start, end, rays, stamp }: Ld19Packet): Uint8Array {
  const bytes = new Uint8Array(LENGTH)
  const put = (at: number, value: number): void => {
    bytes[at] = value & 0xff
    bytes[at + 1] = value >> 8
  }
  bytes[0] = 0x54
  bytes[1] = 0x20 | LD19_RAYS
  put(2, speed)
  put(4, start)
  rays.forEach(({ mm, confidence }, i) => {
    put(6 + 3 * i, mm)
    bytes[8 + 3 * i] = confidence
  })
  put(42, end)
  put(44, stamp)
  bytes[46] = crc8(bytes.subarray(0, 46))
  return bytes
}

const LENGTH = 47
const POLYNOMIAL = 0x4d

/** Bit by bit, most significant first, from 0; the polynomial is x⁸ + x⁶ + x³ + x² + 1. */
function crc8(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ POLYNOMIAL) & 0xff : crc << 1
  }
  return crc
}
