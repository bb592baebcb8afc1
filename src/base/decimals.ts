/** A figure with so many digits behind the point, without the sign of what is rounded to nothing: never `-0.0`. */
export const decimals = (value: number, digits: number): string =>
  value.toFixed(digits).replace(/^-(?=[0.]+$)/, '')
