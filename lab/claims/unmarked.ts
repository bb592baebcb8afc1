import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { withoutMarkers } from './pages.js'
import { REPO } from './register.js'

/**
 * Numbers with a unit that stand outside of markers, and the list of those that nobody measured
 * (claims/unmeasured.yaml).
 */

const UNMEASURED = 'claims/unmeasured.yaml'
const reason = z.string().min(10)
const file = z.strictObject({
  /** on all pages: `match` is taken out of each line before it is looked at */
  everywhere: z.array(z.strictObject({ match: z.string(), why: reason })),
  pages: z.record(
    z.string(),
    z.strictObject({
      /** only lines that match, or only the sections of these headings */
      only: z.string().optional(),
      onlySections: z.array(z.string()).optional(),
      not: z
        .array(
          z.union([
            z.strictObject({ match: z.string(), why: reason }),
            z.strictObject({ section: z.string(), why: reason }),
          ]),
        )
        .default([]),
    }),
  ),
})

export type Unmeasured = z.infer<typeof file>

export interface UnmarkedLine {
  readonly page: string
  readonly line: number
  readonly figure: string
  readonly text: string
}

const UNIT = new RegExp(
  String.raw`(?<![\w.#-])[−+-]?\d[\d.,   ]*\s?` +
    String.raw`(?:ms|µs|ns|s|min|minutes|seconds|hours|h|MiB/h|[kMG]i?B|bytes|%|times|points|mm|cm|m|°)` +
    String.raw`(?![\w/])|\bof \d[\d,   ]*`,
)

export const readUnmeasured = (): Unmeasured =>
  file.parse(parse(readFileSync(join(REPO, UNMEASURED), 'utf8')))

/** Lines of a page with a number and a unit that neither a marker nor the list accounts for. */
export function unmarkedLines(page: string, text: string, list: Unmeasured): readonly UnmarkedLine[] {
  const rule = list.pages[page] ?? { not: [] }
  const sections = rule.not.flatMap((each) => ('section' in each ? [each.section] : []))
  const out = [...list.everywhere, ...rule.not].flatMap((each) =>
    'match' in each ? [new RegExp(each.match, 'g')] : [],
  )
  let headings: string[] = []
  let inCode = false
  return text.split('\n').flatMap((raw, i) => {
    if (raw.startsWith('```')) inCode = !inCode
    const heading = /^(#+) (.*)$/.exec(raw)
    if (!inCode && heading !== null)
      headings = [...headings.slice(0, (heading[1] ?? '').length - 1), heading[2] ?? '']
    const skipped =
      inCode ||
      heading !== null ||
      headings.some((each) => sections.includes(each)) ||
      (rule.only !== undefined && !new RegExp(rule.only).test(raw)) ||
      (rule.onlySections !== undefined && !headings.some((each) => rule.onlySections?.includes(each)))
    if (skipped) return []
    const left = out.reduce((line, each) => line.replaceAll(each, ''), withoutMarkers(raw))
    const figure = UNIT.exec(left)?.[0]
    return figure === undefined ? [] : [{ page, line: i + 1, figure, text: raw }]
  })
}
