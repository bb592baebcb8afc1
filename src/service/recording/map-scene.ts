import { placeAll, type Placed, type PlacedThing } from '#worlds/map/placed.js'
import { thingText } from '#worlds/map/draw/caption.js'
import {
  boundsOf,
  middleOf,
  readable,
  type MapArea,
  type MapPoint,
  type MapSpot,
  type WorldMap,
} from '#worlds/map/world-map.js'
import type { Fluents } from '#worlds/value.js'
import { at, caption, color, cube, cylinder, entityAt, loop, type Shapes } from './shapes/entities.js'
import { vec, yaw, type Stamp, type Vec } from './shapes/geometry.js'

/** The coordinate frame of everything on a map (REP 105). */
const FRAME = 'map'

/**
 * The map of a world as the twin believes it, for a 3D view: foxglove.SceneUpdate. All entities are in every update, so
 * that what is gone disappears.
 */
export function mapScene(timestamp: Stamp, map: WorldMap, facts: Fluents): object {
  const placed = placeAll(map, facts)
  const make = entityAt(timestamp)
  const unit = unitOf(map)
  return {
    deletions: [],
    entities: [
      make(FRAME, 'areas', areaShapes(map.areas, unit)),
      make(FRAME, 'objects', spotShapes(map.spots, placed, unit)),
      make(FRAME, 'things', thingShapes(map, placed, unit)),
      make(FRAME, 'robot', robotShapes(placed, unit)),
      make(FRAME, 'aside', asideShapes(map, placed, unit)),
    ],
  }
}

/** Changes whenever the scene does. */
export const mapKey = ({ robot, things, states }: WorldMap, facts: Fluents): string =>
  JSON.stringify(
    [...robot, ...things.flatMap((thing) => thing.facts), ...states.map(({ fact }) => fact)].map(
      (fact) => facts.get(fact) ?? null,
    ),
  )

const FLOOR = color(0.86, 0.85, 0.8, 0.6)
const EDGE = color(0.5, 0.5, 0.47)
const SOLID = color(0.72, 0.68, 0.58, 0.85)
const OPEN = color(0.35, 0.7, 0.5, 0.45)
const THING = color(0.16, 0.44, 0.86)
const ROBOT = color(0.13, 0.38, 0.25, 0.9)
const INK = color(0.2, 0.2, 0.2)

/** A length for marks and letters that suits the map, metres. */
function unitOf(map: WorldMap): number {
  const { min, max } = boundsOf(map)
  return Math.max(max.x - min.x, max.y - min.y) / 50
}

function areaShapes(areas: readonly MapArea[], unit: number): Shapes {
  const thin = unit / 20
  return {
    cubes: areas.filter(isRectangle).map((area) => {
      const [from = middleOf(area), , to = from] = area.corners
      return cube(raised(middleOf(area), -thin / 2), vec(to.x - from.x, to.y - from.y, thin), FLOOR)
    }),
    lines: areas.map(({ corners }) =>
      loop(
        corners.map((corner) => raised(corner, 0)),
        EDGE,
      ),
    ),
    texts: areas.map((area) => caption(area.label, raised(middleOf(area), unit / 4), EDGE, unit)),
  }
}

/** As `from` and `to` describe it: an area of four corners whose sides are along the axes. */
function isRectangle({ corners }: MapArea): boolean {
  const [a, b, c, d] = corners
  if (a === undefined || b === undefined || c === undefined || d === undefined || corners.length > 4)
    return false
  return a.y === b.y && b.x === c.x && c.y === d.y && d.x === a.x
}

const sizeOf = ({ size }: MapSpot, unit: number): Vec =>
  vec(
    Math.max(size?.x ?? unit, unit / 20),
    Math.max(size?.y ?? unit, unit / 20),
    Math.max(size?.z ?? 0, unit / 20),
  )

const topOf = (spot: MapSpot, unit: number): number => spot.at.z + sizeOf(spot, unit).z

function spotShapes(spots: readonly MapSpot[], { states }: Placed, unit: number): Shapes {
  return {
    cubes: spots.map((spot) => {
      const size = sizeOf(spot, unit)
      return cube(raised(spot.at, spot.at.z + size.z / 2), size, states.has(spot.object) ? OPEN : SOLID)
    }),
    texts: spots.map((spot) => {
      const name = [readable(spot.object), ...(states.get(spot.object) ?? [])].join(' · ')
      return caption(name, raised(spot.at, topOf(spot, unit) + unit / 2), EDGE, 0.7 * unit)
    }),
  }
}

/** Things as small cubes side by side on what they are at, or above the robot that holds them. */
function thingShapes(map: WorldMap, { at: placedAt, held, robot }: Placed, unit: number): Shapes {
  const places = new Map<string, Vec>([
    ...map.areas.flatMap((area) =>
      area.objects.map((object): [string, Vec] => [object, raised(middleOf(area), 0, -2 * unit)]),
    ),
    ...map.spots.map((spot): [string, Vec] => [spot.object, raised(spot.at, topOf(spot, unit))]),
  ])
  const groups: readonly (readonly [Vec | undefined, readonly PlacedThing[]])[] = [
    ...[...placedAt].map(([object, things]) => [places.get(object), things] as const),
    [robot && raised(robot, ROBOT_HEIGHT * unit), held],
  ]
  const all = groups.flatMap(([place, things]) =>
    place === undefined
      ? []
      : things.map((thing, index) => ({ thing, place: beside(place, index, things.length, unit) })),
  )
  const side = 0.5 * unit
  return {
    cubes: all.map(({ place }) =>
      cube(vec(place.x, place.y, place.z + side / 2), vec(side, side, side), THING),
    ),
    texts: all.map(({ thing, place }, index) =>
      caption(
        thingText(thing),
        vec(place.x, place.y, place.z + (1.6 + 0.8 * (index % 3)) * side),
        INK,
        0.6 * unit,
      ),
    ),
  }
}

/** One of several places in a row around a point. */
const beside = ({ x, y, z }: Vec, index: number, count: number, unit: number): Vec =>
  vec(x + (index - (count - 1) / 2) * unit, y, z)

/** in units */
const ROBOT_HEIGHT = 2

function robotShapes({ robot }: Placed, unit: number): Shapes {
  if (robot === undefined) return {}
  const height = ROBOT_HEIGHT * unit
  const nose = {
    pose: at(raised(robot, height), yaw(((robot.facing ?? 0) * Math.PI) / 180)),
    shaft_length: unit,
    shaft_diameter: 0.3 * unit,
    head_length: 0.6 * unit,
    head_diameter: 0.7 * unit,
    color: ROBOT,
  }
  return {
    cylinders: [cylinder(raised(robot, height / 2), vec(1.6 * unit, 1.6 * unit, height), ROBOT)],
    ...(robot.facing === undefined ? {} : { arrows: [nose] }),
    texts: [caption('robot', raised(robot, height + 1.6 * unit), ROBOT, 0.8 * unit)],
  }
}

/** What has no place on the map, below its lower edge. */
function asideShapes(map: WorldMap, { aside }: Placed, unit: number): Shapes {
  const { min, max } = boundsOf(map)
  const middle = { x: (min.x + max.x) / 2, y: min.y }
  return {
    texts: aside.map(({ why, things }, index) =>
      caption(
        `${why}: ${things.map(thingText).join(', ')}`,
        raised(middle, 0, -(index + 1) * 1.4 * unit),
        INK,
        0.8 * unit,
      ),
    ),
  }
}

const raised = ({ x, y }: MapPoint, z: number, down = 0): Vec => vec(x, y + down, z)
