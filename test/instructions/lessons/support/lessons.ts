import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '#base/result.js'
import { checkLesson, type ReadyLesson } from '#instructions/lessons/check-lesson.js'
import type { Attempt, Situated } from '#instructions/lessons/learn/from-attempts.js'
import { lessonsFromData } from '#instructions/lessons/lesson-shape.js'
import { skillsHash, type Lesson } from '#instructions/lessons/lesson.js'
import { parseDomainText } from '#worlds/files/domain-text.js'
import type { DataDomain } from '#worlds/assemble.js'
import { taskFrom } from '#worlds/task/load-task.js'
import { withTask, type TaskDomain } from '#worlds/task/with-task.js'
import type { Fluents, Value } from '#worlds/value.js'
import { REPO } from '../../../../lab/architecture/source-tree.js'

const worldOf = (name: string): DataDomain => {
  const file = join(REPO, 'worlds', name, 'world.yaml')
  return must(parseDomainText(readFileSync(file, 'utf8'), file), name)
}

export const tabletop = worldOf('tabletop')
export const home = worldOf('home')

export const where = (domain: DataDomain, instruction = 'an order'): Situated => ({
  domain,
  key: { instruction, scene: 'a scene' },
  origin: { robot: 'arm', world: domain.name, skills: skillsHash(domain) },
})

/** A lesson with what a test does not care about filled in. */
export function lessonOf(data: object, domain = tabletop): Lesson {
  const filled = {
    key: { instruction: 'an order', scene: 'a scene' },
    origin: where(domain).origin,
    evidence: { held: 2, failed: 0 },
    ...data,
  }
  const read = must(
    lessonsFromData({ lessons: [filled] }, () => undefined),
    'a lesson',
  )
  const [lesson] = read
  if (lesson === undefined) throw new Error('no lesson')
  return lesson
}

export const readyOf = (data: object, domain = tabletop): ReadyLesson =>
  must(checkLesson(lessonOf(data, domain), domain), 'a lesson of this world')

export const goalsIn = (
  domain: DataDomain,
  goals: readonly string[],
  never: readonly string[] = [],
): TaskDomain =>
  withTask(
    domain,
    must(
      taskFrom(
        {
          task: 'order',
          text: 'an order',
          goals: goals.map((holds) => ({ text: holds, holds })),
          ...(never.length > 0 && { never: never.map((holds) => ({ text: holds, holds })) }),
        },
        () => undefined,
        domain,
      ),
      'a task',
    ),
  )

export const stateOf = (domain: DataDomain, changed: Readonly<Record<string, Value>> = {}): Fluents =>
  new Map([...domain.initial, ...Object.entries(changed)])

/** Attempts one after the other: what each changed, or `failed`. */
export function attemptsOf(
  start: Fluents,
  ...steps: readonly (readonly [
    step: string,
    change: Readonly<Record<string, Value>> | 'failed' | 'refused',
  ])[]
): readonly Attempt[] {
  let state = start
  return steps.map(([text, change]) => {
    const [skill = '', ...pairs] = text.split(' ')
    const args = Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]))
    const before = state
    if (typeof change === 'string') return { skill, args, before, after: before, outcome: change }
    state = new Map([...before, ...Object.entries(change)])
    return { skill, args, before, after: state, outcome: 'done' as const }
  })
}
