import type { Diagnostic } from '#base/diagnostic.js'
import type { ReadyLesson } from '#instructions/lessons/check-lesson.js'
import type { LessonKey } from '#instructions/lessons/lesson.js'
import { keyOf, objectsIn } from '#instructions/lessons/scene.js'
import { guesses, type Guess } from '#instructions/lessons/use/believed.js'
import { RETRIEVAL, relevant, type Retrieval } from '#instructions/lessons/use/relevant.js'
import type { DataDomain } from '#worlds/assemble.js'
import type { Fluents } from '#worlds/value.js'
import { storedLessons, type LessonReader } from './lesson-book.js'

/** An order that is about to be planned. */
export interface Recall {
  readonly order: string
  /** formulas of its goals: they name the objects that it is about */
  readonly goals: readonly string[]
  readonly domain: DataDomain
  /** what is believed now */
  readonly state: Fluents
  readonly retrieval?: Retrieval
}

/** What is remembered of an order. */
export interface Recalled {
  /** the nearest first; all make sense in this world */
  readonly lessons: readonly ReadyLesson[]
  /** where to look first for what nobody knows */
  readonly guesses: readonly Guess[]
  /** under which it would be remembered */
  readonly key: LessonKey
  /** how many lessons of the world there are */
  readonly known: number
  readonly problems: readonly Diagnostic[]
}

/** Looks up what is remembered of an order: once, before it is planned (PRAG-08). Writes nothing. */
export function recall(reader: LessonReader | undefined, request: Recall): Recalled {
  const { order, goals, domain, state, retrieval = RETRIEVAL } = request
  const key = keyOf(order, domain, state, objectsIn([order, ...goals], domain))
  if (reader === undefined) return { lessons: [], guesses: [], key, known: 0, problems: [] }
  const { lessons, problems } = storedLessons(reader, domain.name)
  const found = relevant(lessons, { key, domain, state }, retrieval)
  return { lessons: found, guesses: guesses(found, domain, state), key, known: lessons.length, problems }
}
