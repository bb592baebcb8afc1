import type { Vector } from '../arm/pose.js'
import { box, type Solid } from './solid.js'

/** Where things can be put down: a rectangle, and spots in it that keep two things apart. */
export interface Place {
  readonly name: string
  readonly middle: Vector
  /** half lengths of the rectangle along x and y, metres */
  readonly half: readonly [number, number]
  /** from the middle, those that are filled first */
  readonly spots: readonly (readonly [number, number])[]
  /** the closure that must be open, and the part that moves with it */
  readonly behind?: string
  readonly movesWith?: string
  readonly solids: readonly Solid[]
}

const TRAY_SPOTS = [
  [0.042, 0.037],
  [0.042, -0.037],
  [-0.042, 0.037],
  [-0.042, -0.037],
] as const

/** The free rectangle in front of the arm, on which things lie at the start. */
export const TABLE: Place = {
  name: 'table',
  middle: [0.36, 0, 0],
  half: [0.14, 0.13],
  spots: [0.46, 0.36, 0.26].flatMap((x) => [0, 0.09, -0.09].map((y): [number, number] => [x - 0.36, y])),
  solids: [],
}

export const PLACES: readonly Place[] = [
  TABLE,
  tray('left_tray', 0.22, [0.35, 0.5, 0.62]),
  tray('right_tray', -0.22, [0.66, 0.55, 0.32]),
  {
    name: 'mat',
    middle: [0.62, 0, 0.001],
    half: [0.07, 0.07],
    spots: [[0, 0]],
    solids: [{ ...box([0.62, 0, 0.0005], [0.07, 0.07, 0.0005], [0.3, 0.42, 0.34]), ghost: true }],
  },
  {
    name: 'drawer_inside',
    middle: [0.21, 0.472, 0.016],
    half: [0.075, 0.055],
    spots: [
      [-0.035, 0],
      [0.035, 0],
    ],
    behind: 'drawer',
    movesWith: 'drawer',
    solids: [],
  },
  {
    name: 'box_inside',
    middle: [0.62, -0.37, 0.008],
    half: [0.064, 0.062],
    spots: [
      [-0.032, 0.009],
      [0.032, 0.009],
    ],
    behind: 'box_lid',
    solids: [],
  },
]

export const placeNamed = (name: string): Place | undefined => PLACES.find((place) => place.name === name)

function tray(name: string, y: number, colour: Solid['colour']): Place {
  const [x, floor, rim] = [0.47, 0.003, 0.006]
  return {
    name,
    middle: [x, y, 2 * floor],
    half: [0.09, 0.08],
    spots: TRAY_SPOTS,
    solids: [
      box([x, y, floor], [0.09, 0.08, floor], colour),
      ...[-1, 1].flatMap((side) => [
        box([x + side * 0.087, y, rim], [0.003, 0.08, rim], colour),
        box([x, y + side * 0.077, rim], [0.09, 0.003, rim], colour),
      ]),
    ],
  }
}
