import type { Diagnostic } from '#base/diagnostic.js'
import { didYouMean } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { PortRules, SkillRules } from '#twin/domain/rules.js'
import type { DataDomain } from '#worlds/assemble.js'
import { Builder } from '#worlds/declare/builder.js'
import { hint, listNames, Problems, quote, suggestion, type PlaceOf } from '#worlds/problems.js'
import type { Test } from '#worlds/run/skill.js'
import { objects, sizeOf, type Sort } from '#worlds/value.js'
import type { Call } from './call.js'
import { LESSON_LIMITS, type Advice, type Lesson } from './lesson.js'

/** A lesson that makes sense in a world: its skills exist, its variables fit, its formulas are of the world. */
export interface ReadyLesson {
  readonly lesson: Lesson
  /** in the order of the slots of its formulas */
  readonly variables: readonly Variable[]
  readonly when: Test
  readonly believe: Test | undefined
}

interface Variable {
  readonly name: string
  readonly values: readonly string[]
}

/**
 * Checks a lesson against a world; fails with every mistake.
 * @param place where a part of the lesson was written; its paths begin at the lesson
 */
export function checkLesson(
  lesson: Lesson,
  domain: DataDomain,
  place: PlaceOf = () => undefined,
): Result<ReadyLesson, readonly Diagnostic[]> {
  const problems = new Problems(place, 'lesson')
  const sorts = Object.entries(lesson.scope).map(
    ([name, range]) => [name, rangeSort(name, range, domain, problems)] as const,
  )
  const names = new Map(sorts)
  for (const [part, call] of partsOf(lesson.advice)) checkCall(part, call, { domain, names, problems })
  const build = new Builder({ vocabulary: domain.vocabulary, problems }, sorts)
  const when = build.test({ text: lesson.when, spot: { path: ['when'] } })
  const { advice } = lesson
  const believe =
    advice.kind === 'believe' ? build.test({ text: advice.formula, spot: { path: ['believe'] } }) : undefined
  checkSize(names, problems)
  if (problems.errors > 0 || when === undefined) return err(problems.list())
  const variables = sorts.map(([name, sort]) => ({
    name,
    values: sort?.kind === 'objects' ? [...sort.of] : [],
  }))
  return ok({ lesson, variables, when, believe })
}

/** The objects that `cube | can` stands for: types and objects joined by |. */
export function rangeValues(range: string, { vocabulary }: DataDomain): readonly string[] | undefined {
  const parts = range.split('|').map((part) => part.trim())
  const values = parts.map((part) => {
    const type = vocabulary.types.get(part)
    if (type?.kind === 'objects') return [...type.of]
    return vocabulary.objects.has(part) ? [part] : undefined
  })
  return values.includes(undefined) ? undefined : [...new Set(values.flatMap((some) => some ?? []))]
}

function rangeSort(name: string, range: string, domain: DataDomain, problems: Problems): Sort | undefined {
  const values = rangeValues(range, domain)
  if (values !== undefined) return objects(values)
  let offset = 0
  for (const part of range.split('|')) {
    const word = part.trim()
    if (rangeValues(word, domain) === undefined) {
      const known = [...domain.vocabulary.types.keys(), ...domain.vocabulary.objects]
      problems.error(
        { path: ['for', name], offset: offset + part.length - part.trimStart().length },
        {
          code: 'lesson.unknown-type',
          message: `there is neither a type nor an object ${quote(word)}`,
          expected: listNames(domain.vocabulary.types.keys()),
          got: quote(word),
          ...hint(suggestion(didYouMean(word, known))),
        },
      )
    }
    offset += part.length + 1
  }
  return undefined
}

const partsOf = (advice: Advice): readonly (readonly [part: string, call: Call])[] => {
  switch (advice.kind) {
    case 'avoid':
      return [['avoid', advice.call]]
    case 'prefer':
      return [['prefer', advice.call], ...(advice.over === undefined ? [] : [['over', advice.over] as const])]
    case 'first':
      return [
        ['first', advice.call],
        ['before', advice.before],
      ]
    case 'believe':
      return []
  }
}

interface Inside {
  readonly domain: DataDomain
  readonly names: ReadonlyMap<string, Sort | undefined>
  readonly problems: Problems
}

function checkCall(part: string, { skill, args }: Call, inside: Inside): void {
  const { domain, problems } = inside
  const rules = domain.rules.skills.find(({ name }) => name === skill)
  if (rules === undefined) {
    problems.error(
      { path: [part] },
      {
        code: 'lesson.unknown-skill',
        message: `${domain.name} has no skill ${quote(skill)}`,
        expected: listNames(domain.skills),
        got: quote(skill),
        ...hint(suggestion(didYouMean(skill, domain.skills))),
      },
    )
    return
  }
  for (const [port, value] of Object.entries(args)) checkArgument(part, [port, value], rules, inside)
}

function checkArgument(
  part: string,
  [port, value]: readonly [string, string],
  { name, ports }: SkillRules,
  { names, problems }: Inside,
): void {
  const rule = ports.find((one) => one.name === port)
  if (rule === undefined) {
    const known = ports.map((one) => one.name)
    problems.error(
      { path: [part] },
      {
        code: 'lesson.unknown-port',
        message: `${name} has no parameter ${quote(port)}`,
        expected: listNames(known),
        got: quote(port),
        ...hint(suggestion(didYouMean(port, known))),
      },
    )
    return
  }
  if (value.startsWith('?') && !names.has(value.slice(1))) {
    problems.error(
      { path: [part] },
      {
        code: 'lesson.unknown-name',
        message: `nothing says what ${value} stands for`,
        expected: listNames([...names.keys()].map((one) => `?${one}`)),
        got: value,
        hint: `add ${value.slice(1)}: and a type under for:`,
      },
    )
    return
  }
  const odd = unfitting(value, rule, names)
  if (odd.length > 0)
    problems.error(
      { path: [part] },
      {
        code: 'lesson.argument-type',
        message: `${port} of ${name} cannot be ${listNames(odd, 4)}`,
        expected: rule.takes,
        got: value,
      },
    )
}

/** The values of an argument that its port does not take. */
function unfitting(value: string, { values }: PortRules, names: Inside['names']): readonly string[] {
  const sort = value.startsWith('?') ? names.get(value.slice(1)) : undefined
  const given = sort?.kind === 'objects' ? [...sort.of] : value.startsWith('?') ? [] : [value]
  if (values === undefined) return given.filter((one) => !/^-?\d+$/.test(one))
  return given.filter((one) => !values.includes(one))
}

function checkSize(names: Inside['names'], problems: Problems): void {
  const size = [...names.values()].reduce(
    (product, sort) => product * (sort === undefined ? 1 : sizeOf(sort)),
    1,
  )
  if (size <= LESSON_LIMITS.bindings) return
  problems.error(
    { path: ['for'] },
    {
      code: 'lesson.too-wide',
      message: 'the variables stand for too many combinations of objects',
      expected: `at most ${LESSON_LIMITS.bindings}`,
      got: String(size),
      hint: 'name smaller types, or fewer variables',
    },
  )
}
