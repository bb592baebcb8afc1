import type { Metres, Radians } from './units.js'

/**
 * The public layout of a field: what a robot knows before it starts. Which way the blocks' coloured faces point is
 * NOT in here; that is ground truth and lives in `src/simulation` (AMB-40).
 *
 * Coordinates: x to the right, y away from the camera, z up; origin at the near left corner; metres.
 */
export interface FieldMap {
  readonly id: string
  /** length along x and y */
  readonly size: { readonly x: Metres; readonly y: Metres }
  readonly zones: readonly Zone[]
  readonly home: {
    readonly at: Point
    /** the robot counts as home within this distance */ readonly radius: Metres
  }
  readonly shelf: {
    readonly at: Point
    readonly target: Point
    /** footprint along x and y */ readonly size: Point
  }
}

export type ZoneId = number

export interface Zone {
  readonly id: ZoneId
  readonly kind: 'load' | 'unload'
  /** centre of the zone; its four slots are laid out along x, centred here */
  readonly at: Point
  /** side lengths of the zone's rectangle */
  readonly size: Point
  /** this unload zone counts only once the shelf is at its target (AMB-14) */
  readonly needsShelf: boolean
}

export interface Point {
  readonly x: Metres
  readonly y: Metres
}

export interface Pose extends Point {
  /** heading, 0 = along +x, counter-clockwise */
  readonly theta: Radians
}

/** Index of a zone's slot or a gripper's cup: 0…3 from left (small x) to right. */
export type Slot = 0 | 1 | 2 | 3
export const SLOTS: readonly Slot[] = [0, 1, 2, 3]

/** Four characters of 0/1, slot 0 first: `mask="0101"` names slots 1 and 3. */
export type Mask = string
export const maskSlots = (mask: Mask): Slot[] => SLOTS.filter((slot) => mask[slot] === '1')
export const slotsMask = (slots: readonly Slot[]): Mask =>
  SLOTS.map((s) => (slots.includes(s) ? '1' : '0')).join('')
/** bit 0 = slot 0, as on the wire */
export const maskBits = (mask: Mask): number =>
  maskSlots(mask).reduce<number>((bits, slot) => bits | (1 << slot), 0)
export const bitsMask = (bits: number): Mask => SLOTS.map((s) => ((bits >> s) & 1 ? '1' : '0')).join('')
export const isMask = (text: unknown): text is Mask => typeof text === 'string' && /^[01]{4}$/.test(text)
