import { listNames, type Problems, type Source } from '../problems.js'
import type { Entry } from '../shape/composites.js'
import type { TaskDomain } from '../task/with-task.js'
import { normalFact, type Fluents, type Value } from '../value.js'
import { pointsAfter, saidOf } from './choose-ends.js'
import { compareSteps } from './compare-steps.js'
import type { TaskEnds } from './expect-shape.js'
import { stateFrom } from './state-from.js'
import { shortened, valueText } from './judgement.js'

/** Compares a task with what is expected of it: its start, points, missed goals, and the steps that it forbids. */
export function compareTask(
  { key, value: { start = [], time, seconds = [], states } }: Entry<TaskEnds>,
  tasks: ReadonlyMap<string, TaskDomain>,
  problems: Problems,
): void {
  const task = tasks.get(key.text)
  if (task === undefined) {
    const known = listNames(tasks.keys())
    problems.error(key.spot, changed('it is no longer in the folder', known, key.text))
    return
  }
  const began = new Map(start.map((entry) => [normalFact(entry.key.text), entry.value]))
  if (fluentsText(began) !== fluentsText(task.task.start))
    problems.error(key.spot, changed('start differs', fluentsText(began), fluentsText(task.task.start)))
  if (time !== undefined) compareTime(key, time, task, problems)
  for (const { key: at, value } of seconds) {
    const points = pointsAfter(task, task.initial, Number(at.text))
    if (points !== value) problems.error(at.spot, changed(`after ${at.text} s`, `${value}`, `${points}`))
  }
  for (const { where, points, missed = [], minded = [], steps = [] } of states) {
    const state = stateFrom(where, task, problems)
    const spot = where[0]?.key.spot ?? key.spot
    if (state === undefined) continue
    const end = saidOf(task, state)
    const wanted = { points, missed: textOf(missed), minded: textOf(minded) }
    for (const part of ['points', 'missed', 'minded'] as const) {
      const [expected, got] = [
        String(wanted[part]),
        part === 'points' ? String(end.points) : textIn(end[part]),
      ]
      if (expected !== got) problems.error(spot, changed(`${part} in this state`, expected, got))
    }
    compareSteps(steps, task, state, problems)
  }
}

/** What time costs; a figure that a file does not say is the one that costs nothing. */
function compareTime(
  key: Source,
  expected: NonNullable<TaskEnds['time']>,
  { task: { time } }: TaskDomain,
  problems: Problems,
): void {
  const now = { ...time, limitSeconds: time.limitSeconds ?? 'none' }
  const then = { perSecond: 0, limitSeconds: 'none', overLimit: 0, ...withoutAbsent(expected) }
  for (const figure of ['perSecond', 'limitSeconds', 'overLimit'] as const)
    if (then[figure] !== now[figure])
      problems.error(key.spot, changed(`${figure} differs`, `${then[figure]}`, `${now[figure]}`))
}

const withoutAbsent = <T extends object>(figures: T): Partial<T> =>
  Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== undefined)) as Partial<T>

const changed = (what: string, expected: string, got: string): Parameters<Problems['error']>[1] => ({
  code: 'expect.task',
  message: `the task has changed: ${what}`,
  expected: expected === '' ? 'nothing' : expected,
  got: got === '' ? 'nothing' : got,
  hint: 'if that is meant, graft world check --write',
})

const textOf = (sentences: readonly Source[]): string => textIn(sentences.map(({ text }) => text))
const textIn = (sentences: readonly string[]): string => sentences.map(shortened).toSorted().join('; ')

const fluentsText = (facts: Fluents | ReadonlyMap<string, Value>): string =>
  [...facts]
    .map(([fact, value]) => `${fact} := ${valueText(value)}`)
    .toSorted()
    .join(', ')
