import type { Fluents } from '#worlds/value.js'
import { placeAll, type Placed, type PlacedThing } from '../placed.js'
import {
  boundsOf,
  middleOf,
  readable,
  type MapArea,
  type MapPoint,
  type MapSpot,
  type WorldMap,
} from '../world-map.js'
import {
  captionOf,
  drawCaption,
  LINE,
  MOST_LINES,
  round,
  sizeOfCaption,
  thingText,
  wrapped,
} from './caption.js'
import { drawn, type Drawing, type Drawn } from './drawing.js'
import { LabelPlaces, pointsAround, pointsWithin, type Box } from './label-places.js'

/** units of the drawing along its longer side, around it, and across the robot */
const [SIDE, MARGIN, ROBOT] = [420, 8, 18]
/** of an object without a size */
const MARK = 8
/** how much worse it is to cover these than to stand a unit away */
const [SPOT_WEIGHT, ROBOT_WEIGHT] = [0.02, 1]
/** the name of an area may stand anywhere in it */
const AREA_PULL = 0.1
const ASIDE_LETTERS = Math.floor(SIDE / 5.7)

/**
 * Draws a map with what is believed now: the same for the web page and the report. Every thing is in it exactly once,
 * at its place or listed below. Deterministic; never throws, whatever the facts are.
 */
export function drawMap(map: WorldMap, facts: Fluents): Drawing {
  const placed = placeAll(map, facts)
  const sheet = new Sheet(map)
  const { captions, left } = captionsOf(map, placed, sheet)
  const aside = [...placed.aside, ...left].map(({ why, things }) => ({ why, texts: things.map(thingText) }))
  const lines = aside.flatMap(({ why, texts }) => {
    const [first = '', ...rest] = wrapped(texts, ASIDE_LETTERS - why.length)
    return [{ why: `${why}: `, text: first }, ...rest.map((text) => ({ why: '', text }))]
  })
  const height = sheet.height + (lines.length === 0 ? 0 : lines.length * LINE + 6)
  return {
    viewBox: `${-MARGIN} ${-MARGIN} ${round(sheet.width + 2 * MARGIN)} ${round(height + 2 * MARGIN)}`,
    label: inWords(placed),
    ground: [
      ...map.areas.map((area) => outline(area, sheet)),
      ...map.spots.map((spot) => rectangle(sheet.spot(spot), 'spot')),
    ],
    marks: [
      ...map.spots
        .filter(({ object }) => placed.states.has(object))
        .map((spot) => rectangle(sheet.spot(spot), 'spot on')),
      ...captions,
      ...robotMark(placed, sheet),
      ...lines.map(({ why, text }, index) =>
        drawn(
          'text',
          { class: 'aside', x: 0, y: round(sheet.height + 6 + LINE * (index + 0.8)) },
          `${why}${text}`,
        ),
      ),
    ],
  }
}

/** Where the metres of a map lie on the drawing, whose y points down. */
class Sheet {
  readonly width: number
  readonly height: number
  readonly #scale: number
  readonly #origin: MapPoint

  constructor(map: WorldMap) {
    const { min, max } = boundsOf(map)
    this.#scale = SIDE / Math.max(max.x - min.x, max.y - min.y)
    this.#origin = { x: min.x, y: max.y }
    this.width = (max.x - min.x) * this.#scale
    this.height = (max.y - min.y) * this.#scale
  }

