import type { Vector } from '../arm/pose.js'

export type Colour = readonly [red: number, green: number, blue: number]

/** A simple shape of the scene; lengths in metres, in the frame of what it belongs to. */
export interface Solid {
  readonly name?: string
  readonly shape: 'box' | 'cylinder' | 'sphere' | 'capsule'
  /** half lengths of a box; radius and half length of a cylinder or capsule; radius of a sphere */
  readonly size: readonly number[]
  readonly at: Vector
  /** the direction in which a cylinder or capsule is long; z where absent */
  readonly along?: Vector
  /** sRGB, 0…1 */
  readonly colour: Colour
  /** coefficients of friction: sliding, torsional (m), rolling (m) */
  readonly friction?: readonly [number, number, number]
  readonly massKg?: number
  /** it is drawn and touches nothing */
  readonly ghost?: boolean
}

/**
 * What touches what, as bits of MuJoCo's `contype` and `conaffinity`: what moves freely touches everything, a drawer
 * does not rub on its cabinet.
 */
export const TOUCH = {
  fixed: 'contype="1" conaffinity="0"',
  guided: 'contype="2" conaffinity="0"',
  free: 'contype="4" conaffinity="7"',
} as const

export const box = (at: Vector, size: Vector, colour: Colour): Solid => ({ shape: 'box', at, size, colour })

/** A MuJoCo geom. @param attributes further ones, written as they are */
export function geomXml(solid: Solid, attributes = ''): string {
  const { name, shape, size, at, along, colour, friction, massKg, ghost = false } = solid
  return [
    `<geom type="${shape}" size="${numbers(size)}" pos="${numbers(at)}" rgba="${numbers(colour)} 1"`,
    name === undefined ? '' : ` name="${name}"`,
    along === undefined ? '' : ` zaxis="${numbers(along)}"`,
    friction === undefined ? '' : ` friction="${numbers(friction)}"`,
    massKg === undefined ? '' : ` mass="${massKg}"`,
    ghost ? ' contype="0" conaffinity="0" mass="0"' : '',
    attributes === '' ? '' : ` ${attributes}`,
    '/>',
  ].join('')
}

/** Numbers as MJCF lists them. */
export const numbers = (values: readonly number[]): string =>
  values.map((value) => Number(value.toFixed(6))).join(' ')
