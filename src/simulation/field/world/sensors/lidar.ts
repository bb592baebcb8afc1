import type { Point, Pose } from '#base/field-map.js'
import type { SiteMap } from '#base/site/site-map.js'
import { ROBOT } from '#simulation/field/dimensions.js'
import { encodePacket, LD19_BYTE_US, LD19_RAYS, LD19_STAMP_WRAP } from './lidar-bytes.js'
import type { Ld19Packet, Ld19Ray } from './lidar-bytes.js'
import { builtLidar, LD19_ERRORS, lidarStreams } from './lidar-errors.js'
import type { BuiltLidar, LidarErrors, LidarName } from './lidar-errors.js'
import { SLOW_HZ, type LidarFault } from './lidar-faults.js'
import { RangeFinder } from './lidar-ray.js'
import { sceneOf, type Scene, type ScanObstacle } from './ray-casting.js'

export interface LidarOptions {
  readonly name: LidarName
  readonly site: SiteMap
  /** by default those of an LD19 */
  readonly errors?: LidarErrors
  /** the three posts of a plate above the scanner hide 6° each */
  readonly plate?: boolean
}

/**
 * A laser scanner in the middle of the robot's body, in the plane 0.20 m above the floor, above the rim of the field,
 * the blocks and the shelf. It measures 4500 rays a second while its head turns, seen from above, clockwise 10 times a
 * second, and sends the bytes of an LD19.
 */
export class Lidar {
  /** may be set at any time; holds from the next ray on */
  fault: LidarFault | undefined
  readonly #site: SiteMap
  readonly #bare: Scene
  readonly #plate: boolean
  readonly #ripple: number
  readonly #built: BuiltLidar
  readonly #finder: RangeFinder
  readonly #line = new SerialLine()
  #head: number
  #ray = 0
  #packet: { start: number; rays: Ld19Ray[] } = { start: 0, rays: [] }
  /** the packets of the last turn, which a stale scanner repeats */
  readonly #turn: Ld19Packet[] = []
  #sent = 0

  constructor({ name, site, errors = LD19_ERRORS, plate = false }: LidarOptions) {
    this.#site = site
    this.#bare = sceneOf(site)
    this.#plate = plate
    this.#ripple = errors.ripple
    this.#built = builtLidar(errors, name)
    this.#finder = new RangeFinder(errors, this.#built, lidarStreams(name))
    this.#head = this.#built.head
  }

  /**
   * Measures up to a time and sends. Times are µs of the world and do not decrease.
   * @param poseAt the pose of the gripper, as everywhere; asked for times after those of the call before, up to `toUs`
   * @param obstacles what stands there during this call
   * @returns the bytes whose last bit has left the scanner by then, at 230,400 baud
   */
  advance(toUs: number, poseAt: (us: number) => Pose, obstacles: readonly ScanObstacle[] = []): Uint8Array {
    const scene = obstacles.length === 0 ? this.#bare : sceneOf(this.#site, obstacles)
    for (; this.#ray * RAY_US <= toUs; this.#ray++) this.#measure(scene, poseAt(this.#ray * RAY_US))
    return this.#line.sentBy(toUs)
  }

  #measure(scene: Scene, pose: Pose): void {
    const head = this.#head
    const radians = (head * Math.PI) / 180
    const error = this.#built.angle + this.#ripple * Math.sin(radians + this.#built.ripplePhase)
    const clockwise = radians + error
    const inRobot = this.fault === 'mirrored' ? clockwise : -clockwise
    const ray = {
      scene,
      from: bodyOf(pose),
      direction: pose.theta + inRobot,
      head,
      hidden: this.#plate && isBehindPost(inRobot),
    }
    if (this.#packet.rays.length === 0) this.#packet = { start: head, rays: [] }
    this.#packet.rays.push(this.#finder.measure(ray, this.fault))
    if (this.#packet.rays.length === LD19_RAYS) this.#complete()
    this.#head = (head + this.#speed / RAYS_PER_SECOND) % 360
  }

  /** degrees per second */
  get #speed(): number {
    return 360 * this.#built.speed * (this.fault === 'slow' ? SLOW_HZ : TURNS_PER_SECOND)
  }

  #complete(): void {
    const us = this.#ray * RAY_US
    const stamp = Math.floor(this.#built.stamp + (us * this.#built.clock) / 1000) % LD19_STAMP_WRAP
    const { start, rays } = this.#packet
    this.#packet = { start: 0, rays: [] }
    const fresh = {
      speed: Math.round(this.#speed),
      start: hundredths(start),
      end: hundredths(this.#head),
      rays,
      stamp,
    }
    const slot = this.#sent++ % PACKETS_PER_TURN
    const packet = this.fault === 'stale' ? { ...(this.#turn[slot] ?? fresh), stamp } : fresh
    this.#turn[slot] = packet
    if (this.fault !== 'silent') this.#line.send(encodePacket(packet), us)
  }
}

/** Bytes on their way. */
class SerialLine {
  #waiting: { readonly bytes: Uint8Array; readonly fromUs: number; sent: number }[] = []
  #freeUs = 0

  send(bytes: Uint8Array, atUs: number): void {
    const fromUs = Math.max(atUs, this.#freeUs)
    this.#waiting.push({ bytes, fromUs, sent: 0 })
    this.#freeUs = fromUs + bytes.length * LD19_BYTE_US
  }

  sentBy(us: number): Uint8Array {
    const parts = this.#waiting.map((each) => {
      const gone = Math.floor((us - each.fromUs) / LD19_BYTE_US + 1e-6)
      const from = each.sent
      each.sent = Math.min(each.bytes.length, Math.max(from, gone))
      return each.bytes.subarray(from, each.sent)
    })
    this.#waiting = this.#waiting.filter((each) => each.sent < each.bytes.length)
    const sent = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of parts) {
      sent.set(part, at)
      at += part.length
    }
    return sent
  }
}

const RAYS_PER_SECOND = 4500
const RAY_US = 1e6 / RAYS_PER_SECOND
const TURNS_PER_SECOND = 10
const PACKETS_PER_TURN = Math.ceil(RAYS_PER_SECOND / TURNS_PER_SECOND / LD19_RAYS)

const hundredths = (degrees: number): number => Math.round(100 * degrees) % 36_000

/** The middle of the body: behind the gripper, which is at +y of it at heading 0. */
const bodyOf = ({ x, y, theta }: Pose): Point =>
  ({
    x: x - Math.sin(theta) * ROBOT.bodyBehindGripper,
    y: y + Math.cos(theta) * ROBOT.bodyBehindGripper,
  }) as Point

/** radians in the robot's frame; the posts stand above the wheels */
function isBehindPost(direction: number): boolean {
  return POSTS.some((post) => Math.cos(direction - post) > Math.cos(POST_HALF))
}
const POSTS = [60, 180, 300].map((degrees) => (degrees * Math.PI) / 180)
const POST_HALF = (3 * Math.PI) / 180
