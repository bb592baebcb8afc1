import { writeOut } from '#adapters/files/write-out.js'
import { plural } from '#app/command-line/words.js'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { lessonData } from '#instructions/lessons/lesson-shape.js'
import { trustOf, type Lesson } from '#instructions/lessons/lesson.js'
import { sayEvidence, sayLesson } from '#instructions/lessons/say-lesson.js'
import { storedLessons, type StoredLessons } from '#memory/lesson-book.js'
import { lessonsText } from '#memory/lessons-file.js'
import { readMemory } from '#memory/open-memory.js'
import type { Answer, MemoryOptions } from './places.js'
import { memoryFolder, worldName } from './places.js'

type Answered = Result<Answer, readonly Diagnostic[]>

export async function listLessons(options: MemoryOptions): Promise<Answered> {
  const read = await lessonsOf(options)
  if (!read.ok) return read
  const { lessons, problems } = read.value
  const sorted = lessons.toSorted((a, b) => trustOf(b) - trustOf(a) || (a.id < b.id ? -1 : 1))
  return ok({
    lines: sorted.map((lesson) => (options.json ? JSON.stringify(asJson(lesson)) : lineOf(lesson))),
    remarks: [
      ...problems.map(formatDiagnostic),
      lessons.length === 0
        ? 'nothing has been learned yet: lessons are written when an order has been carried out (graft do)'
        : plural(lessons.length, 'lesson'),
    ],
  })
}

export async function showLesson(id: string, options: MemoryOptions): Promise<Answered> {
  const read = await lessonsOf(options)
  if (!read.ok) return read
  const found = lessonNamed(id, read.value.lessons)
  if (!found.ok) return err([found.error])
  const lesson = found.value
  return ok({
    lines: options.json ? [JSON.stringify(asJson(lesson))] : [lessonsText([lesson]).trimEnd()],
    remarks: options.json ? [] : [sayEvidence(lesson)],
  })
}

export async function exportLessons(file: string, options: MemoryOptions): Promise<Answered> {
  const read = await lessonsOf(options)
  if (!read.ok) return read
  const { lessons, problems } = read.value
  const text = lessonsText(lessons)
  if (file === '-') return ok({ lines: [text.trimEnd()], remarks: problems.map(formatDiagnostic) })
  const failure = writeOut(file, text)
  if (failure !== undefined) return err([failure])
  return ok({
    lines: [options.json ? JSON.stringify({ file, lessons: lessons.length }) : file],
    remarks: [...problems.map(formatDiagnostic), plural(lessons.length, 'lesson')],
  })
}

/** The one lesson whose id begins so. */
export function lessonNamed(id: string, lessons: readonly Lesson[]): Result<Lesson, Diagnostic> {
  const found = lessons.filter((lesson) => lesson.id.startsWith(id))
  const [only] = found
  if (only !== undefined && found.length === 1) return ok(only)
  return err({
    code: only === undefined ? 'memory.no-lesson' : 'memory.several-lessons',
    severity: 'error',
    message: only === undefined ? `there is no lesson ${id}` : `the ids of several lessons begin with ${id}`,
    expected: 'the id of a lesson, or a beginning that no other has',
    got: only === undefined ? id : found.map((lesson) => lesson.id).join(', '),
    hint: 'graft memory list shows the ids',
  })
}

/** The lessons in the store, of one world or of all. */
async function lessonsOf(options: MemoryOptions): Promise<Result<StoredLessons, readonly Diagnostic[]>> {
  const world = await worldName(options.world)
  if (!world.ok) return world
  const folder = await memoryFolder(options.state)
  if (!folder.ok) return err([folder.error])
  const read = readMemory(folder.value, (reader) =>
    reader === undefined ? { lessons: [], problems: [] } : storedLessons(reader, world.value),
  )
  return read.ok ? read : err([read.error])
}

const lineOf = (lesson: Lesson): string =>
  `${lesson.id}  ${sayLesson(lesson)}  (${lesson.origin.world}; ${sayEvidence(lesson)})`

const asJson = (lesson: Lesson): object => ({ ...lessonData(lesson), text: sayLesson(lesson) })
