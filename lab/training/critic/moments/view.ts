import { project, type CameraModel, type Vec3 } from '#base/camera-model.js'
import { SLOTS, type Slot, type Zone, type ZoneId } from '#base/field-map.js'
import type { FaceSeen, TrackSeen } from '#learning/field/critic/dialogue/answer.js'
import type { View } from '#lab/bench/truth/right-answer.js'
import { BLOCK, ROBOT, SHELF_HEIGHT, slotCentre } from '#simulation/field/dimensions.js'
import { robotSolids } from '#simulation/field/render/robot.js'
import { box, plain } from '#simulation/field/render/solid.js'
import { PAINT } from '#simulation/field/render/colour.js'
import type { Scene, SceneBlock } from '#simulation/field/scene.js'
import { blockFootprint, overlap, zoneRectangle } from '#simulation/field/world/geometry.js'
import type { Occluder } from './occluders.js'

/** below this visible share nobody can tell what lies in a slot */
const HIDDEN_SHARE = 0.3
const SAME_PLACE_M = 0.06

/** What a perfect observer would see in the picture of a scene: the label of a training example. */
export function viewOf(scene: Scene, camera: CameraModel, occluders: readonly Occluder[] = []): View {
  const things = occluders.filter(({ opacity }) => opacity === 1).map(({ outline }) => outline)
  const covers = shareSeen(camera, [...things, ...connections(scene, camera)], BLOCK)
  const zones = scene.map.zones.map((zone): [ZoneId, FaceSeen[]] => [zone.id, facesOf(scene, zone, covers)])
  return {
    zones: new Map(zones),
    track: trackOf(scene, camera, things),
    robot: robotOf(scene, camera, things),
    stray: scene.blocks
      .filter((block) => !scene.map.zones.some((zone) => liesIn(block, zone)))
      .filter((block) => covers(block.at.x, block.at.y, BLOCK.z) >= HIDDEN_SHARE)
      .map((block) => block.at),
  }
}

type Share = (x: number, y: number, z: number) => number
type Outline = readonly ({ u: number; v: number } | undefined)[]

const liesIn = (block: SceneBlock, zone: Zone): boolean => overlap(blockFootprint(block), zoneRectangle(zone))

/** A block that lies anyhow in a zone stands for the free slot that is nearest to it. */
function facesOf(scene: Scene, zone: Zone, covers: Share): FaceSeen[] {
  const faces: (FaceSeen | undefined)[] = [undefined, undefined, undefined, undefined]
  const far = (block: SceneBlock, slot: Slot): number => {
    const { x, y } = slotCentre(zone, slot)
    return Math.hypot(block.at.x - x, 0.3 * (block.at.y - y))
  }
  const inside = scene.blocks.filter((block) => liesIn(block, zone))
  const pairs = inside.flatMap((block) => SLOTS.map((slot) => ({ block, slot, d: far(block, slot) })))
  const placed = new Set<SceneBlock>()
  for (const { block, slot } of pairs.sort((a, b) => a.d - b.d)) {
    if (placed.has(block) || faces[slot] !== undefined) continue
    placed.add(block)
    faces[slot] = covers(block.at.x, block.at.y, BLOCK.z) < HIDDEN_SHARE ? 'hidden' : block.face
  }
  return SLOTS.map((slot) => {
    const { x, y } = slotCentre(zone, slot)
    return faces[slot] ?? (covers(x, y, 0) < HIDDEN_SHARE ? 'hidden' : 'empty')
  })
}

/** Outlines of robot and shelf in the picture. */
function connections(scene: Scene, camera: CameraModel): Outline[] {
  const shelf = box(
    { at: [scene.shelf.x, scene.shelf.y, SHELF_HEIGHT / 2] },
    [scene.map.shelf.size.x, scene.map.shelf.size.y, SHELF_HEIGHT],
    plain(PAINT.shelfSide),
  )
  return [...robotSolids(scene.robot), shelf].flatMap((solid) =>
    solid.faces.map((face) => face.points.map((point) => project(camera, point))),
  )
}

/** How much of a level rectangle of this size lies within the picture and is hidden by none of the outlines. */
function shareSeen(camera: CameraModel, outlines: readonly Outline[], size: { x: number; y: number }): Share {
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
        if (!hidden([x + (i / 5) * size.x, y + (j / 9) * size.y, z])) clear++
      }
    }
    return clear / all
  }
}

function contains(outline: Outline, { u, v }: { u: number; v: number }): boolean {
  let odd = false
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const a = outline[i]
    const b = outline[j]
    if (!a || !b) return false
    if (a.v > v !== b.v > v && u < ((b.u - a.u) * (v - a.v)) / (b.v - a.v) + a.u) odd = !odd
  }
  return odd
}

function trackOf({ map, shelf }: Scene, camera: CameraModel, things: readonly Outline[]): TrackSeen {
  if (shareSeen(camera, things, map.shelf.size)(shelf.x, shelf.y, SHELF_HEIGHT) < HIDDEN_SHARE)
    return 'hidden'
  if (Math.hypot(shelf.x - map.shelf.target.x, shelf.y - map.shelf.target.y) < 0.03) return 'at-target'
  return Math.hypot(shelf.x - map.shelf.at.x, shelf.y - map.shelf.at.y) < 0.03 ? 'at-start' : 'between'
}

function robotOf({ map, robot }: Scene, camera: CameraModel, things: readonly Outline[]): View['robot'] {
  const body = { x: 2 * ROBOT.bodyRadius, y: 2 * ROBOT.bodyRadius }
  const share = shareSeen(camera, things, body)(robot.pose.x, robot.pose.y + ROBOT.bodyBehindGripper, 0.1)
  if (share < HIDDEN_SHARE) return 'hidden'
  const near = (at: { x: number; y: number }, reach: number): boolean =>
    Math.hypot(robot.pose.x - at.x, robot.pose.y - at.y) < reach
  if (near(map.home.at, map.home.radius)) return 'home'
  return map.zones.find((zone) => near(zone.at, SAME_PLACE_M))?.id ?? 'elsewhere'
}
