import type { HomeScene, Stand } from '#simulation/home/scene.js'
import { contains, distance } from '#simulation/home/space/boxes.js'
import { findPath } from '#simulation/home/space/path.js'
import { obstaclesOf } from '#simulation/home/space/roads.js'
import { REACH, roomAt, slotsOf, standsOf } from '#simulation/home/space/places.js'
import type { Mismatch } from './document.js'

/** STOP stands within this time, from any speed, s */
const STOP_S = 0.4

/** What a schema cannot say of a scene: names that nothing has, stands inside furniture, rooms that nobody reaches. */
export function checkScene(scene: HomeScene): readonly Mismatch[] {
  const names = unknownRooms(scene)
  // geometry is judged only when every name is right
  return names.length > 0
    ? names
    : [...stuckStands(scene), ...unreachable(scene), ...badFurniture(scene), ...brakes(scene)]
}

function unknownRooms({ rooms, doors, archways }: HomeScene): Mismatch[] {
  const known = Object.keys(rooms)
  const wrong = (name: string, path: Mismatch['path']): Mismatch[] =>
    known.includes(name)
      ? []
      : [{ path, message: `there is no room ${name}`, expected: known.join(', '), got: name }]
  return [
    ...Object.entries(doors).flatMap(([door, { rooms: two, opensInto, stands }]) => [
      ...two.flatMap((name, i) => wrong(name, ['doors', door, 'rooms', i])),
      ...wrong(opensInto, ['doors', door, 'opensInto']),
      ...two.flatMap((name) =>
        Object.hasOwn(stands, name)
          ? []
          : [
              {
                path: ['doors', door, 'stands'],
                message: `nobody can stand before ${door} in the ${name}`,
                expected: `a stand for each of ${two.join(' and ')}`,
                got: Object.keys(stands).join(', '),
              },
            ],
      ),
    ]),
    ...archways.flatMap(({ rooms: two }, i) =>
      two.flatMap((name, j) => wrong(name, ['archways', i, 'rooms', j])),
    ),
  ]
}

function stuckStands(scene: HomeScene): Mismatch[] {
  const obstacles = obstaclesOf(scene, scene.robot.radius)
  return allStands(scene).flatMap(({ path, stand }) =>
    obstacles.some((box) => contains(box, stand))
      ? [
          {
            path,
            message: 'the robot does not fit where it should stand',
            expected: `${scene.robot.radius} m clear of walls and furniture all around`,
            got: `x ${stand.x}, y ${stand.y}`,
          },
        ]
      : [],
  )
}

function unreachable(scene: HomeScene): Mismatch[] {
  return allStands(scene).flatMap(({ path, stand }) =>
    findPath(scene, scene.robot.radius, scene.dock, stand) === undefined
      ? [
          {
            path,
            message: 'there is no way from the dock to this stand',
            expected: 'a way through doors and archways',
            got: `x ${stand.x}, y ${stand.y}`,
          },
        ]
      : [],
  )
}

function badFurniture(scene: HomeScene): Mismatch[] {
  const all = [
    ...Object.entries(scene.surfaces).map(([name, piece]) => ({ path: ['surfaces', name], piece })),
    ...Object.entries(scene.containers).map(([name, piece]) => ({ path: ['containers', name], piece })),
  ]
  return all.flatMap(({ path, piece }): Mismatch[] => {
    if (slotsOf(piece).length === 0)
      return [
        {
          path: [...path, 'stand'],
          message: 'nothing on it is within reach of the arm',
          expected: `a stand within ${REACH} m`,
          got: `${distance(piece.at, piece.stand).toFixed(2)} m from its middle`,
        },
      ]
    const rooms = new Set([roomAt(scene, piece.at), roomAt(scene, piece.stand)])
    if (rooms.size > 1)
      return [
        {
          path: [...path, 'stand'],
          message: 'the stand is in another room than the furniture',
          expected: 'both in one room',
          got: [...rooms].join(' and '),
        },
      ]
    return []
  })
}

function brakes({ robot }: HomeScene): Mismatch[] {
  const needed = robot.speed / STOP_S
  return robot.braking >= needed
    ? []
    : [
        {
          path: ['robot', 'braking'],
          message: 'the robot would not stand in time after STOP',
          expected: `at least ${needed.toFixed(2)} m/s²`,
          got: `${robot.braking}`,
        },
      ]
}

function allStands(scene: HomeScene): { readonly path: Mismatch['path']; readonly stand: Stand }[] {
  const section = (spot: string): string =>
    Object.hasOwn(scene.surfaces, spot)
      ? 'surfaces'
      : Object.hasOwn(scene.containers, spot)
        ? 'containers'
        : 'doors'
  return standsOf(scene).map(({ spot, stand }) => ({
    path: spot === 'dock' ? ['dock'] : [section(spot), spot, section(spot) === 'doors' ? 'stands' : 'stand'],
    stand,
  }))
}
