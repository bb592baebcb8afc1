import type { DataDomain } from '#worlds/assemble.js'
import { UNKNOWN, type Fluents, type Value } from '#worlds/value.js'
import { Abstraction } from './abstract.js'
import type { Call } from '../call.js'
import { formatCall } from '../call.js'
import { omittedValue } from '../holds.js'
import { lessonId, type Advice, type Lesson, type LessonKey, type Origin } from '../lesson.js'
import { scopeOf } from './scope.js'

/** A step that was tried, with the facts before and after it. */
export interface Attempt {
  readonly skill: string
  readonly args: Readonly<Record<string, string>>
  readonly before: Fluents
  readonly after: Fluents
  /** refused: by the twin, which has nothing to learn from it */
  readonly outcome: 'done' | 'failed' | 'refused'
}

/** Where attempts were made. */
export interface Situated {
  readonly domain: DataDomain
  readonly key: LessonKey
  readonly origin: Origin
}

/**
 * The lessons of one task: from each step that failed and what worked afterwards, what made the difference. Each is
 * about the objects of this task; `merged` generalises it when others confirm it.
 */
export function lessonsFrom(attempts: readonly Attempt[], where: Situated): readonly Lesson[] {
  const { sorts } = where.domain
  // what a task remembers of its constraints is no fact of the world
  const ofWorld = (state: Fluents): Fluents => new Map([...state].filter(([fact]) => sorts.has(fact)))
  const tried = attempts
    .filter(({ outcome }) => outcome !== 'refused')
    .map((one) => ({ ...one, before: ofWorld(one.before), after: ofWorld(one.after) }))
  const found = tried.flatMap((attempt, at) =>
    attempt.outcome === 'failed'
      ? fromFailure(attempt, tried.slice(at + 1), where)
      : fromSight(attempt, where),
  )
  return [
    ...new Map(found.map((lesson) => [`${lesson.id} ${JSON.stringify(lesson.scope)}`, lesson])).values(),
  ]
}

function fromFailure(failed: Attempt, later: readonly Attempt[], where: Situated): readonly Lesson[] {
  const { domain } = where
  const aim = aimOf(failed, domain)
  if (aim.size === 0) return []
  const reached = later.findIndex((one) => one.outcome === 'done' && reaches(one, aim))
  // only where nothing reached that: something else was done instead, and it lasted
  const at = reached >= 0 ? reached : later.findIndex((one) => isInstead(one, failed, aim, later.at(-1)))
  const repair = later[at]
  if (repair === undefined) return []
  const between = later.slice(0, at)
  // the last failure of the same step tells which of the changes since did not suffice
  if (!isSame(repair, failed)) return differentCall(failed, repair, where)
  return between.some((one) => one.outcome === 'failed' && isSame(one, failed))
    ? []
    : sameCall(failed, repair, between, where)
}

/** What a step was to change, by the twin. */
function aimOf({ skill, args, before }: Attempt, domain: DataDomain): Fluents {
  const commands = domain.intend({ skill, args }, before)
  const [command] = commands.ok ? commands.value : []
  const verdict = command === undefined ? undefined : domain.judge(before, command)
  return verdict?.ok === true ? changes(before, verdict.value.outcomes[0]) : new Map()
}

/** It reached what the failed step was for. */
const reaches = (one: Attempt, aim: Fluents): boolean =>
  [...aim].every(([fact, value]) => one.after.get(fact) === value) && changes(one.before, one.after).size > 0

/** Another skill did something else to the same object, and it is still so at the end of the task. */
function isInstead(one: Attempt, failed: Attempt, aim: Fluents, last: Attempt | undefined): boolean {
  if (one.outcome !== 'done' || one.skill === failed.skill) return false
  const changed = [...changes(one.before, one.after)].filter(([fact]) => fact.includes('(') && aim.has(fact))
  return changed.length > 0 && changed.every(([fact, value]) => last?.after.get(fact) === value)
}

/** Another way of doing it worked: what differs is preferred. */
function differentCall(failed: Attempt, repair: Attempt, where: Situated): readonly Lesson[] {
  const [bad, good] = [full(failed, where.domain), full(repair, where.domain)]
  const differing = new Set(
    bad.skill === good.skill
      ? Object.keys({ ...bad.args, ...good.args }).filter((port) => bad.args[port] !== good.args[port])
      : [],
  )
  const objects = where.domain.vocabulary.objects
  const kept = ({ skill, args }: Call): Call => ({
    skill,
    args: Object.fromEntries(
      Object.entries(args).filter(
        ([port, value]) =>
          differing.has(port) || (objects.has(value) && !isManner(where.domain, skill, port)),
      ),
    ),
  })
  const abstraction = new Abstraction(where.domain)
  const call = abstraction.call(kept(good))
  const over = abstraction.call(kept(bad))
  return [lesson({ kind: 'prefer', call, over }, 'true', abstraction, where)]
}

