import { describeSort } from '../formula/range.js'
import type { DomainRules, SkillRules } from '#twin/domain/rules.js'
import { formatValue, NONE, valuesOf, type Fluents, type Sort } from '../value.js'
import type { Expected, Marks, Outcome, Skill } from './skill.js'

/** Returns a skill's rules in human-readable form. */
export function rulesOf(skill: Skill, types: ReadonlyMap<string, Sort>): SkillRules {
  const single =
    skill.outcomes.length === 1 &&
    skill.outcomes[0]?.each === undefined &&
    skill.outcomes[0]?.chance === undefined
  const only = single ? skill.outcomes[0] : undefined
  return {
    name: skill.name,
    text: skill.text,
    ports: skill.ports.map(({ name, sort, text, omitted, isManner }) => ({
      name,
      takes: describeSort(sort, types),
      optional: omitted !== undefined,
      ...(isManner ? { default: String(omitted) } : {}),
      ...(text === undefined ? {} : { text }),
      ...(sort.kind === 'number' ? {} : { values: valueTexts(sort) }),
    })),
    ...(skill.done === undefined ? {} : { done: skill.done.source }),
    checks: skill.checks.map(({ id, text, holds }) => ({ id, text, holds: holds.source })),
    effect: [...skill.effect.source, ...(only?.change.source ?? [])],
    outcomes: only === undefined ? skill.outcomes.map(outcomeRules) : [],
    ...(skill.fails.length === 0 ? {} : { fails: skill.fails.map(outcomeRules) }),
    ...markRules(skill.marks),
    ...(skill.observes.length === 0 ? {} : { observes: skill.observes.map(({ source }) => source) }),
    expected: skill.expected.map(expectedRules),
  }
}

export const expectedRules = ({
  textSource,
  holds,
}: Expected): { readonly text?: string; readonly holds: string } =>
  textSource === undefined ? { holds: holds.source } : { text: textSource, holds: holds.source }

/** How the world is at the start: by state variable, the objects with their values, or the one value of all. */
export function startRules(
  initial: Fluents,
  texts: ReadonlyMap<string, string | undefined>,
): NonNullable<DomainRules['start']> {
  return [...texts].map(([name, text]) => {
    const own = [...initial].filter(([fact]) => fact === name || fact.startsWith(`${name}(`))
    const same = own.every(([, value]) => value === own[0]?.[1])
    const values = own.map(([fact, value]) =>
      fact === name ? formatValue(value) : `${fact.slice(name.length + 1, -1)}: ${formatValue(value)}`,
    )
    const all = own.length > 1 && same ? [`${formatValue(own[0]?.[1] ?? '')} for all`] : values
    return { name, ...(text === undefined ? {} : { text }), values: all }
  })
}

const valueTexts = (sort: Sort): readonly string[] =>
  valuesOf(sort)
    .map(String)
    .filter((value) => value !== NONE)

function markRules({ irreversible, manual, askSource, duration, by }: Marks): Pick<SkillRules, 'marks'> {
  const marks = {
    ...(irreversible ? { irreversible } : {}),
    ...(manual ? { manual } : {}),
    ...(askSource === undefined ? {} : { ask: askSource }),
    ...(duration === undefined ? {} : { duration: duration.source }),
    ...(by === undefined ? {} : { by: valueTexts(by) }),
  }
  return Object.keys(marks).length === 0 ? {} : { marks }
}

const outcomeRules = ({ text, each, when, chance, change }: Outcome): SkillRules['outcomes'][number] => ({
  ...(text === undefined ? {} : { text }),
  ...(each === undefined ? {} : { each: each.source }),
  ...(when === undefined ? {} : { when: when.source }),
  ...(chance === undefined ? {} : { chance }),
  effect: change.source,
})
