import { OPEN_FROM, type HomeParts } from '../parts.js'
import type { Flat, HomeScene } from '../scene.js'
import { boxAround, crosses, distance, turnTo, type Box } from '../space/boxes.js'
import { furnitureOf } from '../space/places.js'
import { WALL, wallsOf } from '../space/walls.js'
import type { HomeState } from '../state.js'

/** How far the head camera makes out things, and doors and people, m; and half of what it has in view, rad. */
export const SIGHT = { things: 2.6, large: 4.5, half: (75 * Math.PI) / 180 } as const

/** Whether the camera has this point in view: near enough, before the robot, no wall or closed door between. */
export function isInSight(state: HomeState, scene: HomeScene, at: Flat, range: number): boolean {
  const { base } = state
  const away = distance(base, at)
  if (away > range) return false
  const bearing = Math.atan2(at.y - base.y, at.x - base.x)
  // what is right before it is seen by the camera of the wrist as well
  if (away > 0.5 && Math.abs(turnTo(base.heading, bearing)) > SIGHT.half) return false
  return !opaque(state, scene).some((box) => crosses(box, base, shortened(base, at)))
}

/** Whether a thing there would be seen: not inside a closed container, and not in a person's pocket. */
export function isVisibleAt(state: HomeState, { scene }: HomeParts, place: string, at: Flat): boolean {
  const container = scene.containers[place]
  if (container === undefined) return isInSight(state, scene, at, SIGHT.things)
  if ((state.angles[place] ?? 0) < OPEN_FROM) return false
  return isInSight(state, scene, at, INTO_CONTAINER) && isBefore(state, container)
}

/** The places that the robot looks at as a whole: a thing that is not seen there is not there. */
export function placesInView(state: HomeState, parts: HomeParts): string[] {
  const names = [...Object.keys(parts.scene.surfaces), ...Object.keys(parts.scene.containers)]
  return names.filter((place) => isWholeInView(state, parts, place))
}

/** nothing farther inside a container is made out, m */
const INTO_CONTAINER = 1.5

function isWholeInView(state: HomeState, parts: HomeParts, place: string): boolean {
  const furniture = furnitureOf(parts.scene, place)
  if (furniture === undefined) return false
  const { x0, x1, y0, y1 } = boxAround(furniture.at, furniture.size, -0.1)
  const corners = [
    { x: x0, y: y0 },
    { x: x1, y: y0 },
    { x: x0, y: y1 },
    { x: x1, y: y1 },
  ]
  return corners.every((corner) => isVisibleAt(state, parts, place, corner))
}

/** Whether the robot is on the side of the container that opens. */
function isBefore(
  { base }: HomeState,
  { at, facing }: { readonly at: Flat; readonly facing: number },
): boolean {
  return (base.x - at.x) * Math.cos(facing) + (base.y - at.y) * Math.sin(facing) > 0
}

const walls = new WeakMap<HomeScene, readonly Box[]>()

function opaque(state: HomeState, scene: HomeScene): readonly Box[] {
  const known = walls.get(scene) ?? wallsOf(scene)
  walls.set(scene, known)
  const shut = Object.entries(scene.doors).filter(([door]) => (state.angles[door] ?? 0) < 0.2)
  return shut.length === 0 ? known : [...known, ...shut.map(([, door]) => leafBox(door))]
}

function leafBox({
  at,
  hinge,
  width,
}: {
  readonly at: Flat
  readonly hinge: Flat
  readonly width: number
}): Box {
  const alongX = Math.abs(hinge.x - at.x) > Math.abs(hinge.y - at.y)
  return boxAround(at, alongX ? { x: width, y: WALL } : { x: WALL, y: width })
}

/** A little before the point: what stands against a wall is not hidden by it. */
function shortened(from: Flat, to: Flat): Flat {
  const away = distance(from, to)
  const share = away < 0.1 ? 0 : (away - 0.1) / away
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}
