/**
 * Where things are in a world, for people to look at: the map of the web page, of recordings and of the report. It has
 * no effect on any judgement. Plain JSON, so that a run keeps the map that it began with. Metres: x to the right, y
 * upwards on the page, z above the floor; degrees counter-clockwise from x.
 */
export interface WorldMap {
  readonly areas: readonly MapArea[]
  readonly spots: readonly MapSpot[]
  /** facts that tell where the robot is: the first that names a place on the map counts */
  readonly robot: readonly string[]
  /** objects with which the robot holds things: what is there is with the robot */
  readonly hands: readonly string[]
  readonly things: readonly MapThing[]
  readonly states: readonly MapState[]
}

/** A part of the floor with a name. */
export interface MapArea {
  readonly label: string
  /** the objects of the world that it is; none: it is there for people only */
  readonly objects: readonly string[]
  /** of its outline, in order */
  readonly corners: readonly MapPoint[]
}

/** An object that stays where it is. */
export interface MapSpot {
  readonly object: string
  readonly at: MapPose
  /** along x, y and z; undefined: a small mark */
  readonly size: MapSize | undefined
  /** where the robot stands when it is at the object; undefined: at the object itself */
  readonly stand: MapPose | undefined
}

/** An object that facts place: the first of them that names a place on the map counts. */
export interface MapThing {
  readonly object: string
  /** such as `location(mug)` */
  readonly facts: readonly string[]
}

/** A fact that is shown while it is true. */
export interface MapState {
  readonly fact: string
  /** of which it is said; undefined: of the world */
  readonly object: string | undefined
  /** as it is shown: the name of the fact */
  readonly word: string
}

export interface MapPoint {
  readonly x: number
  readonly y: number
}

export interface MapPose extends MapPoint {
  readonly z: number
  readonly facing: number | undefined
}

interface MapSize extends MapPoint {
  readonly z: number
}

interface Bounds {
  readonly min: MapPoint
  readonly max: MapPoint
}

/** The smallest rectangle around everything on a map. A map without extent is widened to a metre. */
export function boundsOf({ areas, spots }: WorldMap): Bounds {
  const points = [
    ...areas.flatMap(({ corners }) => corners),
    ...spots.flatMap(({ at, size, stand }) => [
      ...cornersOf(at, size),
      ...(stand === undefined ? [] : [stand]),
    ]),
  ]
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [x, y] = [extent(xs), extent(ys)]
  const span = Math.max(x.max - x.min, y.max - y.min)
  const widen = ({ min, max }: typeof x): typeof x => {
    const more = Math.max(0, (span > 0 ? span / 4 : 1) - (max - min)) / 2
    return { min: min - more, max: max + more }
  }
  const [wide, high] = [widen(x), widen(y)]
  return { min: { x: wide.min, y: high.min }, max: { x: wide.max, y: high.max } }
}

/** The middle of an area's bounding rectangle. */
export function middleOf({ corners }: Pick<MapArea, 'corners'>): MapPoint {
  const [x, y] = [extent(corners.map((corner) => corner.x)), extent(corners.map((corner) => corner.y))]
  return { x: (x.min + x.max) / 2, y: (y.min + y.max) / 2 }
}

/** An object's name as people read it. */
export const readable = (name: string): string => name.replaceAll('_', ' ')

const cornersOf = ({ x, y }: MapPoint, size: MapSize | undefined): readonly MapPoint[] => {
  const [w, h] = [(size?.x ?? 0) / 2, (size?.y ?? 0) / 2]
  return [
    { x: x - w, y: y - h },
    { x: x + w, y: y + h },
  ]
}

const extent = (values: readonly number[]): { readonly min: number; readonly max: number } =>
  values.length === 0 ? { min: 0, max: 0 } : { min: Math.min(...values), max: Math.max(...values) }
