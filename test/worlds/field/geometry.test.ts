import { describe, expect, it } from 'vitest'
import type { FieldMap, Pose } from '#base/field-map.js'
import { m } from '#base/units.js'
import { initialBelief, next } from '#twin/field/belief.js'
import { judge } from '#twin/field/judge.js'
import { dockPose, placeAt, pushEnd } from '#twin/field/places.js'
import { blocking } from '#twin/field/rules/push.js'
import { pushesShelf } from '#twin/field/rules/shelf-push.js'
import type { Place, WorldState, ZoneBelief } from '#twin/field/world.js'
import { maps } from './documents.js'

/** Every place with the poses at which the robot counts as there. */
const placesOf = (map: FieldMap): readonly (readonly [Place, Pose])[] => [
  ...([{ kind: 'home' }, { kind: 'shelf' }] as const).map(
    (place) => [place, dockPose(map, place) as Pose] as const,
  ),
  ...map.zones.flatMap(({ id: zone }) =>
    ([1, 2] as const).map((position) => {
      const place = { kind: 'zone', zone } as const
      return [place, dockPose(map, place, position) as Pose] as const
    }),
  ),
]

/** What worlds/field/world.yaml leaves out because it never matters on F1 to F5. A sixth field might need it. */
describe.each(maps.map((map) => [map.id, map] as const))(
  'geometry that the document does not say: %s',
  (_, map) => {
    it('is that of F1', () => {
      expect({ ...map, id: 'F1' }).toEqual(maps[0])
    })

    it('no straight way to a dock pushes the shelf, wherever in the field it begins', () => {
      const raster = 0.05
      const count = (size: number): number => Math.round(size / raster) + 1
      const starts = Array.from({ length: count(map.size.x) }, (_, x) =>
        Array.from({ length: count(map.size.y) }, (_, y) => ({ x: m(x * raster), y: m(y * raster) })),
      ).flat()
      expect(starts).toHaveLength(61 * 41)
      for (const [place, to] of placesOf(map))
        for (const shelf of ['init', 'unknown'] as const) {
          if (place.kind === 'shelf') continue
          expect(starts.filter((from) => pushesShelf(map, shelf, from, to))).toEqual([])
        }
    })

    it('every dock is inside the border and known as its place', () => {
      for (const [place, pose] of placesOf(map)) {
        expect(placeAt(map, pose)).toEqual(place)
        expect(judge(initialBelief(map), { kind: 'move', to: place, pose }, map).ok).toBe(true)
      }
      expect(placeAt(map, pushEnd(map))).toBe('between')
    })

    it('no zone lies in the corridor of the shelf, so that no block can be in its way', () => {
      const block = { face: 'unknown' } as const
      const full: ZoneBelief = { slots: [block, block, block, block] }
      const state: WorldState = next(initialBelief(map), {
        zones: new Map(map.zones.map(({ id }) => [id, full])),
      })
      expect(blocking(state, map)).toEqual([])
    })
  },
)
