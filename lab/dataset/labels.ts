import { z } from 'zod'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { IMPACTS, type CriticMode } from '#learning/critic/report.js'
import type { StoredIssue } from './format/stored-episode.js'
import { readText } from '#bt-cli/input/read-text.js'

/** What a person says was really wrong, by episode and moment. */
export type Labels = ReadonlyMap<string, readonly StoredIssue[]>

export const labelKey = (episode: number, mode: CriticMode, step: number): string =>
  `${episode} ${mode} ${step}`

const label = z.strictObject({
  episode: z.int().min(1),
  mode: z.enum(['initial', 'intermediate', 'final']),
  /** number of the unit, for INTERMEDIATE */
  step: z.int().min(0).default(0),
  truth: z.array(
    z.strictObject({
      impact: z.enum(IMPACTS),
      zone: z.int().min(1).max(99).nullable().default(null),
      mask: z
        .string()
        .regex(/^[01]{4}$/)
        .nullable()
        .default(null),
      nodePath: z.templateLiteral(['/', z.string()]).nullable().default(null),
    }),
  ),
})

/** One moment a line: `{"episode":3,"mode":"final","truth":[{"impact":"orientation","zone":2,"mask":"0100"}]}`. */
export function readLabels(file: string): Result<Labels, Diagnostic> {
  const read = readText(file, 'labels')
  if (!read.ok) return read
  const labels = new Map<string, readonly StoredIssue[]>()
  for (const [i, text] of read.value.split('\n').entries()) {
    if (text.trim() === '') continue
    const parsed = label.safeParse(jsonOf(text))
    if (!parsed.success) {
      const where = { file, line: i + 1, column: 1 }
      const expected =
        '{"episode":3,"mode":"final","truth":[{"impact":"orientation","zone":2,"mask":"0100"}]}'
      return err({
        code: 'labels.line',
        severity: 'error',
        message: z.prettifyError(parsed.error),
        where,
        expected,
      })
    }
    const { episode, mode, step, truth } = parsed.data
    const issues = truth.map((issue) => ({ ...issue, key: keyOf(issue) }))
    labels.set(labelKey(episode, mode, step), issues)
  }
  return ok(labels)
}

const keyOf = ({ impact, zone }: Pick<StoredIssue, 'impact' | 'zone'>): string =>
  zone === null ? impact : `${impact}@${zone}`

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
