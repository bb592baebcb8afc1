/**
 * Branded physical units. A number that crosses a module boundary carries its unit in its type, so millimetres
 * can never be passed where metres are expected. SI throughout, milliseconds for time.
 */
declare const unit: unique symbol
type Unit<U extends string> = number & { readonly [unit]: U }

export type Metres = Unit<'m'>
export type Radians = Unit<'rad'>
/** Milliseconds of the injected clock: virtual time on the virtual robot, monotonic on a real one. */
export type Ms = Unit<'ms'>

export const m = (value: number): Metres => value as Metres
export const rad = (value: number): Radians => value as Radians
export const ms = (value: number): Ms => value as Ms

/** A figure with so many digits behind the point, without the sign of what is rounded to nothing: never `-0.0`. */
export const decimals = (value: number, digits: number): string =>
  value.toFixed(digits).replace(/^-(?=[0.]+$)/, '')
