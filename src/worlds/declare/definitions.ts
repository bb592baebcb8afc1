import { compile, compileSet } from '../formula/compile.js'
import { parseFormula } from '../syntax/parse.js'
import { Scope } from '../formula/scope.js'
import type { Term } from '../formula/term.js'
import type { OnCycle, Definition, Vocabulary } from '../formula/vocabulary.js'
import { DATA_LIMITS } from '../limits.js'
import { quote, type Problems, type Source } from '../problems.js'
import type { Entry } from '../shape/composites.js'
import type { Sort } from '../value.js'
import { definitionHeader, type Header } from './header.js'
import { checkNotReserved, reportDuplicateName, type Types } from './types.js'
import type { Variables } from './variables.js'
import type { Bound } from '../syntax/ast.js'

/** Adds the definitions to a domain's vocabulary; each is compiled on first use, or at the end. */
export function declareDefinitions(
  entries: readonly Entry<Source>[],
  known: Types,
  variables: Variables,
  problems: Problems,
): Vocabulary {
  const sources = new Map<string, DefinitionSource>()
  const broken = new Set(variables.broken)
  for (const { key, value } of entries) {
    const header = definitionHeader(key, problems)
    const name = header?.name ?? /\w+/.exec(key.text)?.[0] ?? ''
    const other = existingUse(name, known, variables, sources)
    if (other !== undefined) reportDuplicateName(key, other, problems)
    if (header === undefined || !checkNotReserved({ ...key, text: name }, problems)) broken.add(name)
    else if (other === undefined) sources.set(name, { key, header, body: value })
  }
  const open: string[] = []
  const done = new Map<string, Definition | undefined>()
  const definition = (name: string, circle: OnCycle): Definition | undefined => {
    const written = sources.get(name)
    if (written === undefined || done.has(name)) return done.get(name)
    if (open.includes(name)) {
      circle([...open.slice(open.indexOf(name)), name])
      return undefined
    }
    if (open.length >= DATA_LIMITS.definitions) {
      tooLong(written.key, problems)
      return undefined
    }
    open.push(name)
    const compiled = define(written, vocabulary, problems)
    open.pop()
    done.set(name, compiled)
    return compiled
  }
  const vocabulary: Vocabulary = {
    ...known,
    variables: variables.variables,
    broken,
    definitions: new Set(sources.keys()),
    definition,
  }
  for (const name of sources.keys()) definition(name, () => undefined)
  return vocabulary
}

interface DefinitionSource {
  readonly key: Source
  readonly header: Header<Bound>
  readonly body: Source
}

function define(
  { key, header, body }: DefinitionSource,
  vocabulary: Vocabulary,
  problems: Problems,
): Definition | undefined {
  const names: (readonly [string, Sort | undefined])[] = []
  const inKey = new Scope({ vocabulary, source: key, problems, after: false }, [])
  const errors = problems.errors
  for (const bound of header.parameters) {
    const { name, set } = bound
    if (names.some(([other]) => other === name)) inKey.nameTwice(bound, 'already means something here')
    names.push([name, compileSet(set, inKey)])
  }
  const expr = parseFormula(body, problems)
  const inBody = new Scope({ vocabulary, source: body, problems, after: false }, names)
  const term = expr === undefined ? undefined : compile(expr, inBody)
  if (problems.errors > errors) return undefined
  const parameters = names.flatMap(([, sort]) => (sort === undefined ? [] : [sort]))
  if (term === undefined || parameters.length < names.length) return undefined
  return { name: header.name, parameters, body: term satisfies Term }
}

function tooLong(key: Source, problems: Problems): void {
  problems.error(key.spot, {
    code: 'domain.formula-too-deep',
    message: 'too many definitions use one another in a row',
    expected: `at most ${DATA_LIMITS.definitions}`,
    got: quote(key.text),
  })
}

function existingUse(
  name: string,
  { objects, types }: Types,
  { variables, broken }: Variables,
  sources: ReadonlyMap<string, DefinitionSource>,
): string | undefined {
  if (sources.has(name)) return 'a definition'
  if (variables.has(name) || broken.has(name)) return 'a state variable or constant'
  return objects.has(name) || types.has(name) ? 'a type or an object' : undefined
}
