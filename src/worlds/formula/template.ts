import { spotAt, type Problems, type Source } from '../problems.js'
import { formatValue } from '../value.js'
import { compile } from './compile.js'
import { parseFormula } from '../syntax/parse.js'
import type { Scope } from './scope.js'
import type { Env, Term } from './term.js'

/** A sentence with embedded values: `{?item} is at {location(?item)}`. */
export interface Template {
  render(env: Env): string
}

/**
 * Checks a template against the declarations.
 * @param scopeOf the scope for a piece of the text, so that its problems are reported at their location
 * @returns undefined if it has problems; all of them have been reported
 */
export function compileTemplate(
  source: Source,
  problems: Problems,
  scopeOf: (piece: Source) => Scope,
): Template | undefined {
  const parts: (string | Term | undefined)[] = []
  let at = 0
  for (const found of source.text.matchAll(PLACEHOLDER)) {
    parts.push(source.text.slice(at, found.index))
    at = found.index + found[0].length
    const inside = found[1]
    if (found[0] === '{{' || found[0] === '}}') parts.push(found[0].slice(1))
    else if (inside === undefined) parts.push(reportBrace(source, found.index, problems))
    else
      parts.push(
        compilePlaceholder({ text: inside, spot: spotAt(source, found.index + 1) }, problems, scopeOf),
      )
  }
  parts.push(source.text.slice(at))
  if (parts.includes(undefined)) return undefined
  return { render: (env) => parts.map((part) => renderPart(part, env)).join('') }
}

const PLACEHOLDER = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g

function compilePlaceholder(
  piece: Source,
  problems: Problems,
  scopeOf: (piece: Source) => Scope,
): Term | undefined {
  const expr = parseFormula(piece, problems)
  return expr === undefined ? undefined : compile(expr, scopeOf(piece))
}

function reportBrace(source: Source, at: number, problems: Problems): undefined {
  problems.error(spotAt(source, at), {
    code: 'domain.template',
    message: 'this brace has no partner',
    expected: 'a value in braces, such as {?item}',
    got: source.text.slice(at, at + 12),
    hint: 'write {{ for a brace that shall stay one',
  })
  return undefined
}

function renderPart(part: string | Term | undefined, env: Env): string {
  if (part === undefined || typeof part === 'string') return part ?? ''
  return formatValue(part.run(env))
}
