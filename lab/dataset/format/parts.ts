import { z } from 'zod'
import { err, ok, type Result } from '#base/result.js'

/** What the data sets of the field and of worlds are made of alike. */

export const number = z.number()
export const count = z.int().min(0)
export const word = z.string().max(200)
export const hash = z.string().regex(/^[0-9a-f]{64}$/)
export const path = z.string().regex(/^\/(\d{1,6}(\/\d{1,6})*)?$/)

/** What `dataset.json` says of any set, besides its `format`. */
export const origin = {
  source: z.enum(['virtual', 'robot']),
  split: word.nullable(),
  generator: z.strictObject({ name: word, hash: word }),
  seeds: z.tuple([count, count]).nullable(),
  faults: word,
  episodes: count,
  sha256: hash,
}

/** @returns what is wrong with the line, for people, when it does not have the shape */
export function parseLine<T>(shape: z.ZodType<T>, line: string): Result<T, string> {
  let json: unknown
  try {
    // JSON can hold -0, which JSON.stringify writes as 0: read as 0, or equal lines would give unequal episodes
    json = JSON.parse(line, (_, value: unknown) => (value === 0 ? 0 : value))
  } catch (error) {
    return err(`this is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const parsed = shape.safeParse(json)
  // a line that is wrong all over need not be told in full
  return parsed.success
    ? ok(parsed.data)
    : err(z.prettifyError(parsed.error).split('\n').slice(0, 12).join('\n'))
}
