import type { HomeScene } from '../scene.js'
import type { HomeState, PersonState } from '../state.js'
import { ball, box, paint, round, type Triangle } from './mesh.js'

/** The people of the home, sitting on what they sit on or walking about. */
export const peopleMesh = ({ people }: HomeState, scene: HomeScene): Triangle[] =>
  Object.entries(people).flatMap(([name, person]) => personMesh(person, name, scene))

/** how high one sits, by what one sits on: the seat of a chair, a sofa, a bed */
const SEAT_HEIGHT = 0.44

function personMesh(person: PersonState, name: string, scene: HomeScene): Triangle[] {
  const looks = scene.people[name]
  if (looks === undefined) return []
  const { x, y, heading } = person
  const seated = person.place !== null && isSeat(person.place, scene)
  const hip = seated ? SEAT_HEIGHT : looks.height * 0.45
  const torso = looks.height * 0.36
  const ahead = (by: number, left: number, z: number): { x: number; y: number; z: number; yaw: number } => ({
    x: x + by * Math.cos(heading) - left * Math.sin(heading),
    y: y + by * Math.sin(heading) + left * Math.cos(heading),
    z,
    yaw: heading,
  })
  const trousers = paint('#39425a')
  const legs = [-0.09, 0.09].flatMap((left) =>
    seated
      ? [
          ...box(ahead(0.18, left, hip), [0.4, 0.13, 0.13], trousers),
          ...box(ahead(0.36, left, 0), [0.13, 0.13, hip], trousers),
        ]
      : box(ahead(0, left, 0), [0.14, 0.13, hip], trousers),
  )
  const shirt = paint(looks.colour)
  return [
    ...legs,
    ...round(ahead(0, 0, hip), { bottom: 0.15, top: 0.2, height: torso, sides: 14 }, shirt),
    ...[-0.22, 0.22].flatMap((left) => box(ahead(0.06, left, hip + torso * 0.3), [0.22, 0.09, 0.1], shirt)),
    ...ball(ahead(0.02, 0, hip + torso + 0.01), 0.12, paint('#e8b896')),
    ...ball(ahead(-0.025, 0, hip + torso + 0.05), 0.122, paint(looks.hair)),
  ]
}

/** At a counter one stands. */
const isSeat = (place: string, scene: HomeScene): boolean =>
  (scene.surfaces[place]?.looks ?? 'block') !== 'block'
