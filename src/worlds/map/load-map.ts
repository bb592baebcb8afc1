import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { MAX_PROBLEMS, type FileKind } from '#documents/yaml-problems.js'
import { readYaml } from '#documents/yaml-text.js'
import type { DataDomain } from '../assemble.js'
import { placeOf, Problems, type Source } from '../problems.js'
import { ROOT } from '../shape/shape.js'
import { factName } from '../value.js'
import { MapNames } from './map-names.js'
import { mapShape, type MapShape } from './map-shape.js'
import { withoutPlace } from './map-remarks.js'
import type { MapArea, MapPoint, MapPose, WorldMap } from './world-map.js'

export interface LoadedMap {
  readonly map: WorldMap
  /** what may be meant and is worth a look, at its place */
  readonly remarks: readonly Diagnostic[]
}

export const MAP_FILE: FileKind = {
  code: 'map',
  name: 'map file',
  contents: 'a map: areas, where objects are, which facts tell where robot and things are',
  secondDocumentHint: 'a world has one map',
}

/**
 * Loads a map from YAML text (docs/worlds.md), checked against a world. Never throws because of the text; fails with
 * every problem at once, each with line and column.
 * @param source file name used in diagnostics
 */
export function loadMap(
  text: string,
  source: string,
  domain: DataDomain,
): Result<LoadedMap, readonly Diagnostic[]> {
  const yaml = readYaml(text, source, MAP_FILE)
  if (!yaml.ok) return err(yaml.error.slice(0, MAX_PROBLEMS))
  const problems = new Problems((spot) => placeOf(spot, yaml.value), 'map')
  const shape = mapShape.read(yaml.value.value, ROOT, problems)
  if (shape === undefined || problems.errors > 0) return err(problems.list())
  const map = mapFrom(shape, new MapNames(domain, problems), problems)
  if (problems.errors > 0) return err(problems.list())
  withoutPlace(map, shape, domain, problems)
  return ok({ map, remarks: problems.list() })
}

function mapFrom(shape: MapShape, known: MapNames, problems: Problems): WorldMap {
  const { areas = [], objects = [], hands = [], robot = [], things = [], states = [] } = shape
  if (areas.length + objects.length === 0)
    problems.error(ROOT.spot, {
      code: 'map.empty',
      message: 'nothing is on the map',
      expected: 'areas:, or objects: with where they are',
      got: 'neither',
    })
  for (const { key } of objects) known.object(key)
  for (const holder of hands) known.object(holder)
  for (const fact of robot) known.robotFact(fact)
  const moving = known.things(things)
  for (const { key } of objects)
    if (moving.has(key.text)) alsoMoves(key, moving.get(key.text) ?? [], problems)
  return {
    areas: areas.flatMap((area, index) => areaFrom(area, index, known, problems)),
    spots: objects.map(({ key, value: { at, size, stand } }) => ({
      object: key.text,
      at: poseFrom(at),
      size: size && { ...size, z: size.z ?? 0 },
      stand: stand && poseFrom(stand),
    })),
    robot: robot.map(({ text }) => text),
    hands: hands.map(({ text }) => text),
    things: [...moving].map(([object, facts]) => ({
      object,
      facts: facts.map((name) => factName(name, [object])),
    })),
    states: states.flatMap((state) => known.states(state)),
  }
}

type AreaShape = NonNullable<MapShape['areas']>[number]

function areaFrom(
  { label, object = [], from, to, corners }: AreaShape,
  index: number,
  known: MapNames,
  problems: Problems,
): readonly MapArea[] {
  const spot = { path: ['areas', index] }
  for (const name of object) known.object(name)
  const called = label?.text ?? object[0]?.text.replaceAll('_', ' ')
  if (called === undefined)
    problems.error(spot, {
      code: 'map.no-label',
      message: 'the area has no name',
      expected: 'label:, or object: if it is an object of the world',
    })
  const outline = outlineOf(from, to, corners)
  if (outline === undefined)
    problems.error(spot, {
      code: 'map.outline',
      message: 'it is not clear where the area is',
      expected: 'from: and to:, the lower left and the upper right corner; or three corners: or more',
      got:
        Object.entries({ from, to, corners })
          .flatMap(([key, given]) => (given ? [key] : []))
          .join(', ') || 'none',
    })
  if (called === undefined || outline === undefined) return []
  return [{ label: called, objects: object.map(({ text }) => text), corners: outline }]
}

function outlineOf(
  from: MapPoint | undefined,
  to: MapPoint | undefined,
  corners: readonly MapPoint[] | undefined,
): readonly MapPoint[] | undefined {
  if (corners !== undefined)
    return from === undefined && to === undefined && corners.length > 2 ? corners : undefined
  if (from === undefined || to === undefined || from.x >= to.x || from.y >= to.y) return undefined
  return [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }]
}

const poseFrom = ({
  x,
  y,
  z = 0,
  facing,
}: Omit<MapPose, 'z'> & { readonly z: number | undefined }): MapPose => ({
  x,
  y,
  z,
  facing,
})

function alsoMoves(key: Source, facts: readonly string[], problems: Problems): void {
  problems.error(key.spot, {
    code: 'map.moves',
    message: `${key.text} stays where it is, and ${facts.join(', ')} says where it is`,
    expected: 'a place here, or a fact of things: that tells it, not both',
    got: 'both',
  })
}
