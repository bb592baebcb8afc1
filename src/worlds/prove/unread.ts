import type { SkillRules } from '#twin/domain/rules.js'
import type { DataDomain } from '../assemble.js'
import { formulasOf, type Task } from '../task/task.js'

/**
 * Names of a world on which nothing depends: a fact that no check, goal or score reads, though skills change it, and a
 * constant or a definition that is declared and never used. Often a rule that was forgotten.
 * @param written the text of the world file, with its sentences for people: these may use a name, too
 */
export function unread(domain: DataDomain, tasks: readonly Task[], written: string): readonly string[] {
  const { rules, vocabulary } = domain
  const formulas = [
    ...rules.skills.flatMap(readBy),
    ...(rules.definitions ?? []).map(({ holds }) => holds),
    ...(rules.goal ?? []).map(({ holds }) => holds),
    ...tasks.flatMap(formulasOf),
  ].join('\n')
  const everywhere = [written, ...tasks.flatMap(formulasOf)].join('\n')
  const facts = [...vocabulary.variables.values()].flatMap(({ name, constants }) => {
    if (constants === undefined)
      return count(name, formulas) > 0 ? [] : [`nothing depends on ${name}: no check, goal or score reads it`]
    return count(name, everywhere) > 1 ? [] : [`nothing uses the constant ${name}`]
  })
  const unused = [...vocabulary.definitions].filter((name) => count(name, everywhere) <= 1)
  return [...facts, ...unused.map((name) => `nothing uses the definition ${name}`)]
}

/** What a skill depends on: neither what it sets, nor what it then expects. */
const readBy = ({ done, checks, effect, outcomes, observes = [] }: SkillRules): readonly string[] => [
  done ?? '',
  ...checks.map(({ holds = '' }) => holds),
  ...[...effect, ...outcomes.flatMap((outcome) => outcome.effect)].map(withoutTarget),
  ...outcomes.flatMap(({ each = '', when = '' }) => [each, when]),
  ...observes,
]

/** An effect without the fact that it sets; what stands in the brackets of that is read. */
const withoutTarget = (effect: string): string =>
  effect.replaceAll(/\w+(?=(?:\((?:[^()]|\([^()]*\))*\))?\s*:=)/g, '')

const count = (name: string, text: string): number =>
  text.match(new RegExp(`(?<![\\w?])${name}(?!\\w)`, 'g'))?.length ?? 0
