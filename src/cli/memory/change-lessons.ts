import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plural } from '#app/command-line/words.js'
import { readTextFile } from '#documents/read-text-file.js'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { LESSON_FILE } from '#instructions/lessons/lesson-shape.js'
import type { Lesson } from '#instructions/lessons/lesson.js'
import { merged } from '#instructions/lessons/learn/after-task.js'
import { sayLesson } from '#instructions/lessons/say-lesson.js'
import { forgottenRow, lessonRow, storedLessons, writeRows, type LessonBook } from '#memory/lesson-book.js'
import { editedLesson, importLessons, lessonsText } from '#memory/lessons-file.js'
import { changeMemory, readMemory } from '#memory/open-memory.js'
import { worldFolder } from '#app/world/files/find-world.js'
import { readDomain } from '#worlds/files/read-domain.js'
import { loadRobot, ROBOT_FILE } from '#worlds/robot/load-robot.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Answer, MemoryOptions } from './places.js'
import { memoryFolder, worldName, worldOfLesson } from './places.js'
import { lessonNamed } from './read-lessons.js'

type Answered = Result<Answer, readonly Diagnostic[]>

export async function editLesson(
  id: string,
  options: MemoryOptions & { readonly from?: string },
): Promise<Answered> {
  const found = await storedIn(options)
  if (!found.ok) return found
  const old = lessonNamed(id, found.value.lessons)
  if (!old.ok) return err([old.error])
  const world = await worldOfLesson(options.world, old.value.origin.world)
  if (!world.ok) return world
  const text =
    options.from === undefined ? inEditor(old.value) : await readTextFile(options.from, LESSON_FILE)
  if (!text.ok) return err([text.error])
  const edited = editedLesson(text.value, options.from ?? 'lesson.yaml', world.value)
  if (!edited.ok) return edited
  const lesson = edited.value
  return changed(found.value.folder, [lesson], async (book) => {
    const gone = lesson.id === old.value.id ? [] : [forgottenRow(old.value.origin.world, old.value.id)]
    return writeRows(book, [...gone, lessonRow(lesson)])
  })
}

export async function forgetLessons(
  ids: readonly string[],
  options: MemoryOptions & { readonly all: boolean },
): Promise<Answered> {
  const found = await storedIn(options)
  if (!found.ok) return found
  if (options.all === ids.length > 0) return err([whichOnes(options.all)])
  const { lessons, folder } = found.value
  const named = options.all ? lessons.map((lesson) => ok(lesson)) : ids.map((id) => lessonNamed(id, lessons))
  const unknown = named.flatMap((one) => (one.ok ? [] : [one.error]))
  if (unknown.length > 0) return err(unknown)
  const gone = named.flatMap((one) => (one.ok ? [one.value] : []))
  return changed(folder, gone, (book) =>
    writeRows(
      book,
      gone.map(({ id, origin }) => forgottenRow(origin.world, id)),
    ),
  )
}

export async function importFile(
  file: string,
  options: MemoryOptions & { readonly world: string; readonly robot?: string },
): Promise<Answered> {
  const domain = await readDomain(options.world)
  if (!domain.ok) return domain
  const text = await readTextFile(file, LESSON_FILE)
  if (!text.ok) return err([text.error])
  const robot = options.robot ?? (await robotOf(options.world, domain.value))
  const taken = importLessons(text.value, file, { robot, domain: domain.value })
  if (!taken.ok) return taken
  const folder = await memoryFolder(options.state)
  if (!folder.ok) return err([folder.error])
  const { lessons, notes } = taken.value
  const done = await changed(folder.value, lessons, (book) => {
    const known = storedLessons(book, domain.value.name).lessons
    const all = merged(known, lessons, domain.value)
    const added = new Set(lessons.map(({ id }) => id))
    return writeRows(book, all.filter(({ id }) => added.has(id)).map(lessonRow))
  })
  if (!done.ok) return done
  const waiting = lessons.filter(({ status }) => status === 'quarantined').length
  const remarks = [
    ...notes.map(formatDiagnostic),
    `${plural(lessons.length, 'lesson')} taken in${waiting === 0 ? '' : `, ${waiting} of them in quarantine`}`,
  ]
  return ok({ ...done.value, remarks })
}

interface Stored {
  readonly folder: string
  readonly lessons: readonly Lesson[]
}

async function storedIn(options: MemoryOptions): Promise<Result<Stored, readonly Diagnostic[]>> {
  const world = await worldName(options.world)
  if (!world.ok) return world
  const folder = await memoryFolder(options.state)
  if (!folder.ok) return err([folder.error])
  const read = readMemory(folder.value, (reader) =>
    reader === undefined ? [] : storedLessons(reader, world.value).lessons,
  )
  return read.ok ? ok({ folder: folder.value, lessons: read.value }) : err([read.error])
}

async function changed(
  folder: string,
  lessons: readonly Lesson[],
  change: (book: LessonBook) => Promise<Result<null, Diagnostic>>,
): Promise<Answered> {
  const written = await changeMemory(folder, change)
  if (!written.ok) return err([written.error])
  return ok({ lines: lessons.map((lesson) => `${lesson.id}  ${sayLesson(lesson)}`), remarks: [] })
}

/** Lets a person edit a lesson. @returns the text as it is then */
function inEditor(lesson: Lesson): Result<string, Diagnostic> {
  const editor = process.env['VISUAL'] ?? process.env['EDITOR'] ?? 'vi'
  const folder = mkdtempSync(join(tmpdir(), 'graft-lesson-'))
  const file = join(folder, 'lesson.yaml')
  try {
    writeFileSync(file, lessonsText([lesson]))
    const [program = 'vi', ...args] = editor.split(/\s+/).filter((word) => word !== '')
    const ended = spawnSync(program, [...args, file], { stdio: 'inherit' })
    return ended.status === 0 ? ok(readFileSync(file, 'utf8')) : err(noEditor(editor, ended.error))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The robot of a world; its world's name where the folder has no robot file. */
async function robotOf(world: string, domain: DataDomain): Promise<string> {
  const folder = await worldFolder(world)
  const file = folder.ok ? join(folder.value, 'robot.yaml') : ''
  const text = await readTextFile(file, ROBOT_FILE)
  const robot = text.ok ? loadRobot(text.value, file, domain) : text
  return robot.ok ? robot.value.name : domain.name
}

const noEditor = (editor: string, cause: Error | undefined): Diagnostic => ({
  code: 'memory.editor',
  severity: 'error',
  message: 'the editor did not end well, so nothing was changed',
  expected: 'a program that edits a file and exits with 0',
  got: cause === undefined ? editor : `${editor}: ${cause.message}`,
  hint: 'set $EDITOR, or write the lesson to a file and use --from',
})

const whichOnes = (all: boolean): Diagnostic => ({
  code: 'memory.which',
  severity: 'error',
  message: all ? 'ids and --all are two different things to ask for' : 'it is not said what to forget',
  expected: 'ids of lessons, or --all',
  got: all ? 'both' : 'neither',
  hint: 'graft memory list shows the ids',
})
