import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { type DataDomain, assemble } from './assemble.js'
import { declareDefinitions } from './declare/definitions.js'
import { lintSkill } from './declare/lint.js'
import { declareGoal, declareSkill } from './declare/skills.js'
import { attributesOf } from './declare/attributes.js'
import { declareTypes, wordsOf } from './declare/types.js'
import { declareVariables } from './declare/variables.js'
import { Problems, type PlaceOf } from './problems.js'
import { domainShape, type DomainShape } from './shape/domain-shape.js'
import { ROOT } from './shape/shape.js'

/**
 * Loads a domain from plain data: types, state variables, constants, definitions, skills and a goal
 * (docs/twin/domains.md). Never throws because of the data; every formula is checked against the declarations, so a
 * domain that loads cannot fail later for a reason that is detectable here.
 * @param data as returned by a YAML or JSON reader
 * @param placeOf maps a path in the data to line and column
 */
export function loadDomain(data: unknown, placeOf: PlaceOf): Result<DataDomain, readonly Diagnostic[]> {
  const problems = new Problems(placeOf)
  const shape = domainShape.read(data, ROOT, problems)
  if (shape === undefined || problems.errors > 0) return err(problems.list())
  const domain = declare(shape, problems)
  return domain === undefined || problems.errors > 0 ? err(problems.list()) : ok(domain)
}

function declare(shape: DomainShape, problems: Problems): DataDomain | undefined {
  const types = declareTypes(shape.types, problems)
  // stop here: unknown names would only repeat the problems with the types
  if (problems.errors > 0) return undefined
  const variables = declareVariables(
    shape.state,
    shape.constants ?? [],
    { ...types, attributes: attributesOf(shape.types) },
    problems,
  )
  const vocabulary = declareDefinitions(shape.definitions ?? [], types, variables, problems)
  const skills = shape.skills.map((entry) => {
    const skill = declareSkill(entry, vocabulary, problems)
    lintSkill(entry, skill, problems)
    return skill
  })
  const goal = shape.goal === undefined ? undefined : declareGoal(shape.goal, vocabulary, problems)
  if (problems.errors > 0) return undefined
  return assemble({
    name: shape.domain.text,
    text: shape.text.text,
    types: types.types,
    initial: variables.initial,
    sorts: variables.sorts,
    skills: skills.filter((skill) => skill !== undefined),
    goal,
    texts: new Map(shape.state.map(({ key, value }) => [/\w+/.exec(key.text)?.[0] ?? '', value.text?.text])),
    vocabulary,
    objects: wordsOf(shape.types),
    definitions: (shape.definitions ?? []).map(({ key, value }) => ({ name: key.text, holds: value.text })),
    warnings: problems.list(),
  })
}
