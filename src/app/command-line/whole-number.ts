import { InvalidArgumentError } from 'commander'

/** Reads an option of the command line; anything but such a number is refused with the bounds and what was given. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    throw new InvalidArgumentError(
      `expected a whole number from ${min} to ${max}, got ${JSON.stringify(text)}`,
    )
  }
}
