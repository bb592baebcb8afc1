import { ok } from '#base/result.js'
import type { Attempt } from '#instructions/repair/attempt.js'
import type { LessonReader, MemoryRow } from '#memory/lesson-book.js'
import type { Recalled } from '#memory/recall.js'
import { remember } from '#memory/remember.js'
import type { DataDomain } from '#worlds/assemble.js'

/** An order that has ended. */
interface Ended {
  readonly robot: string
  readonly attempts: readonly Attempt[]
  readonly completed: boolean
  readonly recalled: Recalled
}

/** What an order has taught, as rows of long-term memory: whoever has the store writes them. */
export async function learnedFrom(
  { robot, attempts, completed, recalled }: Ended,
  domain: DataDomain,
  reader: LessonReader,
): Promise<readonly MemoryRow[]> {
  let learned: readonly MemoryRow[] = []
  const book = {
    memories: (kind: string, field?: string) => reader.memories(kind, field),
    changeMemory: (rows: readonly MemoryRow[]) => {
      learned = rows
      return Promise.resolve(ok(null))
    },
  }
  await remember(book, {
    ...{ domain, robot, completed, key: recalled.key },
    recalled: recalled.lessons.map(({ lesson }) => lesson.id),
    // that nobody has seen it come true teaches as little as that it has not
    attempts: attempts.map((one) => ({
      ...one,
      outcome: one.outcome === 'unproved' ? ('failed' as const) : one.outcome,
    })),
  })
  return learned
}
