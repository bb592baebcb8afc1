import type { DataDomain } from '#worlds/assemble.js'
import { spoken } from '../spoken-world.js'
import type { Call } from './call.js'
import { isRepeat, type Lesson } from './lesson.js'

/** A lesson as a person reads it, made of its rule: what is shown is what the twin checks. */
export function sayLesson(lesson: Lesson, domain?: DataDomain): string {
  const { scope, when, advice, evidence } = lesson
  const isType = (range: string, name: string): boolean =>
    domain === undefined
      ? range === name || new Set(evidence.with.map((binding) => binding[name])).size > 1
      : domain.vocabulary.types.has(range)
  const named = new Map(
    Object.entries(scope).map(([name, range]) => [name, sayRange(range, isType(range, name))]),
  )
  const call = (one: Call): string => sayCall(one, named, domain)
  const condition = when === 'true' ? '' : `while ${sayFormula(when, named)}, `
  switch (advice.kind) {
    case 'avoid':
      return sentence(`${condition}do not ${call(advice.call)}`)
    case 'prefer':
      return sentence(
        advice.over === undefined
          ? `${condition}prefer to ${call(advice.call)}`
          : `${condition}${call(advice.call)} rather than ${call(advice.over)}`,
      )
    case 'first':
      return sentence(
        isRepeat(advice)
          ? `${condition}to ${call(advice.call)} takes a second try`
          : `${condition}${call(advice.call)} before you ${call(advice.before)}`,
      )
    case 'believe':
      return sentence(`${condition}${sayFormula(advice.formula, named)}, as far as was seen before`)
  }
}

/** What speaks for it and against it, and how often it was used. */
export function sayEvidence({ evidence: { held, failed }, use, status }: Lesson): string {
  const counted = `held ${times(held)}, did not ${times(failed)}`
  const last = use.times === 0 ? 'never recalled' : `recalled ${times(use.times)}, last in task ${use.last}`
  return `${status === 'active' ? '' : `${status}; `}${counted}; ${last}`
}

const times = (n: number): string => (n === 1 ? 'once' : n === 2 ? 'twice' : `${n} times`)

/** `Pick a cube (approach: from side)` */
function sayCall({ skill, args }: Call, named: Named, domain?: DataDomain): string {
  const rules = domain?.rules.skills.find(({ name }) => name === skill)
  const entries = Object.entries(args)
  const isManner = (port: string): boolean =>
    rules?.ports.find(({ name }) => name === port)?.default !== undefined
  const isObject = ([port, value]: readonly [string, string]): boolean =>
    value.startsWith('?') && !isManner(port)
  const objects = entries.filter(isObject).map(([, value]) => named.get(value.slice(1)) ?? value)
  const manner = entries
    .filter((entry) => !isObject(entry))
    .map(([port, value]) => `${spoken(port)}: ${named.get(value.slice(1)) ?? spoken(value)}`)
  return [skill, objects.join(', '), manner.length === 0 ? '' : `(${manner.join(', ')})`]
    .filter((part) => part !== '')
    .join(' ')
}

/** The frequent forms of a formula in words; the others as they are written. */
const sayFormula = (formula: string, named: Named): string =>
  formula
    .replaceAll(/\?(\w+)/g, (written, name: string) => named.get(name) ?? written)
    .replaceAll(/not (\w+)\(([^()]*)\)/g, '$2 is not $1')
    .replaceAll(
      /(\w+)\(([^()]*)\) (!?=) /g,
      (_, name: string, of: string, op: string) => `the ${name} of ${of} is ${op === '=' ? '' : 'not '}`,
    )
    .replaceAll(/(\w+)\(([^()]*)\)/g, '$2 is $1')
    .replaceAll('_', ' ')

type Named = ReadonlyMap<string, string>

/** `a cube`, `the red cube`, `the red cube or the can` */
function sayRange(range: string, isType: boolean): string {
  const parts = range.split('|').map((part) => spoken(part.trim()))
  const [first = ''] = parts
  if (isType && parts.length === 1) return `${/^[aeiou]/i.test(first) ? 'an' : 'a'} ${first}`
  return parts.map((part) => `the ${part}`).join(' or ')
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
