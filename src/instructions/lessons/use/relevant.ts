import MiniSearch from 'minisearch'
import type { DataDomain } from '#worlds/assemble.js'
import { UNKNOWN, type Fluents } from '#worlds/value.js'
import { formatCall } from '../call.js'
import { checkLesson, type ReadyLesson } from '../check-lesson.js'
import { allBindings, valueOf } from '../holds.js'
import { callsOf, trustOf, type Lesson, type LessonKey } from '../lesson.js'
import { sayLesson } from '../say-lesson.js'
import { stemsIn } from '../scene.js'

/**
 * Turns texts into vectors whose cosine tells how near they are in meaning (PRAG-08). None is trained yet: without one,
 * lessons are found by their words alone. Vectors of models with different ids are never compared.
 */
export interface Embedder {
  readonly id: string
  embed(text: string): readonly number[]
}

export interface Situation {
  readonly key: LessonKey
  readonly domain: DataDomain
  readonly state: Fluents
}

export interface Retrieval {
  /** most lessons; -1: all that apply (PRAG-08, PRAG-10) */
  readonly most: number
  readonly embedder?: Embedder
}

/** As in the paper: five experiences. */
export const RETRIEVAL: Retrieval = { most: 5 }

/** The lessons that a planner is given for a task, the nearest first: looked up once, before it is planned. */
export function relevant(
  lessons: readonly Lesson[],
  situation: Situation,
  { most, embedder }: Retrieval = RETRIEVAL,
): readonly ReadyLesson[] {
  const ready = applicable(lessons, situation)
  if (most < 0 || ready.length <= most) return ready.toSorted(byTrust)
  const ranks = [byWords(ready, situation)]
  if (embedder !== undefined) ranks.push(byMeaning(ready, situation, embedder))
  return fused(ready, ranks).slice(0, most)
}

/** The lessons that make sense here by the twin: in use, of these skills, with a condition that can hold. */
export const applicable = (
  lessons: readonly Lesson[],
  { domain, state }: Pick<Situation, 'domain' | 'state'>,
): readonly ReadyLesson[] =>
  lessons.flatMap((lesson) => {
    if (lesson.status !== 'active') return []
    const ready = checkLesson(lesson, domain)
    return ready.ok && canHold(ready.value, domain, state) ? [ready.value] : []
  })

/** Whether skills can bring about a state in which the condition holds; what no skill changes stays as it is. */
function canHold(ready: ReadyLesson, { touched }: DataDomain, state: Fluents): boolean {
  const open: Fluents = new Map(
    [...state].map(([fact, value]) => [fact, touched.has(/^\w+/.exec(fact)?.[0] ?? '') ? UNKNOWN : value]),
  )
  for (const binding of allBindings(ready))
    if (valueOf(ready.when, ready, binding, open) !== false) return true
  return false
}

/** BM25 over the order, the scene and the sentence; words that are misspelt or begin alike count less. */
function byWords(ready: readonly ReadyLesson[], { key, domain }: Situation): readonly ReadyLesson[] {
  const search = new MiniSearch<{ id: number; instruction: string; scene: string; rule: string }>({
    fields: ['instruction', 'scene', 'rule'],
    tokenize: (text) => [...stemsIn(text)],
    searchOptions: { boost: { instruction: 2, rule: 2 }, prefix: false, fuzzy: 0.2 },
  })
  search.addAll(
    ready.map(({ lesson }, id) => ({
      id,
      instruction: lesson.key.instruction,
      scene: lesson.key.scene,
      rule: `${sayLesson(lesson, domain)} ${objectsOf(lesson, domain)}`,
    })),
  )
  const found = search.search(`${key.instruction} ${key.scene}`)
  return found.flatMap(({ id }) => ready[Number(id)] ?? [])
}

/** A lesson about a type is about each of its objects. */
const objectsOf = ({ scope, advice }: Lesson, domain: DataDomain): string =>
  [
    ...Object.values(scope).flatMap((range) => {
      const sort = domain.vocabulary.types.get(range)
      return sort?.kind === 'objects' && sort.of.size <= MOST_OBJECTS ? [...sort.of] : [range]
    }),
    ...callsOf(advice).map(formatCall),
  ]
    .join(' ')
    .replaceAll('_', ' ')

const MOST_OBJECTS = 12

function byMeaning(
  ready: readonly ReadyLesson[],
  { key, domain }: Situation,
  embedder: Embedder,
): readonly ReadyLesson[] {
  const wanted = embedder.embed(`${key.instruction}\n${key.scene}`)
  return ready
    .map((one) => {
      const { instruction, scene } = one.lesson.key
      const text = `${instruction}\n${scene}\n${sayLesson(one.lesson, domain)}`
      return { one, near: cosine(wanted, embedder.embed(text)) }
    })
    .sort((a, b) => b.near - a.near)
    .map(({ one }) => one)
}

/** Cosine of the angle between two vectors; 0 where one has no direction. */
export function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)
  const length = Math.hypot(...a) * Math.hypot(...b)
  return length === 0 || a.length !== b.length ? 0 : dot / length
}

/** Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009); equal ones by trust. */
function fused(
  ready: readonly ReadyLesson[],
  ranks: readonly (readonly ReadyLesson[])[],
): readonly ReadyLesson[] {
  const scores = new Map(ready.map((one) => [one, 0]))
  for (const rank of ranks)
    rank.forEach((one, at) => scores.set(one, (scores.get(one) ?? 0) + 1 / (RANK_CONSTANT + at)))
  return ready.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || byTrust(a, b))
}

const RANK_CONSTANT = 60

const byTrust = (a: ReadyLesson, b: ReadyLesson): number =>
  trustOf(b.lesson) - trustOf(a.lesson) || (a.lesson.id < b.lesson.id ? -1 : 1)
