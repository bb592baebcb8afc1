import type { FieldMap, Pose } from '#base/field-map.js'
import { defaultSite } from '#base/site/site-map.js'
import { poseBetween, type Disc } from '../geometry.js'
import { Lidar } from './lidar.js'
import type { LidarName } from './lidar-errors.js'
import type { LidarFault } from './lidar-faults.js'
import type { ScanObstacle } from './ray-casting.js'

/** The laser scanners that the virtual robot can carry. */
export const SCANNER_NAMES = ['none', 'ld19'] as const
export type ScannerName = (typeof SCANNER_NAMES)[number]

export interface VirtualScannerOptions {
  readonly map: FieldMap
  readonly name: LidarName
  /** where the gripper is now */
  readonly poseNow: () => Pose
  /** what stands and walks there after so many ms of the world (default: nothing) */
  readonly obstaclesAt?: (ms: number) => readonly Disc[]
  readonly fault?: TimedFault | undefined
}

/** Something that happens to the scanner while it runs, after so many ms of the world. */
export interface TimedFault {
  readonly kind: LidarFault
  readonly fromMs: number
}

/** A simulated LD19 on the virtual robot, with a port of its own: it measures while the world passes. */
export class VirtualScanner {
  readonly #lidar: Lidar
  readonly #poseNow: () => Pose
  readonly #obstaclesAt: ((ms: number) => readonly Disc[]) | undefined
  readonly #fault: TimedFault | undefined
  #last: { readonly us: number; readonly pose: Pose } | undefined
  #unread: Uint8Array[] = []
  #unreadBytes = 0

  constructor({ map, name, poseNow, obstaclesAt, fault }: VirtualScannerOptions) {
    this.#lidar = new Lidar({ name, site: defaultSite(map) })
    this.#poseNow = poseNow
    this.#obstaclesAt = obstaclesAt
    this.#fault = fault
  }

  /** So much of the world's time has passed, ms: measures since the call before, as if moved evenly in between. */
  advance(ms: number): void {
    if (this.#fault !== undefined && ms >= this.#fault.fromMs) this.#lidar.fault = this.#fault.kind
    const now = { us: 1000 * ms, pose: this.#poseNow() }
    const last = this.#last ?? now
    this.#last = now
    const share = (us: number): number => (now.us > last.us ? (us - last.us) / (now.us - last.us) : 1)
    const poseAt = (us: number): Pose => poseBetween(last.pose, now.pose, share(us))
    for (const [fromUs, toUs] of this.#slices(last.us, now.us))
      this.#keep(this.#lidar.advance(toUs, poseAt, this.#standing((fromUs + toUs) / 2)))
  }

  /** Legs move while the head turns: where there may be some, the time is cut into pieces in which they hardly do. */
  #slices(fromUs: number, toUs: number): (readonly [number, number])[] {
    const count = this.#obstaclesAt === undefined ? 1 : Math.max(1, Math.ceil((toUs - fromUs) / SLICE_US))
    const end = (i: number): number => (i === count ? toUs : fromUs + (i * (toUs - fromUs)) / count)
    return Array.from({ length: count }, (_, i) => [end(i), end(i + 1)] as const)
  }

  #standing(us: number): readonly ScanObstacle[] {
    return this.#obstaclesAt?.(us / 1000).map(({ at, radius }) => ({ kind: 'round', at, radius })) ?? []
  }

  #keep(bytes: Uint8Array): void {
    if (bytes.length === 0 || this.#unreadBytes + bytes.length > MAX_UNREAD) return
    this.#unread.push(bytes)
    this.#unreadBytes += bytes.length
  }

  /** What has arrived since the last call, and when its last byte was there: µs since the controller's start. */
  read(): { readonly bytes: Uint8Array; readonly arrivedUs: number } {
    const bytes = new Uint8Array(this.#unreadBytes)
    let at = 0
    for (const part of this.#unread) {
      bytes.set(part, at)
      at += part.length
    }
    this.#unread = []
    this.#unreadBytes = 0
    return { bytes, arrivedUs: this.#last?.us ?? 0 }
  }
}

/** what is not read for longer than a few seconds is lost, as in the buffer of a port */
const MAX_UNREAD = 65_536
/** a leg that swings at 3 m/s moves by 15 mm in this */
const SLICE_US = 5000
