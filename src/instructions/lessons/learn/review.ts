import type { DataDomain } from '#worlds/assemble.js'
import { formatCall, variablesIn } from '../call.js'
import { checkLesson, type ReadyLesson } from '../check-lesson.js'
import { allBindings, isTrueWith, matchCall, valueOf } from '../holds.js'
import type { Attempt } from './from-attempts.js'
import { isRepeat, LESSON_LIMITS, warnedCall, type Binding, type Evidence, type Lesson } from '../lesson.js'
import { scopeOf } from './scope.js'
import { UNKNOWN, type Fluents } from '#worlds/value.js'

/** What one attempt says of a lesson. */
interface Finding {
  readonly held: boolean
  readonly binding: Binding
}

/**
 * Counts what the attempts of a task say for and against a lesson, whether or not it was followed; a lesson that
 * misled is narrowed to the objects that it holds for, and retired where that is not enough.
 */
export function reviewed(lesson: Lesson, attempts: readonly Attempt[], domain: DataDomain): Lesson {
  const ready = checkLesson(lesson, domain)
  if (!ready.ok) return lesson
  const findings = findingsOn(ready.value, attempts, domain)
  let evidence = withCounterexamples(lesson, ready.value, attempts, domain)
  for (const finding of findings) evidence = withFinding(evidence, finding)
  const hasMisled = findings.some(({ held }) => !held)
  const scope = hasMisled ? narrowed(lesson, evidence, domain) : lesson.scope
  // once narrowed, what spoke against it was about others
  const isNarrower = hasMisled && JSON.stringify(scope) !== JSON.stringify(lesson.scope)
  const misleads = hasMisled && !isNarrower && evidence.failed > evidence.held
  return { ...lesson, evidence, scope, status: misleads ? 'retired' : statusAfter(lesson, evidence) }
}

/**
 * The evidence with objects beyond the scope of a lesson for which the step that it warns of worked: they count for
 * nothing now, and keep the scope from growing over them.
 */
export function withCounterexamples(
  { evidence }: Lesson,
  ready: ReadyLesson,
  attempts: readonly Attempt[],
  domain: DataDomain,
): Evidence {
  const bad = warnedCall(ready.lesson.advice)
  if (bad === undefined) return evidence
  const named = new Set(variablesIn(bad))
  const all = [...domain.vocabulary.objects]
  const wide = {
    ...ready,
    variables: ready.variables.map((one) => (named.has(one.name) ? { ...one, values: all } : one)),
  }
  const without = attempts.flatMap((attempt) => {
    const binding = attempt.outcome === 'done' ? matchCall(bad, attempt, wide, domain) : undefined
    if (binding === undefined || matchCall(bad, attempt, ready, domain) !== undefined) return []
    return isTrueWith(wide, attempt.before, binding) ? [whole(wide, binding, attempt.before)] : []
  })
  return { ...evidence, without: added(evidence.without, without) }
}

/** A lesson that was retired and then proves right more often than not is used again. */
const statusAfter = ({ status }: Lesson, { held, failed }: Evidence): Lesson['status'] =>
  status === 'retired' && held > failed ? 'active' : status

function findingsOn(
  ready: ReadyLesson,
  attempts: readonly Attempt[],
  domain: DataDomain,
): readonly Finding[] {
  const { advice } = ready.lesson
  const tried = attempts.filter(({ outcome }) => outcome !== 'refused')
  if (advice.kind === 'believe') return tried.flatMap((attempt) => seen(ready, attempt))
  if (isRepeat(advice)) return repeats(ready, tried, domain)
  return tried.flatMap((attempt, at) => {
    // in the same state it says the same again
    const isAgain = tried
      .slice(0, at)
      .some((other) => formatCall(other) === formatCall(attempt) && other.outcome === attempt.outcome)
    return isAgain ? [] : judged(ready, attempt, domain)
  })
}

/** The step that a lesson warns of fails where the lesson is right, and the recommended one works. */
function judged(ready: ReadyLesson, attempt: Attempt, domain: DataDomain): readonly Finding[] {
  const { advice } = ready.lesson
  const isDone = attempt.outcome === 'done'
  const bad = warnedCall(advice)
  const good = advice.kind === 'prefer' ? advice.call : undefined
  const warned = bad && matchCall(bad, attempt, ready, domain)
  if (warned !== undefined && isTrueWith(ready, attempt.before, warned))
    return [{ held: !isDone, binding: whole(ready, warned, attempt.before) }]
  // what works by chance or for everything says nothing for a preference; what fails speaks against it
  const advised = good && matchCall(good, attempt, ready, domain)
  if (advised === undefined || isDone || !isTrueWith(ready, attempt.before, advised)) return []
  return [{ held: false, binding: whole(ready, advised, attempt.before) }]
}

/** Steps that need a second try: the first one fails, and the one after it works. */
function repeats(ready: ReadyLesson, tried: readonly Attempt[], domain: DataDomain): readonly Finding[] {
  const { advice } = ready.lesson
  if (advice.kind !== 'first') return []
  const known = new Set<string>()
  return tried.flatMap((attempt, at) => {
    const binding = matchCall(advice.call, attempt, ready, domain)
    if (binding === undefined || !isTrueWith(ready, attempt.before, binding)) return []
    const what = formatCall(attempt)
    if (known.has(what)) return []
    known.add(what)
    const next = tried.slice(at + 1).find((other) => formatCall(other) === what)
    if (attempt.outcome === 'failed' && next === undefined) return []
    return [{ held: attempt.outcome === 'failed' && next?.outcome === 'done', binding }]
  })
}

/** A fact that became known: as it was believed, or otherwise. */
function seen(ready: ReadyLesson, { before, after }: Attempt): readonly Finding[] {
  const { believe } = ready
  if (believe === undefined) return []
  const findings: Finding[] = []
  for (const binding of allBindings(ready)) {
    if (valueOf(believe, ready, binding, before) !== UNKNOWN) continue
    const now = valueOf(believe, ready, binding, after)
    if (now !== UNKNOWN) findings.push({ held: now === true, binding })
  }
  // a thing is in one place: that it is not in the others of a type says nothing against it
  return findings.some(({ held }) => held) ? findings.filter(({ held }) => held) : findings.slice(0, 1)
}

function withFinding(evidence: Evidence, { held, binding }: Finding): Evidence {
  return held
    ? { ...evidence, held: evidence.held + 1, with: added(evidence.with, [binding]) }
    : { ...evidence, failed: evidence.failed + 1, without: added(evidence.without, [binding]) }
}

const added = (known: readonly Binding[], more: readonly Binding[]): readonly Binding[] =>
  [...new Map([...known, ...more].map((one) => [JSON.stringify(one), one])).values()].slice(
    -LESSON_LIMITS.examples,
  )

/** The scope without the cases that spoke against it; a scope that a person has written is narrowed, never widened. */
function narrowed({ scope }: Lesson, evidence: Evidence, domain: DataDomain): Lesson['scope'] {
  const held = new Set(evidence.with.map((one) => JSON.stringify(one)))
  const clear = evidence.without.filter((one) => !held.has(JSON.stringify(one)))
  if (clear.length === 0 || evidence.with.length === 0) return scope
  const narrow = scopeOf({ with: evidence.with, without: clear }, domain)
  return Object.keys(narrow).length === Object.keys(scope).length ? narrow : scope
}

/** The binding with values for the variables that stand in the condition alone. */
function whole(ready: ReadyLesson, given: Binding, state: Fluents): Binding {
  for (const binding of allBindings(ready, given))
    if (valueOf(ready.when, ready, binding, state) === true) return binding
  return given
}
