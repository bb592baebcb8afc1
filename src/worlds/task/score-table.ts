import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { MAX_PROBLEMS } from '#documents/yaml-problems.js'
import { readYaml } from '#documents/yaml-text.js'
import { hint, listNames, placeOf, Problems, quote, suggestion } from '../problems.js'
import { ROOT } from '../shape/shape.js'
import { TASK_FILE } from './load-task.js'
import { taskShape, type TaskShape } from './task-shape.js'

/** The figures of a task's score, for a referee that counts by other means than the task's formulas. */
export interface ScoreTable {
  /** points for each one counted, by the rule's label */
  readonly points: ReadonlyMap<string, number>
  readonly perSecond: number
  readonly limitSeconds: number
  readonly overLimit: number
}

/**
 * Reads the figures of a task file whose rules a referee counts by their labels. A rule that the referee does not know
 * is refused as well as one that is missing: it would be in the file and never in a score.
 * @param source file name used in diagnostics
 * @param labels of the rules that the referee counts
 */
export function readScoreTable(
  text: string,
  source: string,
  labels: readonly string[],
): Result<ScoreTable, readonly Diagnostic[]> {
  const yaml = readYaml(text, source, TASK_FILE)
  if (!yaml.ok) return err(yaml.error.slice(0, MAX_PROBLEMS))
  const problems = new Problems((spot) => placeOf(spot, yaml.value), TASK_FILE.code)
  const shape = taskShape.read(yaml.value.value, ROOT, problems)
  if (shape === undefined || problems.errors > 0) return err(problems.list())
  const points = pointsOf(shape, labels, problems)
  const { perSecond, limitSeconds, overLimit } = shape
  if (perSecond === undefined || limitSeconds === undefined || overLimit === undefined) {
    const absent = Object.entries({ perSecond, limitSeconds, overLimit }).filter(
      ([, value]) => value === undefined,
    )
    problems.error(
      { path: ['task'], key: true },
      {
        code: 'task.no-time',
        message: `the file does not say ${listNames(absent.map(([name]) => name))}`,
        expected: 'perSecond:, limitSeconds: and overLimit:, which the referee charges',
      },
    )
    return err(problems.list())
  }
  return problems.errors > 0 ? err(problems.list()) : ok({ points, perSecond, limitSeconds, overLimit })
}

function pointsOf(
  { score = [] }: TaskShape,
  labels: readonly string[],
  problems: Problems,
): ScoreTable['points'] {
  const points = new Map<string, number>()
  for (const { label, points: each } of score) {
    const known = labels.includes(label.text)
    if (known && !points.has(label.text)) {
      points.set(label.text, each)
      continue
    }
    problems.error(label.spot, {
      code: 'task.score-label',
      message: known ? 'this rule stands twice' : 'the referee counts nothing of this name',
      expected: listNames(labels),
      got: quote(label.text),
      ...hint(known ? undefined : suggestion(didYouMean(label.text, labels))),
    })
  }
  const absent = labels.filter((label) => !points.has(label))
  if (absent.length > 0 && problems.errors === 0)
    problems.error(
      { path: ['score'], key: true },
      {
        code: 'task.score-missing',
        message: `no rule says what these are worth: ${listNames(absent)}`,
        expected: `a rule for each of ${listNames(labels)}`,
        hint: 'what is worth nothing has points: 0',
      },
    )
  return points
}
