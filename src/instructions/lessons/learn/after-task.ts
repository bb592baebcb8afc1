import type { DataDomain } from '#worlds/assemble.js'
import { lessonsFrom, type Attempt, type Situated } from './from-attempts.js'
import { checkLesson } from '../check-lesson.js'
import { LESSON_LIMITS, trustOf, type Binding, type Lesson } from '../lesson.js'
import { reviewed, withCounterexamples } from './review.js'
import { covers, scopeOf } from './scope.js'

/** A task that has ended. */
export interface EndedTask extends Situated {
  /** its number in this memory, from 1 */
  readonly number: number
  readonly attempts: readonly Attempt[]
  /** ids of the lessons that the planner was given */
  readonly recalled: readonly string[]
  /** whether it was completed: nothing new is learned from a task that was not (PRAG-07) */
  readonly completed: boolean
}

/** What a task changes in a memory; everything else stays. */
export interface MemoryChange {
  readonly lessons: readonly Lesson[]
  /** ids */
  readonly forgotten: readonly string[]
}

/** What is remembered when a task has ended: old lessons counted, new ones merged in, those of least use dropped. */
export function afterTask(known: readonly Lesson[], task: EndedTask): MemoryChange {
  const counted = known.map((lesson) => used(reviewed(lesson, task.attempts, task.domain), task))
  const learned = task.completed ? lessonsFrom(task.attempts, task).map((one) => informed(one, task)) : []
  const all = merged(counted, learned, task.domain)
  const kept = pruned(all)
  const before = new Map(known.map((lesson) => [lesson.id, lesson]))
  const remaining = new Set(kept.map(({ id }) => id))
  return {
    lessons: kept.filter((lesson) => JSON.stringify(before.get(lesson.id)) !== JSON.stringify(lesson)),
    forgotten: known.filter(({ id }) => !remaining.has(id)).map(({ id }) => id),
  }
}

/** A new lesson with the objects of its task that it is not about. */
function informed(lesson: Lesson, { attempts, domain }: EndedTask): Lesson {
  const ready = checkLesson(lesson, domain)
  return ready.ok
    ? { ...lesson, evidence: withCounterexamples(lesson, ready.value, attempts, domain) }
    : lesson
}

/** Adds lessons to a memory: equal rules become one, whose scope is as wide as its cases allow. */
export function merged(
  known: readonly Lesson[],
  learned: readonly Lesson[],
  domain: DataDomain,
): readonly Lesson[] {
  const all = new Map(known.map((lesson) => [lesson.id, lesson]))
  for (const lesson of learned) {
    const other = all.get(lesson.id)
    all.set(lesson.id, other === undefined ? lesson : mergedWith(other, lesson, domain))
  }
  return [...all.values()]
}

function mergedWith(known: Lesson, learned: Lesson, domain: DataDomain): Lesson {
  // what its scope covers has been counted by the review of the task
  const isNew = learned.evidence.with.every((binding) => !covers(known.scope, binding, domain))
  if (!isNew) return known
  const examples = distinct([...known.evidence.with, ...learned.evidence.with])
  const evidence = {
    ...known.evidence,
    held: known.evidence.held + learned.evidence.held,
    with: examples.slice(-LESSON_LIMITS.examples),
    without: distinct([...known.evidence.without, ...learned.evidence.without]).slice(
      -LESSON_LIMITS.examples,
    ),
  }
  const status = known.status === 'retired' && evidence.held > evidence.failed ? 'active' : known.status
  return { ...known, evidence, status, scope: scopeOf({ ...evidence, with: examples }, domain) }
}

/** Keeps at most so many lessons: the retired go first, then those of least use and least trust (PRAG-21). */
export function pruned(lessons: readonly Lesson[], most: number = LESSON_LIMITS.lessons): readonly Lesson[] {
  if (lessons.length <= most) return lessons
  const worth = new Map(lessons.map((lesson) => [lesson.id, worthOf(lesson)]))
  const sorted = [...lessons].sort((a, b) => {
    const [one = [], other = []] = [worth.get(a.id), worth.get(b.id)]
    const at = one.findIndex((value, i) => value !== other[i])
    return at === -1 ? (a.id < b.id ? -1 : 1) : (other[at] ?? 0) - (one[at] ?? 0)
  })
  const kept = new Set(sorted.slice(0, most).map(({ id }) => id))
  return lessons.filter(({ id }) => kept.has(id))
}

const worthOf = (lesson: Lesson): readonly number[] => [
  lesson.status === 'retired' ? 0 : 1,
  lesson.use.times,
  lesson.use.last,
  trustOf(lesson),
  lesson.evidence.held,
]

const used = (lesson: Lesson, { recalled, number }: EndedTask): Lesson =>
  recalled.includes(lesson.id) ? { ...lesson, use: { times: lesson.use.times + 1, last: number } } : lesson

const distinct = (bindings: readonly Binding[]): readonly Binding[] => [
  ...new Map(bindings.map((binding) => [JSON.stringify(binding), binding])).values(),
]
