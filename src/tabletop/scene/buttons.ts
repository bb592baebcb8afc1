import type { Vector } from '../arm/pose.js'
import { box, type Colour, type Solid } from './solid.js'

export interface Button {
  readonly name: string
  /** the middle of its top while nothing presses it, metres */
  readonly top: Vector
  readonly colour: Colour
}

/** How far a button goes down, and how far it must for its lamp to go on; metres. */
export const TRAVEL = 0.008
export const CLICK = 0.005

export const BUTTONS: readonly Button[] = [
  { name: 'red_button', top: [0.14, -0.43, 0.058], colour: [0.75, 0.1, 0.1] },
  { name: 'green_button', top: [0.21, -0.43, 0.058], colour: [0.1, 0.55, 0.15] },
  { name: 'blue_button', top: [0.285, -0.43, 0.058], colour: [0.1, 0.2, 0.7] },
]

export const buttonNamed = (name: string): Button | undefined =>
  BUTTONS.find((button) => button.name === name)

/** The box in which the buttons sit, low enough under each for it to go down. */
export const PANEL: readonly Solid[] = [box([0.215, -0.43, 0.02], [0.115, 0.038, 0.02], [0.25, 0.26, 0.3])]

/** The cap of a button, at its rest. */
export const cap = ({ name, top, colour }: Button): Solid => ({
  name,
  shape: 'cylinder',
  size: [0.018, 0.007],
  at: [top[0], top[1], top[2] - 0.007],
  colour,
})

/** Its lamp, which shines while it has been pressed; it is beside the cap and touches nothing. */
export const lamp = ({ name, top }: Button): Solid => ({
  name: `${name}_lamp`,
  shape: 'cylinder',
  size: [0.006, 0.002],
  at: [top[0], top[1] - 0.029, 0.041],
  colour: [0.15, 0.15, 0.12],
  ghost: true,
})
