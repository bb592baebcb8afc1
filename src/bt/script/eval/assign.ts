import { copyInto, type Entry } from '#bt/blackboard.js'
import { UNTYPED } from '#bt/value/types.js'
import { Int, isNumeric, type Value } from '#bt/value/value.js'
import type { AssignmentOperator } from '../ast.js'
import { asDouble, converting, join, show, textAsDouble } from './convert.js'
import { fail, type Site } from './error.js'
import { type Run, type ScriptEnv, nameHint } from './variable.js'

/**
 * Compiles an assignment, which writes a blackboard entry and returns its new value. The entry is found, or created by
 * `:=`, before the right side is evaluated; if that evaluation fails, a new entry remains without a value.
 */
export function assignment(operator: AssignmentOperator, name: string, value: Run, site: Site): Run {
  const target: Target = { name, site }
  if (operator === ':=') {
    return (env) => {
      const entry = env.blackboard.entry(name) ?? declared(name, env, site)
      return replace(target, entry, value(env), env)
    }
  }
  if (operator === '=') {
    return (env) => {
      const entry = env.blackboard.entry(name) ?? missing(name, operator, env, site)
      return replace(target, entry, value(env), env)
    }
  }
  return (env) => {
    const entry = env.blackboard.entry(name) ?? missing(name, operator, env, site)
    return update(operator, target, entry, value(env))
  }
}

/** The variable of an assignment, and the location of the assignment. */
interface Target {
  readonly name: string
  readonly site: Site
}

function declared(name: string, { blackboard }: ScriptEnv, site: Site): Entry {
  blackboard.declare(name, UNTYPED)
  return (
    blackboard.entry(name) ??
    fail(site, `${name} is remapped to a key that cannot be read`, 'map it to a key without @')
  )
}

/** An assignment to anything but a variable fails before its right side is evaluated. */
export const badTarget =
  (operator: AssignmentOperator, site: Site): Run =>
  () =>
    fail(site, `${operator} needs a variable on its left`, 'equality is ==')

function replace(target: Target, entry: Entry, value: Value, env: ScriptEnv): Value {
  if (typeof value === 'number' && typeof entry.value === 'number') entry.value = value
  else store(target, entry, value, env)
  entry.seq += 1
  return entry.value
}

function store(target: Target, entry: Entry, value: Value, env: ScriptEnv): void {
  const { name, site } = target
  const old = entry.value
  if (value === undefined) fail(site, `the value assigned to ${name} is empty`)
  else if (old === undefined && entry.type.name === UNTYPED.name) entry.value = value
  else if (typeof value === 'string' && typeof old !== 'string')
    entry.value = fromText(target, entry, value, env)
  else keepKind(name, entry, value, site)
}

function update(
  operator: Exclude<AssignmentOperator, ':=' | '='>,
  { name, site }: Target,
  entry: Entry,
  value: Value,
): Value {
  const old = entry.value
  if (value === undefined) fail(site, `the right side of ${name} ${operator} … is empty`)
  if (old === undefined) fail(site, `${name} has no value yet`, `write it first with ${name} := …`)
  if (isNumeric(value)) {
    if (!isNumeric(old)) fail(site, `${operator} cannot use a number on ${name}, which holds ${show(old)}`)
    keepKind(name, entry, calculate(operator, asDouble(old, site), asDouble(value, site)), site)
  } else if (typeof value === 'string') {
    if (operator !== '+=') fail(site, `${operator} cannot use ${show(value)}`)
    if (typeof old !== 'string') fail(site, `+= cannot append a text to ${show(old)}, which ${name} holds`)
    entry.value = join(old, value, site)
  }
  // an object leaves the entry unchanged but counts as a write
  entry.seq += 1
  return entry.value
}

function calculate(operator: '+=' | '-=' | '*=' | '/=', left: number, right: number): number {
  switch (operator) {
    case '+=':
      return left + right
    case '-=':
      return left - right
    case '*=':
      return left * right
    case '/=':
      return left / right
  }
}

/** Stores a value without changing the entry's kind: an integer stays an integer and a text a text. */
function keepKind(name: string, entry: Entry, value: Exclude<Value, undefined>, site: Site): void {
  const old = entry.value
  if (typeof value === 'number') {
    if (typeof old === 'number') {
      entry.value = value
      return
    }
    if (old instanceof Int && old.storage === 'int64' && Number.isSafeInteger(value)) {
      entry.value = Int.of(value, 'int64', old.origin)
      return
    }
  } else if (value instanceof Int && old instanceof Int && value.storage === old.storage) {
    entry.value = value.as(old.origin)
    return
  }
  converting(
    site,
    () => copyInto(entry, value),
    old === undefined ? undefined : `${name} holds ${show(old)}, and keeps its type`,
  )
}

/** Converts a text for an entry that holds no text: by the entry's type, or to a number when the entry holds one. */
function fromText({ name, site }: Target, entry: Entry, text: string, env: ScriptEnv): Value {
  const { type, value: old } = entry
  if (type.early) return converting(site, () => type.store(type.parse(text, env.enums)))
  if (isNumeric(old) && type.name !== 'Any') return textAsDouble(text, env.enums, site)
  return fail(site, `the text '${text}' cannot become a ${type.name}, the type of ${name}`)
}

function missing(name: string, operator: AssignmentOperator, env: ScriptEnv, site: Site): never {
  const near = nameHint(name, env)
  const hint = `:= creates it, ${operator} does not${near === undefined ? '' : `; ${near}`}`
  return fail(site, `there is no variable ${name} that ${operator} could change`, hint)
}
