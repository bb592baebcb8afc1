import { maskSlots, slotsMask, type Point, type Slot, type ZoneId } from '#base/field-map.js'
import type { FaceReader, FaceReading } from '#robots/field/skills/host.js'
import { BLOCK, ROBOT, slotCentre } from '#simulation/field/dimensions.js'
import { MAST_CAMERA } from '#simulation/field/render/look.js'
import type { FastBody } from './body/fast-body.js'

/**
 * Answers `ReadFaces` like an error-free mast camera, one cycle later. A block hidden behind the robot is not seen, and
 * so not read as orange.
 */
export class FaceGuess implements FaceReader {
  readonly #body: FastBody
  readonly #pending = new Set<ZoneId>()

  constructor(body: FastBody) {
    this.#body = body
  }

  /** Starts a new episode, without pending readings. */
  restart(): void {
    this.#pending.clear()
  }

  read(zone: ZoneId): FaceReading {
    if (!this.#pending.delete(zone)) {
      this.#pending.add(zone)
      return { state: 'pending' }
    }
    const { map } = this.#body
    const found = map.zones.find(({ id }) => id === zone)
    if (found === undefined) return { state: 'failed', text: `zone ${zone} is not on the map` }
    const robot = this.#body.truePosition
    const seen = (slot: Slot): boolean => !isHidden(slotCentre(found, slot), robot)
    return { state: 'ready', mask: slotsMask(maskSlots(this.#body.faces(zone)).filter(seen)) }
  }
}

/** height of the robot's body, metres */
const BODY_HEIGHT = 0.2

/** Whether the line of sight from the camera to the top of a block there passes through the robot's body. */
function isHidden({ x, y }: Point, robot: Point): boolean {
  const [eyeX, eyeY, eyeZ] = MAST_CAMERA.eye
  const share = (BODY_HEIGHT - BLOCK.z) / (eyeZ - BLOCK.z)
  const [dx, dy] = [share * (eyeX - x), share * (eyeY - y)]
  const [bx, by] = [robot.x - x, robot.y + ROBOT.bodyBehindGripper - y]
  const part = Math.max(0, Math.min(1, (bx * dx + by * dy) / (dx * dx + dy * dy)))
  return Math.hypot(part * dx - bx, part * dy - by) < ROBOT.bodyRadius
}
