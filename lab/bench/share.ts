import { InvalidArgumentError } from 'commander'

/** A share on the command line. */
export function share(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= 0 && value < 1))
    throw new InvalidArgumentError(`expected a share from 0 to below 1, got ${JSON.stringify(text)}`)
  return value
}
