import type { Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'
import { partsOf } from '#simulation/home/fact.js'
import { closuresOf } from '#simulation/home/parts.js'
import type { HomeScenario } from '#simulation/home/scenario.js'
import type { HomeScene } from '#simulation/home/scene.js'
import { furnitureOf, isPlace } from '#simulation/home/space/places.js'
import { parseDocument, readDocument, type DocumentKind, type Mismatch } from './document.js'
import { checkScene } from './scene-checks.js'
import { scenarioSchema } from './scenario-schema.js'
import { sceneSchema } from './scene-schema.js'

/** Reads the geometry of a home, `worlds/NAME/scene.yaml`. */
export const readHomeScene = (path: string): Promise<Result<HomeScene, readonly Diagnostic[]>> =>
  readDocument(path, SCENE)

export const parseHomeScene = (text: string, file: string): Result<HomeScene, readonly Diagnostic[]> =>
  parseDocument(text, file, SCENE)

/** Reads a scenario, `worlds/NAME/scenarios/*.yaml`, and checks its names against the scene. */
export const readHomeScenario = (
  path: string,
  scene: HomeScene,
): Promise<Result<HomeScenario, readonly Diagnostic[]>> => readDocument(path, scenarioKind(scene))

export const parseHomeScenario = (
  text: string,
  file: string,
  scene: HomeScene,
): Result<HomeScenario, readonly Diagnostic[]> => parseDocument(text, file, scenarioKind(scene))

const SCENE: DocumentKind<HomeScene> = {
  about: {
    code: 'scene',
    name: 'scene file',
    contents: 'the geometry of a home: rooms, doors, furniture, items',
    secondDocumentHint: 'write each scene into a file of its own',
  },
  schema: sceneSchema,
  check: checkScene,
}

const scenarioKind = (scene: HomeScene): DocumentKind<HomeScenario> => ({
  about: {
    code: 'scenario',
    name: 'scenario file',
    contents: 'what the robot does not know: truth, chores, habits, what is slippery and what jams',
    secondDocumentHint: 'write each scenario into a file of its own',
  },
  schema: scenarioSchema,
  check: (scenario) => checkScenario(scenario, scene),
})

/** Every name of a scenario has to be one of the scene's. */
function checkScenario(scenario: HomeScenario, scene: HomeScene): readonly Mismatch[] {
  const known = namesIn(scene)
  const wrong = (name: string, kind: keyof typeof known, path: Mismatch['path']): Mismatch[] =>
    known[kind].includes(name)
      ? []
      : [{ path, message: `there is no ${kind} ${name}`, expected: known[kind].join(', '), got: name }]
  return [
    ...[...scenario.truth].flatMap(([fact, value]) => {
      const { name = '', object = '' } = partsOf(fact) ?? {}
      const path = ['truth', fact]
      if (name === 'location') return [...wrong(object, 'item', path), ...wrong(String(value), 'place', path)]
      if (name === 'open') return wrong(object, 'closure', path)
      if (name === 'whereabouts')
        return [...wrong(object, 'person', path), ...wrong(String(value), 'seat', path)]
      return [
        {
          path,
          message: `${name} is not a hidden fact`,
          expected: 'location(…), open(…) or whereabouts(…)',
          got: fact,
        },
      ]
    }),
    ...Object.entries(scenario.putBy).flatMap(([item, person]) => [
      ...wrong(item, 'item', ['putBy', item]),
      ...wrong(person, 'person', ['putBy', item]),
    ]),
    ...scenario.chores.flatMap(({ person, what }, i) => {
      const path = ['chores', i]
      const named = wrong(person, 'person', [...path, 'person'])
      if (what.kind === 'sit') return [...named, ...wrong(what.at, 'seat', [...path, 'sit'])]
      if (what.kind === 'stand') return [...named, ...wrong(what.door, 'door', [...path, 'standIn'])]
      return [
        ...named,
        ...wrong(what.item, 'item', [...path, 'carry']),
        ...wrong(what.to, 'furniture', [...path, 'to']),
      ]
    }),
    ...scenario.habits.flatMap(({ person, items, to, doors }, i) => [
      ...wrong(person, 'person', ['habits', i, 'person']),
      ...items.flatMap((item, j) => wrong(item, 'item', ['habits', i, 'carries', j])),
      ...to.flatMap((place, j) => wrong(place, 'furniture', ['habits', i, 'to', j])),
      ...doors.flatMap((door, j) => wrong(door, 'door', ['habits', i, 'standsIn', j])),
    ]),
    ...Object.keys(scenario.slippery).flatMap((item) => wrong(item, 'item', ['slippery', item])),
    ...Object.keys(scenario.jams).flatMap((closure) => wrong(closure, 'closure', ['jams', closure])),
  ]
}

type Names = Record<
  'item' | 'place' | 'furniture' | 'closure' | 'door' | 'person' | 'seat',
  readonly string[]
>

function namesIn(scene: HomeScene): Names {
  const furniture = [...Object.keys(scene.surfaces), ...Object.keys(scene.containers)]
  const floors = Object.keys(scene.rooms).map((room) => `${room}_floor`)
  return {
    item: Object.keys(scene.items),
    place: [...furniture, ...floors].filter((place) => isPlace(scene, place)),
    furniture: furniture.filter((place) => furnitureOf(scene, place) !== undefined),
    closure: closuresOf(scene),
    door: Object.keys(scene.doors),
    person: Object.keys(scene.people),
    seat: Object.keys(scene.surfaces).filter((place) => scene.surfaces[place]?.seat !== undefined),
  }
}
