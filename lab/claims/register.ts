import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

/** The register of claims: what the pages promise, and the command that shows it (claims/register.yaml). */

export const REPO = join(import.meta.dirname, '../..')
const REGISTER = 'claims/register.yaml'

const id = z.string().regex(/^[a-z0-9-]+$/)
/** `systemd` and `qemu` stand for the programs of these names that the tests look for. */
const need = z.enum(['systemd', 'qemu', 'strace', 'chromium', 'unshare', 'clang', 'root', 'quiet'])
/** `NAME <= NUMBER`, also `<`, `>=`, `>`, `==`: a figure and what it may be */
const bound = z.string().regex(/^\w+ (<=|>=|<|>|==) -?[\d.]+$/)
/** `json PATH`, `line REGEX`, `row REGEX`, `env NAME`, `tests passed`: see read.ts */
const reading = z.string().regex(/^(json|line|row|env|tests) ./)

const claim = z.strictObject({
  id,
  sentence: z.string(),
  /** where it stands, in a marker */
  pages: z.array(z.string()).min(1),
  /** figure by name, and where it stands in what the command says */
  read: z.record(z.string(), reading).default({}),
  /** how a page says it: `{name}`, `{name:1}` with decimals, `{name:,}` with thousands, `{name:%1}` as per cent */
  text: z.string(),
  bounds: z.array(bound).default([]),
  /** bounds of the quick form, where they are others */
  quickBounds: z.array(bound).optional(),
  /** why it does not hold, where it is known not to: said beside it on the page */
  fallsShort: z.string().min(20).optional(),
  /** readings of the quick form, where its output is another */
  quickRead: z.record(z.string(), reading).optional(),
})

const measurement = z.strictObject({
  id,
  command: z.string(),
  /** exit codes with which it has still said its figures */
  exits: z.array(z.number()).default([0]),
  needs: z.array(need).default([]),
  /** what it needs at least; with fewer it is not measured */
  cores: z.number().default(2),
  minutes: z.number(),
  quick: z.union([
    /** these files of `npm test` show it: all of their tests pass, and there are some */
    z.strictObject({ tests: z.array(z.string()).min(1), needs: z.array(need).default([]) }),
    z.strictObject({ command: z.string(), minutes: z.number(), needs: z.array(need).default([]) }),
    /** no smaller form says anything: why */
    z.strictObject({ none: z.string() }),
  ]),
  claims: z.array(claim).min(1),
})

export type Claim = z.infer<typeof claim>
export type Measurement = z.infer<typeof measurement>
export type Need = z.infer<typeof need>
export type Form = 'quick' | 'full'

export function readRegister(text = readFileSync(join(REPO, REGISTER), 'utf8')): readonly Measurement[] {
  const read = z.array(measurement).safeParse(parse(text))
  if (!read.success) throw new Error(`${REGISTER}: ${z.prettifyError(read.error)}`)
  const ids = read.data.flatMap((one) => one.claims.map((each) => each.id))
  const twice = ids.filter((each, i) => ids.indexOf(each) !== i)
  if (twice.length > 0) throw new Error(`${REGISTER}: the id of one claim only: ${twice.join(', ')}`)
  return read.data
}

/**
 * The measurements of these ids, each with the claims that are asked for; an id is that of a claim or of a
 * measurement.
 */
export function chosen(register: readonly Measurement[], ids: readonly string[]): readonly Measurement[] {
  const unknown = ids.filter((each) => !register.some((one) => names(one).includes(each)))
  if (unknown.length > 0)
    throw new Error(
      `no claim and no measurement of ${REGISTER} is called ${unknown.join(', ')}; --list names them`,
    )
  if (ids.length === 0) return register
  return register
    .filter((one) => names(one).some((each) => ids.includes(each)))
    .map((one) =>
      ids.includes(one.id) ? one : { ...one, claims: one.claims.filter((each) => ids.includes(each.id)) },
    )
}

const names = (one: Measurement): readonly string[] => [one.id, ...one.claims.map((each) => each.id)]
