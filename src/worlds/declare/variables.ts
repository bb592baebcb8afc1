import { sortFrom, sortOf } from '../formula/range.js'
import type { Variable } from '../formula/vocabulary.js'
import { DATA_LIMITS } from '../limits.js'
import { listNames, spotAt, type Problems, type Source, type Spot } from '../problems.js'
import type { Entry } from '../shape/composites.js'
import type { ConstantShape, Initial, VariableShape } from '../shape/domain-shape.js'
import { factName, objects, sizeOf, type Sort, type Value } from '../value.js'
import { variableHeader } from './header.js'
import { attributeValues, reportUndeclared, type Attributes } from './attributes.js'
import { initialValues, type Declared } from './initial.js'
import { checkNotReserved, reportDuplicateName, type Types } from './types.js'

export interface Variables {
  readonly variables: ReadonlyMap<string, Variable>
  /** the initial value of every fact, in file order */
  readonly initial: ReadonlyMap<string, Value>
  /** the possible values of each fact */
  readonly sorts: ReadonlyMap<string, Sort>
  /** names with a faulty declaration */
  readonly broken: ReadonlySet<string>
}

/** Declares state variables and constants, with the value of every fact. */
export function declareVariables(
  state: readonly Entry<VariableShape>[],
  constants: readonly Entry<ConstantShape>[],
  { attributes, ...known }: Types & { readonly attributes: Attributes },
  problems: Problems,
): Variables {
  const variables = new Map<string, Variable>()
  const initial = new Map<string, Value>()
  const sorts = new Map<string, Sort>()
  const broken = new Set<string>()
  let fluents = 0
  const declare = (key: Source, is: Source, values: Initial | undefined, constant: boolean): void => {
    const errors = problems.errors
    const found = declaration(key, is, known, problems)
    const name = found?.name ?? /\w+/.exec(key.text)?.[0] ?? ''
    if (variables.has(name) || broken.has(name))
      reportDuplicateName(key, 'a state variable or constant', problems)
    else if (known.objects.has(name) || known.types.has(name))
      reportDuplicateName(key, 'a type or an object', problems)
    const more = found === undefined ? 0 : found.parameters.reduce((total, sort) => total * sizeOf(sort), 1)
    if (fluents + more > DATA_LIMITS.fluents) tooMany(key, fluents + more, problems)
    else if (found !== undefined) {
      fluents += more
      const spot = { path: [...key.spot.path, constant ? 'values' : 'start'] }
      const given = constant
        ? attributeValues(found, attributes, known.types, problems)
        : new Map<string, Value>()
      const wanted = { ...found, types: known.types, mayBeUnknown: !constant }
      const entries = allValues(values, given, wanted, { key, spot, problems })
      const named = entries.map(([args, value]) => [factName(name, args), value] as const)
      if (constant) variables.set(name, { ...found, constants: new Map(named) })
      else {
        variables.set(name, { ...found, constants: undefined })
        for (const [fact, value] of named) {
          initial.set(fact, value)
          sorts.set(fact, found.sort)
        }
      }
    }
    if (problems.errors === errors) return
    broken.add(name)
    variables.delete(name)
  }
  const names = constants.map(({ key }) => /\w+/.exec(key.text)?.[0] ?? '')
  reportUndeclared(attributes, names, problems)
  for (const { key, value } of constants) declare(key, value.is, value.values, true)
  for (const { key, value } of state) declare(key, value.is, value.start, false)
  return { variables, initial, sorts, broken }
}

interface Site {
  readonly key: Source
  readonly spot: Spot
  readonly problems: Problems
}

/** The values under `values:` or `start:`, together with those that stand with the objects themselves. */
function allValues(
  values: Initial | undefined,
  given: ReadonlyMap<string, Value>,
  wanted: Declared,
  { key, spot, problems }: Site,
): ReturnType<typeof initialValues> {
  const own = [...given].map(([object, value]) => [[object], value] as const)
  const [first] = wanted.parameters
  const left = first?.kind === 'objects' ? [...first.of].filter((object) => !given.has(object)) : []
  if (given.size > 0 && left.length === 0 && values === undefined) return own
  if (values !== undefined) {
    const rest = given.size === 0 ? wanted : { ...wanted, parameters: [objects(left)] }
    return [...own, ...initialValues(values, rest, spot, problems)]
  }
  problems.error(key.spot, {
    code: 'domain.missing',
    message:
      given.size === 0
        ? `${wanted.name} has no "values"`
        : `${wanted.name} has no value for ${listNames(left, 6)}`,
    expected: 'values:, or a value with each object under types:',
    got: given.size === 0 ? 'nothing' : `${left.length} without one`,
  })
  return own
}

function declaration(
  key: Source,
  is: Source,
  { types }: Types,
  problems: Problems,
): Pick<Variable, 'name' | 'parameters' | 'sort'> | undefined {
  const header = variableHeader(key, problems)
  const sort = sortFrom(is, types, problems)
  if (header === undefined || sort === undefined) return undefined
  if (!checkNotReserved({ ...key, text: header.name }, problems)) return undefined
  const parameters = header.parameters.map((parameter) => {
    const found = sortOf(parameter, types, (at, finding) => problems.error(spotAt(key, at.start), finding))
    if (found === undefined || found.kind === 'objects') return found
    problems.error(spotAt(key, parameter.start), {
      code: 'domain.parameter-type',
      message: `${header.name} can only take objects`,
      expected: 'names of types',
      got: key.text.slice(parameter.start, parameter.end),
    })
    return undefined
  })
  const good = parameters.filter((parameter) => parameter !== undefined)
  return good.length < parameters.length ? undefined : { name: header.name, parameters: good, sort }
}

function tooMany(key: Source, fluents: number, problems: Problems): void {
  problems.error(key.spot, {
    code: 'domain.too-many',
    message: 'the domain has too many facts: state variables with their objects filled in',
    expected: `at most ${DATA_LIMITS.fluents}`,
    got: String(fluents),
  })
}