/** The same step worked later: because of a step between, or of a second try. */
function sameCall(
  failed: Attempt,
  repair: Attempt,
  between: readonly Attempt[],
  where: Situated,
): readonly Lesson[] {
  const changed = changes(failed.before, repair.before)
  const causes = between.filter((one) => one.outcome === 'done' && touches(one, changed))
  const plain = plainCall(failed, where.domain)
  if (causes.length === 0) {
    const abstraction = new Abstraction(where.domain)
    const call = abstraction.call(plain)
    return [lesson({ kind: 'first', call, before: call }, 'true', abstraction, where)]
  }
  return causes.slice(-1).map((cause) => {
    const facts = restored(cause, changed, failed)
    const abstraction = new Abstraction(where.domain)
    const before = abstraction.call(plain)
    const call = abstraction.call(plainCall(cause, where.domain))
    const made = facts.map(([fact, value]) => abstraction.fact(fact, value))
    const when = made.length === 1 ? negated(made[0] ?? 'false') : `not (${made.join(' and ')})`
    return lesson({ kind: 'first', call, before }, when, abstraction, where)
  })
}

/** Facts that a step made known: what was found once is believed until it is found otherwise. */
function fromSight(attempt: Attempt, where: Situated): readonly Lesson[] {
  return [...attempt.after].flatMap(([fact, value]) => {
    if (attempt.before.get(fact) !== UNKNOWN || value === UNKNOWN) return []
    const abstraction = new Abstraction(where.domain)
    const formula = abstraction.fact(fact, value)
    return [lesson({ kind: 'believe', formula }, 'true', abstraction, where)]
  })
}

function lesson(advice: Advice, when: string, { binding }: Abstraction, where: Situated): Lesson {
  const evidence = { held: 1, failed: 0, with: [binding], without: [] }
  return {
    id: lessonId({ when, advice }, where.origin),
    scope: scopeOf(evidence, where.domain),
    when,
    advice,
    key: where.key,
    origin: where.origin,
    evidence,
    use: { times: 0, last: 0 },
    status: 'active',
  }
}

/** The facts that the cause has made so, those about the objects of the step before all others. */
function restored(cause: Attempt, changed: Fluents, failed: Attempt): readonly (readonly [string, Value])[] {
  const all = [...changed].filter(
    ([fact, value]) => cause.before.get(fact) !== value && cause.after.get(fact) === value,
  )
  const named = new Set([...Object.values(failed.args), ...Object.values(cause.args)])
  const about = all.filter(([fact]) => argumentsOf(fact).some((arg) => named.has(arg)))
  return about.length > 0 ? about : all
}

const negated = (formula: string): string =>
  formula.startsWith('not ')
    ? formula.slice(4)
    : formula.includes(' = ')
      ? formula.replace(' = ', ' != ')
      : `not ${formula}`

const touches = (one: Attempt, changed: Fluents): boolean =>
  [...changed].some(([fact, value]) => one.before.get(fact) !== value && one.after.get(fact) === value)

const changes = (before: Fluents, after: Fluents): Fluents =>
  new Map([...after].filter(([fact, value]) => before.get(fact) !== value))

const isSame = (a: Attempt, b: Attempt): boolean => formatCall(a) === formatCall(b)

const argumentsOf = (fact: string): readonly string[] => /\((.*)\)$/.exec(fact)?.[1]?.split(', ') ?? []

/** A step with the ports that it left out. */
function full({ skill, args }: Call, domain: DataDomain): Call {
  const ports = domain.rules.skills.find(({ name }) => name === skill)?.ports ?? []
  const all = ports.map(({ name }): [string, string] => [
    name,
    args[name] ?? omittedValue(domain, skill, name) ?? '',
  ])
  return { skill, args: Object.fromEntries(all.filter(([, value]) => value !== '')) }
}

const isManner = (domain: DataDomain, skill: string, port: string): boolean =>
  domain.rules.skills.find(({ name }) => name === skill)?.ports.find(({ name }) => name === port)?.default !==
  undefined

/** A step without its manner: that made no difference. */
const plainCall = ({ skill, args }: Call, domain: DataDomain): Call => ({
  skill,
  args: Object.fromEntries(Object.entries(args).filter(([port]) => !isManner(domain, skill, port))),
})
