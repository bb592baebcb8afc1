import type { Pose } from '#base/field-map.js'
import type { Lidar } from '#simulation/field/world/sensors/lidar.js'
import type { ScanObstacle } from '#simulation/field/world/sensors/ray-casting.js'

/** A packet as its bytes say, read here by hand: neither the encoder's nor the driver's code has a part in it. */
export interface ReadPacket {
  readonly speed: number
  /** degrees, clockwise */
  readonly start: number
  readonly end: number
  readonly stamp: number
  /** millimetres */
  readonly ranges: readonly number[]
}

/** Packets of a stream that begins with a whole one and is not damaged. */
export function packetsIn(bytes: Uint8Array): readonly ReadPacket[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const packets: ReadPacket[] = []
  for (let at = 0; at + 47 <= bytes.length; at += 47) {
    if (view.getUint16(at) !== 0x542c) throw new Error(`no packet at byte ${at}`)
    packets.push({
      speed: view.getUint16(at + 2, true),
      start: view.getUint16(at + 4, true) / 100,
      end: view.getUint16(at + 42, true) / 100,
      stamp: view.getUint16(at + 44, true),
      ranges: Array.from({ length: 12 }, (_, i) => view.getUint16(at + 6 + 3 * i, true)),
    })
  }
  return packets
}

/** A ray: its angle as the scanner reports it, degrees clockwise 0…360; its range in mm; when it was measured, µs. */
export interface ReadRay {
  readonly angle: number
  readonly mm: number
  readonly us: number
}

/** The rays of packets that follow each other from the first one on: 4500 a second. */
export const raysIn = (packets: readonly ReadPacket[]): readonly ReadRay[] =>
  packets.flatMap(({ start, end, ranges }, packet) => {
    const arc = (end - start + 360) % 360
    return ranges.map((mm, i) => ({
      angle: (start + (arc * i) / 11) % 360,
      mm,
      us: ((12 * packet + i) * 1e6) / 4500,
    }))
  })

/** All that a scanner sends in so many ms, taken every `stepMs`. */
export function sends(
  lidar: Lidar,
  ms: number,
  {
    stepMs = 20,
    pose,
    obstacles = [],
  }: { stepMs?: number; pose: Pose | ((us: number) => Pose); obstacles?: readonly ScanObstacle[] },
): Uint8Array {
  const poseAt = typeof pose === 'function' ? pose : () => pose
  const parts: Uint8Array[] = []
  for (let now = 0; now <= ms; now += stepMs) parts.push(lidar.advance(now * 1000, poseAt, obstacles))
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}
