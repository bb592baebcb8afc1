import type { Diagnostic } from '#base/diagnostic.js'
import { formatDiagnostic } from '#base/diagnostic.js'
import { err, InvariantError, ok, type Result } from '#base/result.js'
import { describeUnreadable, readRegularText } from '#documents/read-regular.js'
import { MAX_FILE_BYTES, projectFile } from '#documents/read-text-file.js'
import { readScoreTable } from '#worlds/task/score-table.js'

/** Points of vrl.txt Table I; the limits are decisions AMB-12…19 of the design. */
export interface ScoreRules {
  readonly perSecond: number
  /** seconds of operation after which `overLimit` is charged once (AMB-12, AMB-13) */
  readonly limitSeconds: number
  readonly overLimit: number
  readonly correct: number
  readonly fullBatch: number
  readonly incorrect: number
  readonly outside: number
  readonly home: number
  /** not in Table I; the coupling of the shelf is geometric (AMB-14) */
  readonly shelf: number
}

/** What the referee counts, as the task file and every score sheet call it. */
export const SCORE_LABELS = {
  correct: 'boxes placed correctly',
  fullBatch: 'full batches of four',
  incorrect: 'boxes placed incorrectly',
  outside: 'boxes outside any zone',
  home: 'robot back home',
  shelf: 'shelf at its target',
} as const satisfies Partial<Record<keyof ScoreRules, string>>

/** The task of the field: the one place where the figures of Table I stand. */
const TABLE_I_FILE = projectFile('worlds/field/task.yaml')

/** Reads Table I from its task file. Fails with every problem at once, each with line and column. */
export function readTableI(file = TABLE_I_FILE): Result<ScoreRules, readonly Diagnostic[]> {
  const text = readRegularText(file, MAX_FILE_BYTES)
  if (!text.ok) return err([unreadable(file, describeUnreadable(text.error))])
  const table = readScoreTable(text.value, file, Object.values(SCORE_LABELS))
  if (!table.ok) return table
  const { points, perSecond, limitSeconds, overLimit } = table.value
  const worth = (counted: keyof typeof SCORE_LABELS): number => points.get(SCORE_LABELS[counted]) ?? 0
  return ok({
    perSecond,
    limitSeconds,
    overLimit,
    correct: worth('correct'),
    fullBatch: worth('fullBatch'),
    incorrect: worth('incorrect'),
    outside: worth('outside'),
    home: worth('home'),
    shelf: worth('shelf'),
  })
}

let read: ScoreRules | undefined

/**
 * Table I, read when it is first needed. Whoever begins a run has called `readTableI` and refused a file with mistakes.
 * @throws InvariantError when the file that ships with graft is missing or has mistakes
 */
export function tableI(): ScoreRules {
  if (read !== undefined) return read
  const rules = readTableI()
  if (!rules.ok) throw new InvariantError(rules.error.map(formatDiagnostic).join('\n'))
  return (read = rules.value)
}

const unreadable = (file: string, got: string): Diagnostic => ({
  code: 'task.unreadable',
  severity: 'error',
  message: `${file}, which says what an episode on a field is worth, cannot be read`,
  expected: 'the file that ships with graft',
  got,
  hint: 'install graft again',
})
