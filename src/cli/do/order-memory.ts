import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { asOwner, ownerOf } from '#adapters/files/owner.js'
import { plural } from '#app/command-line/words.js'
import { actAsOwnerOf, findState } from '#app/run-folder/state-folder.js'
import { formatDiagnostic, type Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'
import type { ReadyLesson } from '#instructions/lessons/check-lesson.js'
import { sayEvidence, sayLesson } from '#instructions/lessons/say-lesson.js'
import type { Attempt } from '#instructions/repair/attempt.js'
import { changeMemory, readMemory } from '#memory/open-memory.js'
import { recall, type Recall, type Recalled } from '#memory/recall.js'
import { remember } from '#memory/remember.js'
import type { DataDomain } from '#worlds/assemble.js'

/** What is remembered of an order, and where what it teaches is kept. */
export interface OrderMemory {
  readonly folder: string
  readonly recalled: Recalled
}

/** An order that has ended. */
export interface EndedOrder {
  readonly domain: DataDomain
  readonly robot: string
  /** every step that was tried, over all of its plans */
  readonly tried: readonly Attempt[]
  readonly completed: boolean
}

/**
 * Looks up what is remembered of an order, once. A memory that cannot be read is said to be so and does without: it
 * advises, and no order has to wait for it.
 * @param given the state folder, if one is named
 */
export async function recallOrder(
  request: Recall,
  given: string | undefined,
): Promise<OrderMemory | undefined> {
  const folder = await memoryOf(given)
  const read = folder.ok ? readAsOwner(folder.value, request) : folder
  if (!folder.ok || !read.ok) {
    if (!read.ok) warn(read.error)
    return undefined
  }
  read.value.problems.forEach(warn)
  return { folder: folder.value, recalled: read.value }
}

/** Writes what an order has taught, once, at its end. What cannot be written is lost, and that is said. */
export async function rememberOrder(memory: OrderMemory, ended: EndedOrder): Promise<void> {
  const { folder, recalled } = memory
  const { tried, ...rest } = ended
  const outcome = {
    ...rest,
    key: recalled.key,
    recalled: recalled.lessons.map(({ lesson }) => lesson.id),
    // that nobody has seen it come true teaches as little as that it has not
    attempts: tried.map((one) => ({
      ...one,
      outcome: one.outcome === 'unproved' ? ('failed' as const) : one.outcome,
    })),
  }
  // nothing is done after this, so that root may give its rights away
  const owned = actAsOwnerOf(existsSync(folder) ? folder : resolve(folder, '..'))
  const written = owned.ok ? await changeMemory(folder, (book) => remember(book, outcome)) : owned
  if (!written.ok) return warn(notRemembered(written.error))
  const { lessons } = written.value
  if (lessons.length > 0)
    say(`Remembered: ${plural(lessons.length, 'lesson')} new or changed (graft memory list).`)
}

/** What was to be stored, and what to do about it: the order itself is done, and the robot is where it was wanted. */
const notRemembered = (problem: Diagnostic): Diagnostic => ({
  ...problem,
  message: `what this order has taught was not stored: ${problem.message}`,
  ...(problem.code === 'store.in-use' && {
    hint:
      'give such orders to the service (graft console do), which learns from them, or keep lessons in a folder of ' +
      'its own (--state DIR)',
  }),
})

/** Which lessons a plan follows, and why: on one line. */
export const sayFollowed = (followed: readonly ReadyLesson[], domain: DataDomain): string =>
  `I follow what I have learned: ${followed
    .map(({ lesson }) => `${sayLesson(lesson, domain).replace(/\.$/, '')} (${why(lesson)})`)
    .join('; ')}.`

const why = (lesson: ReadyLesson['lesson']): string => {
  const [counted = ''] = sayEvidence(lesson).split(';')
  return `"${lesson.key.instruction}" has taught it; it ${counted}`
}

/** As `graft memory` finds it: that of a service, or `.graft` here, which need not exist yet. */
async function memoryOf(given: string | undefined): Promise<Result<string, Diagnostic>> {
  const found = await findState(given)
  const isMissing = !found.ok && found.error.code === 'state.missing' && given === undefined
  return isMissing ? { ok: true, value: resolve('.graft') } : found
}

/** Root reads with the rights of the folder's owner and keeps its own, which the run may need. */
function readAsOwner(folder: string, request: Recall): Result<Recalled, Diagnostic> {
  const owner = ownerOf(folder)
  if (!owner.ok) return owner
  const read = (): Result<Recalled, Diagnostic> => readMemory(folder, (reader) => recall(reader, request))
  return owner.value === undefined ? read() : asOwner(owner.value, read)
}

/** Memory advises: no trouble with it is a failure of the order. */
const warn = (problem: Diagnostic): void =>
  say(
    formatDiagnostic({
      ...problem,
      severity: 'warning',
      hint: problem.hint ?? 'graft do --no-memory does without',
    }),
  )

const say = (line: string): void => void process.stderr.write(`${line}\n`)
