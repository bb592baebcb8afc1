import { stringify } from 'yaml'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { checkLesson } from '#instructions/lessons/check-lesson.js'
import { lessonData, readLessons } from '#instructions/lessons/lesson-shape.js'
import { lessonId, type Lesson } from '#instructions/lessons/lesson.js'
import { sayLesson } from '#instructions/lessons/say-lesson.js'
import { received, released, type Here } from '#instructions/lessons/use/foreign.js'

/** Lessons as a file: for another robot, for people to edit. */
export const lessonsText = (lessons: readonly Lesson[]): string =>
  stringify(
    { lessons: lessons.map((lesson) => ({ text: sayLesson(lesson), ...lessonData(lesson) })) },
    { lineWidth: 0 },
  )

/** What came of an import. */
export interface Imported {
  readonly lessons: readonly Lesson[]
  /** why lessons of it wait in quarantine */
  readonly notes: readonly Diagnostic[]
}

/**
 * Reads lessons for a robot from a file. Those of another robot or of other skills come in quarantine and leave it at
 * once if the twin agrees.
 */
export function importLessons(
  text: string,
  file: string,
  here: Here,
): Result<Imported, readonly Diagnostic[]> {
  const read = readLessons(text, file)
  if (!read.ok) return read
  const { lessons, place } = read.value
  const notes: Diagnostic[] = []
  const taken = lessons.map((lesson, index) => {
    // filed under the world that it is to be used in
    const origin = { ...lesson.origin, world: here.domain.name }
    const known = { ...lesson, origin, id: lessonId(lesson, origin) }
    const checked = released(received(known, here), here)
    if (checked.status !== 'quarantined') return checked
    const fit = checkLesson(lesson, here.domain, (spot) =>
      place({ ...spot, path: ['lessons', index, ...spot.path] }),
    )
    notes.push(
      ...(fit.ok ? [waits(lesson)] : fit.error.map((one) => ({ ...one, severity: 'warning' as const }))),
    )
    return checked
  })
  return ok({ lessons: taken, notes })
}

/** Reads one lesson that a person has edited; it must make sense in its world, if that is at hand. */
export function editedLesson(
  text: string,
  file: string,
  domain: Here['domain'] | undefined,
): Result<Lesson, readonly Diagnostic[]> {
  const read = readLessons(text, file)
  if (!read.ok) return read
  const { lessons, place } = read.value
  const [lesson] = lessons
  if (lesson === undefined || lessons.length > 1) return err([notOne(lessons.length)])
  if (domain === undefined) return ok(lesson)
  const fit = checkLesson(lesson, domain, (spot) => place({ ...spot, path: ['lessons', 0, ...spot.path] }))
  return fit.ok ? ok(lesson) : fit
}

const waits = (lesson: Lesson): Diagnostic => ({
  code: 'memory.quarantined',
  severity: 'warning',
  message: `the twin has found no state in which this can be followed: ${sayLesson(lesson)}`,
  expected: 'a step that is permitted somewhere',
  got: 'none in the states that were searched',
  hint: 'it stays in quarantine; graft memory forget removes it',
})

const notOne = (count: number): Diagnostic => ({
  code: 'memory.edit',
  severity: 'error',
  message: 'a lesson is edited by itself',
  expected: 'one lesson under lessons:',
  got: String(count),
  hint: 'graft memory import takes several',
})