  point({ x, y }: MapPoint): MapPoint {
    return { x: (x - this.#origin.x) * this.#scale, y: (this.#origin.y - y) * this.#scale }
  }

  spot({ at, size }: MapSpot): Box {
    const length = (metres: number | undefined): number => Math.max(MARK / 2, (metres ?? 0) * this.#scale)
    return { ...this.point(at), w: size ? length(size.x) : MARK, h: size ? length(size.y) : MARK }
  }

  area(area: MapArea): Box {
    const corners = area.corners.map((corner) => this.point(corner))
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
    const size = { w: Math.max(...xs) - Math.min(...xs), h: Math.max(...ys) - Math.min(...ys) }
    return { ...this.point(middleOf(area)), ...size }
  }
}

/** Everything that is written at its place; things for which there is no room there are left over. */
function captionsOf(
  map: WorldMap,
  placed: Placed,
  sheet: Sheet,
): { readonly captions: readonly Drawn[]; readonly left: Placed['aside'] } {
  const places = new LabelPlaces(sheet.width, sheet.height)
  const left: { why: string; things: readonly PlacedThing[] }[] = []
  const captions: Drawn[] = []
  const write = (name: string, objects: readonly string[], around: Box, kind: string): void => {
    const states = objects.flatMap((object) => placed.states.get(object) ?? [])
    const things =
      kind === 'robot-name' ? placed.held : objects.flatMap((object) => placed.at.get(object) ?? [])
    const fits = roomFor(things)
    if (fits < things.length) left.push({ why: `also at ${name}`, things: things.slice(fits) })
    const caption = captionOf([name, ...states].join(' · '), things.slice(0, fits))
    const size = sizeOfCaption(caption)
    const points = kind === 'area-name' ? pointsWithin(around) : pointsAround(around, size)
    const pull = kind === 'area-name' ? AREA_PULL : 1
    captions.push(drawCaption(caption, places.place(size, points, { own: around, pull }), kind))
  }
  for (const spot of map.spots) places.keepFree(sheet.spot(spot), SPOT_WEIGHT)
  const { robot } = placed
  const disc = robot && { ...sheet.point(robot), w: ROBOT, h: ROBOT }
  if (disc !== undefined) places.keepFree(disc, ROBOT_WEIGHT)
  for (const spot of map.spots) write(readable(spot.object), [spot.object], sheet.spot(spot), 'spot-name')
  // beside its disc, not on it
  if (disc !== undefined) write('robot', [], { ...disc, w: ROBOT + 0.1 }, 'robot-name')
  for (const area of map.areas) write(area.label, area.objects, sheet.area(area), 'area-name')
  return { captions, left }
}

/** How many of these things have room in one caption. */
function roomFor(things: readonly PlacedThing[]): number {
  let count = things.length
  while (count > 0 && captionOf('', things.slice(0, count)).things.length > MOST_LINES) count--
  return count
}

const outline = ({ corners }: MapArea, sheet: Sheet): Drawn =>
  drawn('polygon', {
    class: 'area',
    points: corners
      .map((corner) => sheet.point(corner))
      .map(({ x, y }) => `${round(x)},${round(y)}`)
      .join(' '),
  })

const rectangle = ({ x, y, w, h }: Box, kind: string): Drawn =>
  drawn('rect', {
    class: kind,
    x: round(x - w / 2),
    y: round(y - h / 2),
    width: round(w),
    height: round(h),
    rx: 2,
  })

function robotMark({ robot }: Placed, sheet: Sheet): readonly Drawn[] {
  if (robot === undefined) return []
  const { x, y } = sheet.point(robot)
  const heading = robot.facing === undefined ? [] : [drawn('path', { d: 'M1 -4.5 L7 0 L1 4.5 Z' })]
  const turned = robot.facing === undefined ? '' : ` rotate(${round(-robot.facing)})`
  return [
    drawn(
      'g',
      { class: 'robot', transform: `translate(${round(x)} ${round(y)})${turned}` },
      drawn('circle', { r: ROBOT / 2 }),
      ...heading,
    ),
  ]
}

/** What the drawing shows, in a sentence. */
function inWords({ robot, held, at, aside }: Placed): string {
  const texts = (things: readonly PlacedThing[]): string => things.map(thingText).join(', ')
  return [
    robot === undefined ? 'Map' : `Map: the robot is at ${readable(robot.object)}`,
    ...(held.length === 0 ? [] : [`it holds ${texts(held)}`]),
    ...[...at].map(([object, things]) => `at ${readable(object)}: ${texts(things)}`),
    ...aside.map(({ why, things }) => `${why}: ${texts(things)}`),
  ].join('; ')
}
