import type { ParamTypes } from '#drivers/robot/skill-params.js'
import type { FactValue } from '#drivers/contract.js'
import { isObject, type JsonObject } from '../bridge/json-object.js'

/** A named pose in the frame in which places are given, metres and radians. */
interface PlaceOnMap {
  readonly x: number
  readonly y: number
  readonly yaw: number
}

export type Places = Readonly<Record<string, PlaceOnMap>>

/** A hole of a template: `{closed}` is a parameter, `{place.x}` a part of the place that a parameter names. */
interface Hole {
  readonly param: string
  readonly part?: string
}

const HOLE = /\{([A-Za-z]\w*)(?:\.(\w+))?\}/g

/** What `{place.…}` can be; `qz` and `qw` are the quaternion of `yaw`, whose x and y are 0. */
export const PLACE_PARTS: readonly string[] = ['x', 'y', 'yaw', 'qz', 'qw', 'name']

/** Every hole in a template, with where it stands. */
export function holesIn(
  template: unknown,
  path: readonly (string | number)[] = [],
): readonly { readonly path: readonly (string | number)[]; readonly at: number; readonly hole: Hole }[] {
  if (typeof template === 'string')
    return [...template.matchAll(HOLE)].map((match) => ({ path, at: match.index, hole: holeOf(match) }))
  if (Array.isArray(template)) return template.flatMap((each, index) => holesIn(each, [...path, index]))
  if (!isObject(template)) return []
  return Object.entries(template).flatMap(([name, inside]) => holesIn(inside, [...path, name]))
}

/**
 * Fills the holes of a template. A text that is one hole becomes the value itself, with its type: `'{place.x}'` a
 * number, `'{closed}'` true or false. Elsewhere the value becomes part of the text. Holes have been checked.
 */
export function fill(
  template: unknown,
  params: Readonly<Record<string, FactValue>>,
  places: Places,
): unknown {
  if (typeof template === 'string') {
    const [only] = template.matchAll(HOLE)
    if (only !== undefined && only[0] === template) return filled(holeOf(only), params, places)
    return template.replace(HOLE, (_, param: string, part?: string) =>
      String(filled({ param, ...(part !== undefined && { part }) }, params, places)),
    )
  }
  if (Array.isArray(template)) return template.map((each) => fill(each, params, places))
  if (!isObject(template)) return template
  const entries = Object.entries(template).map(([name, inside]) => [name, fill(inside, params, places)])
  return Object.fromEntries(entries) as JsonObject
}

/** A value for each parameter with which a template can be tried before anything moves. */
export function samplesOf(types: ParamTypes): readonly Readonly<Record<string, FactValue>>[] {
  const most = Math.max(1, ...Object.values(types).map((type) => (isWords(type) ? type.length : 1)))
  return Array.from({ length: most }, (_, index) =>
    Object.fromEntries(Object.entries(types).map(([name, type]) => [name, sampleOf(type, index)])),
  )
}

export const isWords = (type: ParamTypes[string] | undefined): type is readonly string[] =>
  Array.isArray(type)

function sampleOf(type: ParamTypes[string], index: number): FactValue {
  if (isWords(type)) return type[Math.min(index, type.length - 1)] ?? ''
  if (type === 'boolean') return true
  if (type === 'text') return 'text'
  return type === 'number' || !('min' in type) ? 0 : Math.ceil(type.min)
}

function filled(
  { param, part }: Hole,
  params: Readonly<Record<string, FactValue>>,
  places: Places,
): FactValue | undefined {
  const value = Object.hasOwn(params, param) ? params[param] : undefined
  if (part === undefined || value === undefined) return value
  const name = String(value)
  const place = Object.hasOwn(places, name) ? places[name] : undefined
  if (place === undefined) return undefined
  switch (part) {
    case 'x':
    case 'y':
    case 'yaw':
      return place[part]
    case 'qz':
      return Math.sin(place.yaw / 2)
    case 'qw':
      return Math.cos(place.yaw / 2)
    default:
      return part === 'name' ? name : undefined
  }
}

const holeOf = (match: RegExpMatchArray): Hole => ({
  param: match[1] ?? '',
  ...(match[2] !== undefined && { part: match[2] }),
})
