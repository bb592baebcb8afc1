import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { afterTask, type MemoryChange } from '#instructions/lessons/learn/after-task.js'
import type { Attempt } from '#instructions/lessons/learn/from-attempts.js'
import { skillsHash, type Lesson, type LessonKey } from '#instructions/lessons/lesson.js'
import { released } from '#instructions/lessons/use/foreign.js'
import type { DataDomain } from '#worlds/assemble.js'
import { forgottenRow, lessonRow, storedLessons, tasksDone, tasksRow, writeRows } from './lesson-book.js'
import type { LessonBook } from './lesson-book.js'

/** A task that has ended, and what was tried in it: the whole of short-term memory. */
export interface Outcome {
  /** from `recall` */
  readonly key: LessonKey
  readonly domain: DataDomain
  readonly robot: string
  /** in their order; twin refusals may be among them */
  readonly attempts: readonly Attempt[]
  /** ids of the lessons that the planner was given */
  readonly recalled: readonly string[]
  /** whether all goals were reached: only then something new is learned (PRAG-07) */
  readonly completed: boolean
}

export interface Remembered extends MemoryChange {
  /** the number of the task in this memory */
  readonly task: number
}

/**
 * Writes what a task has taught, once, at its end: all of it in one transaction, which is on the disk when this
 * resolves. A process that is killed before leaves the memory as it was (PRAG-07).
 * @param frozen for evaluation: nothing is written, and that is said (PRAG-11)
 */
export async function remember(
  book: LessonBook,
  outcome: Outcome,
  frozen = false,
): Promise<Result<Remembered, Diagnostic>> {
  if (frozen) return err(FROZEN)
  const { domain, robot, key } = outcome
  const origin = { robot, world: domain.name, skills: skillsHash(domain) }
  const task = tasksDone(book, domain.name) + 1
  const stored = storedLessons(book, domain.name).lessons
  const known = letOut(stored, outcome)
  const change = afterTask(known, { ...outcome, key, origin, number: task })
  const freed = known.filter((lesson, i) => lesson !== stored[i])
  const changed = new Map([...freed, ...change.lessons].map((lesson) => [lesson.id, lesson]))
  for (const id of change.forgotten) changed.delete(id)
  const written = await writeRows(book, [
    ...[...changed.values()].map(lessonRow),
    ...change.forgotten.map((id) => forgottenRow(domain.name, id)),
    tasksRow(domain.name, task),
  ])
  return written.ok ? ok({ lessons: [...changed.values()], forgotten: change.forgotten, task }) : written
}

/** A few lessons in quarantine are checked after each task: each takes a search. */
function letOut(lessons: readonly Lesson[], here: Outcome): readonly Lesson[] {
  const waiting = new Set(
    lessons
      .filter(({ status }) => status === 'quarantined')
      .slice(0, MOST_CHECKED)
      .map(({ id }) => id),
  )
  return lessons.map((lesson) => (waiting.has(lesson.id) ? released(lesson, here) : lesson))
}

const MOST_CHECKED = 3

const FROZEN: Diagnostic = {
  code: 'memory.frozen',
  severity: 'warning',
  message: 'the memory is frozen, so nothing was learned from this task',
  expected: 'a memory that may be written',
  got: 'one that is only read',
  hint: 'leave out the option that freezes it',
}
