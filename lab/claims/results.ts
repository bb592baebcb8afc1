import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import type { Form } from './register.js'

/** The last measurement of each claim in each form. The pages are written from it (pages.ts). */

export const RESULTS = 'claims/results.json'

const measured = z.strictObject({
  figures: z.record(z.string(), z.union([z.number(), z.string()])),
  /** absent when a test stands for the figure */
  text: z.string().optional(),
  holds: z.boolean(),
  missed: z.array(z.string()).optional(),
  command: z.string(),
  /** a commit with `+` had changes that were not committed */
  commit: z.string(),
  at: z.string(),
  seconds: z.number().optional(),
  /** mean number of threads that wanted to run in the minute before its end */
  load: z.number().optional(),
  cores: z.number().optional(),
  machine: z.string().optional(),
  /** where it was taken from when this program did not measure it */
  source: z.string().optional(),
})
const results = z.record(
  z.string(),
  z.strictObject({ full: measured.optional(), quick: measured.optional() }),
)

export type Measured = z.infer<typeof measured>
export type Results = z.infer<typeof results>

export function readResults(path: string): Results {
  if (!existsSync(path)) return {}
  try {
    return results.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new Error(`${path} is damaged: ${why}\nhint: take it from git again (git checkout -- ${path})`)
  }
}

/** Written after every measurement, so that an interrupted run keeps what it has measured. */
export function keepResult(path: string, id: string, form: Form, what: Measured): void {
  const all = readResults(path)
  all[id] = { ...all[id], [form]: what }
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(`${path}.new`, `${JSON.stringify(sorted, null, 2)}\n`)
  renameSync(`${path}.new`, path)
}

/** What a page says of a claim: the words of the last full measurement, or of the quick one where there is none. */
export const wordsFor = (all: Results, id: string): string | undefined =>
  all[id]?.full?.text ?? all[id]?.quick?.text
