/**
 * Branded physical units. A number that crosses a room's border carries its unit in the type, so that
 * millimetres can never be handed where metres are meant. SI throughout, milliseconds for time.
 */
declare const unit: unique symbol
type Unit<U extends string> = number & { readonly [unit]: U }

export type Metres = Unit<'m'>
export type Radians = Unit<'rad'>
/** Milliseconds of the clock that was passed in: virtual time on the virtual robot, monotonic on a real one. */
export type Ms = Unit<'ms'>

export const m = (value: number): Metres => value as Metres
export const rad = (value: number): Radians => value as Radians
export const ms = (value: number): Ms => value as Ms
