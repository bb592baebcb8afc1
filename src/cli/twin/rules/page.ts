import type { DomainRules, SkillRules } from '#twin/domain/rules.js'
import { listNames } from '#worlds/problems.js'
import type { Paint } from '#terminal/paint.js'

/** The rules of one skill, for a terminal. */
export function skillPage(skill: SkillRules, paint: Paint): string {
  const {
    name,
    text,
    askedBy,
    ports,
    done,
    checks,
    effect,
    outcomes,
    fails = [],
    observes = [],
    expected,
  } = skill
  const ids = Math.max(0, ...checks.map(({ id }) => id.length))
  return [
    `${paint.bold(name)}  ${text}`,
    ...(askedBy === undefined ? [] : [`  asked for by ${askedBy.join(', ')}`]),
    ...section(
      'ports',
      ports.map(
        (port) => `${port.name}: ${port.takes}${port.text === undefined ? '' : paint.dim(`  ${port.text}`)}`,
      ),
    ),
    ...section('nothing left to do when', done === undefined ? [] : [done]),
    ...section(
      'checks before',
      checks.flatMap(({ id, text: rule, holds }) => [
        `${paint.bold(id.padEnd(ids))}  ${rule}`,
        ...(holds === undefined ? [] : [`${' '.repeat(ids)}  ${paint.dim(holds)}`]),
      ]),
    ),
    ...section('effect', effect),
    ...outcomes.flatMap((outcome) => section(sayOutcome(outcome), outcome.effect)),
    ...fails.flatMap((outcome) => section(`fails: ${sayOutcome(outcome)}`, outcome.effect)),
    ...section('observes', observes),
    ...section('for whoever runs it', describeMarks(skill)),
    ...section('expected after', expectations(expected, paint)),
    '',
  ].join('\n')
}

/** The definitions that a domain's formulas use. */
export const definitionLines = (definitions: NonNullable<DomainRules['definitions']>, paint: Paint): string =>
  definitions.map(({ name, holds }) => `${paint.bold(name)}  ${paint.dim(holds)}\n`).join('')

/** How the world is at the start, and what a plan is for. */
export function worldPage({ start = [], goal = [] }: DomainRules, paint: Paint): string {
  if (start.length + goal.length === 0) return ''
  return [
    paint.bold('the world'),
    ...section(
      'at the start',
      start.map(({ name, values }) => `${name}  ${paint.dim(listNames(values, MOST_VALUES))}`),
    ),
    ...section('goal', expectations(goal, paint)),
    '',
  ].join('\n')
}

/** A world of many objects is not listed whole. */
const MOST_VALUES = 24

/** `one outcome: held by one of its parts, for each ?p in part, when has_part(?tool, ?p)` */
export function sayOutcome({ text, each, when, chance }: SkillRules['outcomes'][number]): string {
  return [
    `one outcome${text === undefined ? '' : `: ${text}`}`,
    ...(each === undefined ? [] : [`for each ${each}`]),
    ...(when === undefined ? [] : [`when ${when}`]),
    ...(chance === undefined ? [] : [`in ${Math.round(chance * 1000) / 10} % of cases`]),
  ].join(', ')
}

/** What a runtime is to know of a skill, each in a few words. */
export const describeMarks = ({ marks = {} }: SkillRules): string[] => [
  ...(marks.irreversible === true ? ['irreversible: nothing that the robot can do undoes it'] : []),
  ...(marks.manual === true ? ['manual: for a person who drives by hand; no plan uses it'] : []),
  ...(marks.ask === undefined ? [] : [`asks before: ${marks.ask}`]),
  ...(marks.duration === undefined ? [] : [`takes ${marks.duration} s`]),
  ...(marks.by === undefined ? [] : [`done by ${marks.by.join(' or ')}`]),
]

const expectations = (all: SkillRules['expected'], paint: Paint): string[] =>
  all.map(({ text, holds }) => [text, holds].filter((part) => part !== undefined).join(paint.dim('  ·  ')))

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`  ${title}`, ...lines.map((line) => `    ${line}`)]
