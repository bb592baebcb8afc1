import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import { lessonData, lessonsFromData } from '#instructions/lessons/lesson-shape.js'
import type { Lesson } from '#instructions/lessons/lesson.js'

/** Where lessons are read from: a store, or a view of one. */
export interface LessonReader {
  memories(
    kind: string,
    field?: string,
  ): readonly { readonly field: string; readonly key: string; readonly json: string }[]
}

/** Where they are written to, all at once or not at all: the site's store (docs/store.md). */
export interface LessonBook extends LessonReader {
  changeMemory(rows: readonly MemoryRow[]): Promise<Result<null, Diagnostic>>
}

export interface MemoryRow {
  readonly kind: string
  readonly field: string
  readonly key: string
  /** null: the row is removed */
  readonly json: string | null
}

/** Lessons of a store; a row that cannot be read is reported and does not hide the others. */
export interface StoredLessons {
  readonly lessons: readonly Lesson[]
  readonly problems: readonly Diagnostic[]
}

/** @param world of one world, or of all */
export function storedLessons(reader: LessonReader, world?: string): StoredLessons {
  const lessons: Lesson[] = []
  const problems: Diagnostic[] = []
  for (const { field, key, json } of reader.memories(LESSON, world)) {
    const read = lessonOf(json)
    if (read === undefined) problems.push(unreadable(key, field))
    else lessons.push(read)
  }
  return { lessons, problems }
}

/** All that a store keeps of a world's lessons, as data: for a process that has no store. */
export const memoryRows = (reader: LessonReader, world: string): readonly MemoryRow[] =>
  [LESSON, TASKS].flatMap((kind) => reader.memories(kind, world).map((row) => ({ kind, ...row })))

/** How many tasks of a world have ended and been remembered. */
export function tasksDone(reader: LessonReader, world: string): number {
  const [row] = reader.memories(TASKS, world)
  const count = row === undefined ? 0 : Number(row.json)
  return Number.isSafeInteger(count) && count >= 0 ? count : 0
}

export const lessonRow = (lesson: Lesson): MemoryRow => ({
  kind: LESSON,
  field: lesson.origin.world,
  key: lesson.id,
  json: JSON.stringify(lessonData(lesson)),
})

export const forgottenRow = (world: string, id: string): MemoryRow => ({
  kind: LESSON,
  field: world,
  key: id,
  json: null,
})

export const tasksRow = (world: string, count: number): MemoryRow => ({
  kind: TASKS,
  field: world,
  key: 'count',
  json: String(count),
})

/** Writes rows together; nothing to write is nothing to fail. */
export const writeRows = (book: LessonBook, rows: readonly MemoryRow[]): Promise<Result<null, Diagnostic>> =>
  rows.length === 0 ? Promise.resolve(ok(null)) : book.changeMemory(rows)

function lessonOf(json: string): Lesson | undefined {
  try {
    const read = lessonsFromData({ lessons: [JSON.parse(json) as unknown] }, () => undefined)
    return read.ok ? read.value[0] : undefined
  } catch {
    return undefined
  }
}

const unreadable = (id: string, world: string): Diagnostic => ({
  code: 'memory.unreadable',
  severity: 'warning',
  message: `the lesson ${id} of ${world} cannot be read, and is left out`,
  expected: 'a lesson as this version of graft writes it',
  got: 'something else',
  hint: `graft memory forget ${id} removes it`,
})

const LESSON = 'lesson'
const TASKS = 'lesson-tasks'
