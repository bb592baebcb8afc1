import type { Solid } from './solid.js'

/** A thing that can be moved. */
export interface Item {
  readonly name: string
  /** its shape, around its middle */
  readonly solids: readonly Solid[]
  /** from its middle to what it stands on, and to its top, metres */
  readonly half: number
  /** its width between the fingers, metres */
  readonly width: number
  /** round from above: the fingers may come from any side */
  readonly round: boolean
}

const GRIPPABLE = [0.9, 0.01, 0.0005] as const

function cube(name: string, colour: Solid['colour']): Item {
  return {
    name,
    solids: [
      { shape: 'box', size: [0.02, 0.02, 0.02], at: [0, 0, 0], colour, friction: GRIPPABLE, massKg: 0.06 },
    ],
    half: 0.02,
    width: 0.04,
    round: false,
  }
}

function upright(
  name: string,
  size: readonly [number, number],
  massKg: number,
  colour: Solid['colour'],
): Item {
  const [radius, half] = size
  return {
    name,
    solids: [{ shape: 'cylinder', size, at: [0, 0, 0], colour, friction: GRIPPABLE, massKg }],
    half,
    width: 2 * radius,
    round: true,
  }
}

/** What the tabletop can have on it, by name. The crate is wider than the gripper opens. */
export const ITEMS: readonly Item[] = [
  cube('red_cube', [0.8, 0.13, 0.12]),
  cube('green_cube', [0.15, 0.62, 0.2]),
  cube('blue_cube', [0.12, 0.25, 0.78]),
  {
    name: 'ball',
    solids: [
      {
        shape: 'sphere',
        size: [0.022],
        at: [0, 0, 0],
        colour: [0.95, 0.55, 0.1],
        friction: [0.9, 0.01, 0.0015],
        massKg: 0.04,
      },
    ],
    half: 0.022,
    width: 0.044,
    round: true,
  },
  upright('can', [0.025, 0.033], 0.12, [0.62, 0.66, 0.7]),
  upright('cup', [0.029, 0.029], 0.09, [0.45, 0.2, 0.55]),
  upright('plate', [0.037, 0.008], 0.08, [0.93, 0.9, 0.82]),
  {
    name: 'charger_plug',
    solids: [
      {
        shape: 'box',
        size: [0.03, 0.012, 0.016],
        at: [0, 0, 0],
        colour: [0.1, 0.55, 0.6],
        friction: GRIPPABLE,
        massKg: 0.05,
      },
      {
        shape: 'cylinder',
        size: [0.006, 0.014],
        at: [0.044, 0, 0],
        along: [1, 0, 0],
        colour: [0.8, 0.7, 0.3],
        friction: [0.2, 0.005, 0.0001],
        massKg: 0.005,
      },
    ],
    half: 0.016,
    width: 0.024,
    round: false,
  },
  {
    name: 'crate',
    solids: [
      {
        shape: 'box',
        size: [0.06, 0.06, 0.03],
        at: [0, 0, 0],
        colour: [0.55, 0.38, 0.2],
        friction: [0.4, 0.01, 0.0005],
        massKg: 0.4,
      },
    ],
    half: 0.03,
    width: 0.12,
    round: false,
  },
]

export const itemNamed = (name: string): Item | undefined => ITEMS.find((item) => item.name === name)
