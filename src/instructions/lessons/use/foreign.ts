import type { DataDomain } from '#worlds/assemble.js'
import type { Fluents } from '#worlds/value.js'
import { checkLesson, type ReadyLesson } from '../check-lesson.js'
import { allBindings, bindingsWhen, groundCall, matchCall } from '../holds.js'
import { skillsHash, type Advice, type Lesson } from '../lesson.js'

/** The robot that lessons are for. */
export interface Here {
  readonly robot: string
  readonly domain: DataDomain
}

/**
 * A lesson as it comes in: from another robot, or from other skills, it waits in quarantine until `released` finds that
 * it makes sense here (PRAG-21).
 */
export function received(lesson: Lesson, { robot, domain }: Here): Lesson {
  const isOwn = lesson.origin.robot === robot && lesson.origin.skills === skillsHash(domain)
  return isOwn || lesson.status === 'retired' ? lesson : { ...lesson, status: 'quarantined' }
}

/**
 * Lets a lesson out of quarantine if its skills exist and type-check here, and the twin agrees that it can be followed:
 * in some state that it can find, the condition holds and what is recommended is permitted.
 */
export function released(lesson: Lesson, { domain }: Here): Lesson {
  if (lesson.status !== 'quarantined') return lesson
  const ready = checkLesson(lesson, domain)
  return ready.ok && twinAgrees(ready.value, domain) ? { ...lesson, status: 'active' } : lesson
}

function twinAgrees(ready: ReadyLesson, domain: DataDomain): boolean {
  const { advice } = ready.lesson
  const seen = new Set([domain.fingerprint(domain.initial)])
  let frontier: readonly Fluents[] = [domain.initial]
  while (frontier.length > 0 && seen.size < MOST_STATES) {
    const next: Fluents[] = []
    for (const state of frontier) {
      if (canFollow(ready, advice, state, domain)) return true
      for (const after of successors(state, domain)) {
        const mark = domain.fingerprint(after)
        if (seen.has(mark) || seen.size >= MOST_STATES) continue
        seen.add(mark)
        next.push(after)
      }
    }
    frontier = next
  }
  return false
}

const MOST_STATES = 1_500

function canFollow(ready: ReadyLesson, advice: Advice, state: Fluents, domain: DataDomain): boolean {
  if (advice.kind === 'believe' || advice.kind === 'avoid')
    return advice.kind === 'avoid' || [...allBindings(ready)].length > 0
  for (const binding of bindingsWhen(ready, state)) {
    const step = groundCall(advice.call, binding)
    if (step === undefined) continue
    const exact = domain.intend(step, state)
    // a call that leaves a port open is followed by any step that it describes
    const steps = exact.ok ? [step] : (domain.candidates?.(state) ?? [])
    const isPermitted = steps.some((one) => {
      if (matchCall(advice.call, one, ready, domain) === undefined) return false
      const commands = domain.intend(one, state)
      return (
        commands.ok &&
        commands.value.length > 0 &&
        commands.value.every((each) => domain.judge(state, each).ok)
      )
    })
    if (isPermitted) return true
  }
  return false
}

function successors(state: Fluents, domain: DataDomain): readonly Fluents[] {
  return (domain.candidates?.(state) ?? []).flatMap((step) => {
    const commands = domain.intend(step, state)
    const [command] = commands.ok ? commands.value : []
    const verdict = command === undefined ? undefined : domain.judge(state, command)
    return verdict?.ok === true ? [verdict.value.outcomes[0]] : []
  })
}
