import type { Evidence } from '#learning/field/critic/evidence.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { Critic } from '#learning/critic/critic.js'
import type { CriticReport } from '#learning/critic/report.js'
import { replayCritic } from '#app/command-line/replay-critic.js'
import { readRegularText, describeUnreadable } from '#documents/read-regular.js'

/**
 * A critic that says again what was said in a run (VRL-22): reports are taken by episode, mode and step. A moment that
 * the record does not have is reported as not judged (AMB-03).
 * @param file `episodes.jsonl` of a run folder
 */
export function readRecordedCritic(file: string): Result<() => Critic<Evidence>, Diagnostic> {
  const read = readRegularText(file, LONGEST)
  if (!read.ok) return err(problem(file, 1, `cannot be read: ${describeUnreadable(read.error)}`))
  const text = read.value
  const reports: CriticReport[] = []
  for (const [i, line] of text.split('\n').entries()) {
    if (line === '') continue
    const found = reportsOf(line)
    if (found === undefined) return err(problem(file, i + 1, 'is no line of an episodes.jsonl'))
    reports.push(...found)
  }
  return ok(() => replayCritic(reports))
}

function reportsOf(line: string): readonly CriticReport[] | undefined {
  try {
    const { reports } = JSON.parse(line) as Partial<EpisodeRecord>
    const whole = Array.isArray(reports) && reports.every((report) => isReport(report))
    return whole ? reports : undefined
  } catch {
    return undefined
  }
}

const isReport = (value: unknown): value is CriticReport =>
  typeof value === 'object' &&
  value !== null &&
  ['episode', 'step', 's', 'c'].every((key) => typeof (value as Record<string, unknown>)[key] === 'number') &&
  Array.isArray((value as Partial<CriticReport>).issues)

/** bytes of the records of a run */
const LONGEST = 256 * 1024 * 1024

const problem = (file: string, line: number, what: string): Diagnostic => ({
  code: 'bench.recorded',
  severity: 'error',
  message: `${file} ${what}`,
  where: { file, line, column: 1 },
  expected: 'the episodes.jsonl of a run folder of graft run',
  hint: 'give it as --critic recorded:RUN/episodes.jsonl',
})
