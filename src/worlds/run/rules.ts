import { describeSort } from '../formula/range.js'
import type { SkillRules } from '#twin/domain/rules.js'
import { NONE, valuesOf, type Sort } from '../value.js'
import type { Outcome, Skill } from './skill.js'

/** Returns a skill's rules in human-readable form. */
export function rulesOf(skill: Skill, types: ReadonlyMap<string, Sort>): SkillRules {
  const single = skill.outcomes.length === 1 && skill.outcomes[0]?.each === undefined
  const only = single ? skill.outcomes[0] : undefined
  return {
    name: skill.name,
    text: skill.text,
    ports: skill.ports.map(({ name, sort, text, optional }) => ({
      name,
      takes: describeSort(sort, types),
      optional,
      ...(text === undefined ? {} : { text }),
      ...(sort.kind === 'number' ? {} : { values: valueTexts(sort) }),
    })),
    ...(skill.done === undefined ? {} : { done: skill.done.source }),
    checks: skill.checks.map(({ id, text, holds }) => ({ id, text, holds: holds.source })),
    effect: [...skill.effect.source, ...(only?.change.source ?? [])],
    outcomes: only === undefined ? skill.outcomes.map(outcomeRules) : [],
    ...(skill.observes.length === 0 ? {} : { observes: skill.observes.map(({ source }) => source) }),
    expected: skill.expected.map(({ textSource, holds }) =>
      textSource === undefined ? { holds: holds.source } : { text: textSource, holds: holds.source },
    ),
  }
}

const valueTexts = (sort: Sort): readonly string[] =>
  valuesOf(sort)
    .map(String)
    .filter((value) => value !== NONE)

const outcomeRules = ({ text, each, when, change }: Outcome): SkillRules['outcomes'][number] => ({
  ...(text === undefined ? {} : { text }),
  ...(each === undefined ? {} : { each: each.source }),
  ...(when === undefined ? {} : { when: when.source }),
  effect: change.source,
})
