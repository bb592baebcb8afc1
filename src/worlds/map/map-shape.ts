import type { Json } from '#base/hash.js'
import { list, mapOf, object, optional, required } from '../shape/composites.js'
import { decimal, name, sentence, WORD } from '../shape/scalars.js'
import type { Shape } from '../shape/shape.js'
import type { Source } from '../problems.js'

/** metres */
const [FAR, LARGE] = [100_000, 10_000]

const metres = (what: string): Shape<number> => decimal(`${what}, metres.`, { least: -FAR, most: FAR })
const length = (what: string): Shape<number> => decimal(`${what}, metres.`, { least: 0, most: LARGE })
const degrees = decimal('Which way it looks: degrees counter-clockwise from x.', { least: -360, most: 360 })

const point = object(
  { x: required(metres('To the right')), y: required(metres('Upwards on the page')) },
  'A point.',
)

const pose = object(
  {
    x: required(metres('To the right')),
    y: required(metres('Upwards on the page')),
    z: optional(metres('Above the floor')),
    facing: optional(degrees),
  },
  'A point, and which way it looks.',
)

const size = object(
  {
    x: required(length('Along x')),
    y: required(length('Along y')),
    z: optional(length('Its height')),
  },
  'How large it is, along the axes of the map.',
)

/** One name, or several. */
const names = (description: string): Shape<readonly Source[]> => {
  const [one, many] = [name(description), list(name(description), description)]
  return {
    schema: { anyOf: [one.schema, many.schema] },
    read(value, at, problems) {
      if (Array.isArray(value)) return many.read(value, at, problems)
      const read = one.read(value, at, problems)
      return read === undefined ? undefined : [read]
    },
  }
}

const area = object(
  {
    label: optional(sentence('Its name for people; the name of its object without one.')),
    object: optional(names('The object of the world that it is, or several: a room and its floor.')),
    from: optional(point),
    to: optional(point),
    corners: optional(list(point, 'The corners of its outline, in order: three or more.')),
  },
  'A part of the floor: a rectangle (from, to) or a polygon (corners).',
)

const place = object(
  { at: required(pose), size: optional(size), stand: optional(pose) },
  'Where an object is (its middle), how large it is, and where the robot stands when it is there.',
)

export const mapShape = object(
  {
    areas: optional(list(area, 'Parts of the floor, such as rooms.')),
    objects: optional(mapOf(place, 'Where the objects are that stay in their place.', { keys: WORD })),
    robot: optional(
      names('The fact that tells where the robot is; of several, the first that names a place on the map.'),
    ),
    hands: optional(names('The object with which the robot holds things, or several.')),
    things: optional(
      names('The fact that tells where each thing is; of several, the first that names a place on the map.'),
    ),
    states: optional(names('Facts that are true or false, shown at their object while they are true.')),
  },
  'Where things are in a world, for people to look at: docs/worlds.md.',
)

export type MapShape = typeof mapShape extends Shape<infer T> ? T : never

/** Returns the JSON Schema of a map file, for editors: `config/map.schema.json`. */
export const mapJsonSchema = (): Json => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'graft map file',
  ...(mapShape.schema as Readonly<Record<string, Json>>),
})
