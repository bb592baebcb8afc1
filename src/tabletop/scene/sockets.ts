import type { Vector } from '../arm/pose.js'
import { box, type Colour, type Solid } from './solid.js'

/** A hole into which the plug goes, along x. */
export interface Socket {
  readonly name: string
  /** the middle of its face, metres */
  readonly face: Vector
  /** the closure that must be open */
  readonly behind?: string
  readonly solids: readonly Solid[]
}

/** From the middle of the plug to the face of the socket when it is in, metres. */
export const PLUG_FRONT = 0.03

/** In its hole the plug hangs lower than the middle, until the ledge or the pin carries it, metres. */
export const PLUG_SAG = 0.0026

/** Half the width of the hole; the plug's pin has a radius of 6 mm. */
const HOLE = 0.0085
const DEEP = 0.017

export const SOCKETS: readonly Socket[] = [
  {
    name: 'dock',
    face: [0.62, 0.12, 0.14],
    solids: [
      ...frame([0.62, 0.12, 0.14], [0.028, 0.028], [0.4, 0.4, 0.44]),
      box([0.637, 0.12, 0.056], [0.017, 0.028, 0.056], [0.4, 0.4, 0.44]),
    ],
  },
  {
    name: 'socket',
    face: [0.66, 0.305, 0.14],
    behind: 'door',
    solids: frame([0.66, 0.305, 0.14], [0.058, 0.05], [0.85, 0.85, 0.82]),
  },
]

export const socketNamed = (name: string): Socket | undefined =>
  SOCKETS.find((socket) => socket.name === name)

/** Four solids around a square hole, half lengths of the face along y and z, and the ledge on which the plug rests. */
function frame(face: Vector, [wide, high]: readonly [number, number], colour: Colour): Solid[] {
  const [x, y, z] = [face[0] + DEEP, face[1], face[2]]
  const side = (wide - HOLE) / 2
  const top = (high - HOLE) / 2
  const ledge = box([face[0] - 0.027, y, z - 0.0237], [0.027, 0.008, 0.005], colour)
  const around = [-1, 1].flatMap((sign) => [
    box([x, y + sign * (HOLE + side), z], [DEEP, side, high], colour),
    box([x, y, z + sign * (HOLE + top)], [DEEP, HOLE, top], colour),
  ])
  return [...around, ledge]
}
