import { project, type CameraModel, type Vec3 } from '../../../src/base/camera-model.js'
import { SLOTS, type Zone, type ZoneId } from '../../../src/base/field-map.js'
import type { FaceSeen, TrackSeen } from '../../../src/mind/critic/dialogue/answer.js'
import type { RobotPlace } from '../../../src/mind/critic/dialogue/claims.js'
import { BLOCK, SHELF_HEIGHT, slotCentre } from '../../../src/sim/dimensions.js'
import { robotSolids } from '../../../src/sim/render/robot.js'
import { box, plain } from '../../../src/sim/render/solid.js'
import { PAINT } from '../../../src/sim/render/colour.js'
import type { Scene, SceneBlock } from '../../../src/sim/scene.js'

/** What a perfect observer would see in the picture of a scene: the label of a training example. */
export interface View {
  readonly zones: ReadonlyMap<ZoneId, readonly FaceSeen[]>
  readonly track: TrackSeen
  readonly robot: RobotPlace
  /** visible blocks outside any zone, in metres */
  readonly stray: readonly { readonly x: number; readonly y: number }[]
}

/** below this visible share nobody can tell what lies in a slot */
const HIDDEN_SHARE = 0.3
const SAME_PLACE_M = 0.06

export function viewOf(scene: Scene, camera: CameraModel): View {
  const covers = coverTest(scene, camera)
  const zones = scene.map.zones.map((zone): [ZoneId, FaceSeen[]] => [
    zone.id,
    SLOTS.map((slot) => seen(scene, zone, slot, covers)),
  ])
  return {
    zones: new Map(zones),
    track: trackOf(scene),
    robot: robotOf(scene),
    stray: scene.blocks
      .filter((block) => !zoneOf(scene, block) && covers(block.at.x, block.at.y, BLOCK.z) >= HIDDEN_SHARE)
      .map((block) => block.at),
  }
}

/** The zone that a block overlaps; blocks astray are generated clear of all zones, so their centre decides. */
function zoneOf(scene: Scene, block: SceneBlock): Zone | undefined {
  return scene.map.zones.find(
    ({ at, size }) =>
      Math.abs(block.at.x - at.x) < size.x / 2 + 0.01 && Math.abs(block.at.y - at.y) < size.y / 2 + 0.01,
  )
}

type Visible = (x: number, y: number, z: number) => number

function seen(scene: Scene, zone: Zone, slot: (typeof SLOTS)[number], visible: Visible): FaceSeen {
  const centre = slotCentre(zone, slot)
  const block = scene.blocks.find(({ at }) => Math.hypot(at.x - centre.x, at.y - centre.y) < 0.03)
  if (visible(centre.x, centre.y, block ? BLOCK.z : 0) < HIDDEN_SHARE) return 'hidden'
  return block ? block.face : 'empty'
}

/** Share of a block-sized rectangle that neither robot nor shelf hides and that lies within the picture. */
function coverTest(scene: Scene, camera: CameraModel): Visible {
  const shelf = box(
    { at: [scene.shelf.x, scene.shelf.y, SHELF_HEIGHT / 2] },
    [scene.map.shelf.size.x, scene.map.shelf.size.y, SHELF_HEIGHT],
    plain(PAINT.shelfSide),
  )
  const outlines = [...robotSolids(scene.robot), shelf].flatMap((solid) =>
    solid.faces.map((face) => face.points.map((point) => project(camera, point))),
  )
  const hidden = (point: Vec3): boolean => {
    const pixel = project(camera, point)
    if (!pixel || pixel.u < 0 || pixel.v < 0 || pixel.u >= camera.width || pixel.v >= camera.height)
      return true
    return outlines.some((outline) => contains(outline, pixel))
  }
  return (x, y, z) => {
    let clear = 0
    let all = 0
    for (let i = -2; i <= 2; i++) {
      for (let j = -4; j <= 4; j++) {
        all++
        if (!hidden([x + (i / 5) * BLOCK.x, y + (j / 9) * BLOCK.y, z])) clear++
      }
    }
    return clear / all
  }
}

function contains(
  outline: readonly ({ u: number; v: number } | undefined)[],
  { u, v }: { u: number; v: number },
): boolean {
  let odd = false
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const a = outline[i]
    const b = outline[j]
    if (!a || !b) return false
    if (a.v > v !== b.v > v && u < ((b.u - a.u) * (v - a.v)) / (b.v - a.v) + a.u) odd = !odd
  }
  return odd
}

function trackOf({ map, shelf }: Scene): TrackSeen {
  if (Math.hypot(shelf.x - map.shelf.target.x, shelf.y - map.shelf.target.y) < 0.03) return 'at-target'
  return Math.hypot(shelf.x - map.shelf.at.x, shelf.y - map.shelf.at.y) < 0.03 ? 'at-start' : 'between'
}

function robotOf({ map, robot }: Scene): RobotPlace {
  const near = (at: { x: number; y: number }, reach: number): boolean =>
    Math.hypot(robot.pose.x - at.x, robot.pose.y - at.y) < reach
  if (near(map.home.at, map.home.radius)) return 'home'
  return map.zones.find((zone) => near(zone.at, SAME_PLACE_M))?.id ?? 'elsewhere'
}
