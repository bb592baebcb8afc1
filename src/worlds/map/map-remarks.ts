import type { DataDomain } from '../assemble.js'
import { listNames, type Problems } from '../problems.js'
import { NONE } from '../value.js'
import type { MapShape } from './map-shape.js'
import type { WorldMap } from './world-map.js'

/**
 * Tells of objects that a fact can name as the place of the robot or of a thing, and that have no place on the map:
 * what is there will be listed beside it.
 */
export function withoutPlace(map: WorldMap, shape: MapShape, domain: DataDomain, problems: Problems): void {
  const placed = new Set([
    ...map.areas.flatMap(({ objects }) => objects),
    ...map.spots.map(({ object }) => object),
    ...map.hands,
    ...map.things.map(({ object }) => object),
    NONE,
  ])
  const missing = (fact: string): readonly string[] => {
    const sort = domain.sorts.get(fact)
    return sort?.kind === 'objects' ? [...sort.of].filter((object) => !placed.has(object)) : []
  }
  const listed = new Set<string>()
  const remark = (key: 'robot' | 'things', name: string, facts: readonly string[]): void => {
    const absent = [...new Set(facts.flatMap(missing))].filter((object) => !listed.has(object))
    for (const object of absent) listed.add(object)
    if (absent.length === 0) return
    problems.warn(
      { path: [key], key: true },
      {
        code: 'map.no-place',
        message: `${name} can be ${listNames(absent)}: without a place on the map`,
        expected: 'each in objects:, as the object: of an area, or in hands:',
        hint: 'what is there is listed beside the map',
      },
    )
  }
  for (const { text } of shape.robot ?? []) remark('robot', text, [text])
  for (const { text } of shape.things ?? [])
    remark(
      'things',
      text,
      map.things.flatMap(({ facts }) => facts.filter((fact) => fact.startsWith(`${text}(`))),
    )
}
