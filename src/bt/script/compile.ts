import { err, ok, type Result } from '#base/result.js'
import { quirksOf, type Compat, type Quirks } from '../compat.js'
import { Int, type Value } from '../value/value.js'
import { binary, unary } from './eval/arithmetic.js'
import { assignment, badTarget } from './eval/assign.js'
import type { Assignment, ComparisonLink, Expression, ScriptAst } from './ast.js'
import type { ScriptProblem } from './token.js'
import { mistakesOf } from './mistakes.js'
import { comparison, type Link } from './eval/compare.js'
import type { Site } from './eval/error.js'
import { conditional, shortCircuit } from './eval/logic.js'
import { parseScript } from './parse.js'
import { type Run, type ScriptEnv, variable } from './eval/variable.js'

export { ScriptError } from './eval/error.js'
export type { ScriptEnv } from './eval/variable.js'

export interface Script {
  readonly source: string
  readonly ast: ScriptAst
  /**
   * Runs all statements and returns the value of the last one.
   * @throws ScriptError
   */
  run(env: ScriptEnv): Value
}

export interface CompileOptions {
  /** `4.10`, the default, keeps the quirks of BehaviorTree.CPP listed in docs/bt/scripts.md */
  readonly compat?: Compat
}

/** Compiles a script so that it can run any number of times, on any blackboard. */
export function compileScript(
  source: string,
  { compat = '4.10' }: CompileOptions = {},
): Result<Script, readonly ScriptProblem[]> {
  const parsed = parseScript(source)
  if (!parsed.ok) return parsed
  const mistakes = compat === 'strict' ? mistakesOf(parsed.value) : []
  if (mistakes.length > 0) return err(mistakes)
  return ok({
    source,
    ast: parsed.value,
    run: new Compiler(source, quirksOf(compat)).statements(parsed.value),
  })
}

class Compiler {
  readonly #source: string
  readonly #quirks: Quirks

  constructor(source: string, quirks: Quirks) {
    this.#source = source
    this.#quirks = quirks
  }

  statements({ statements }: ScriptAst): Run {
    const runs = statements.map((statement) => this.#run(statement))
    const last = runs.pop() as Run
    if (runs.length === 0) return last
    return (env) => {
      for (const run of runs) run(env)
      return last(env)
    }
  }

  #run(node: Expression): Run {
    switch (node.kind) {
      case 'literal': {
        const { value } = node
        return () => value
      }
      case 'variable':
        return variable(node.name, this.#site(node.at))
      case 'unary':
        return unary(node.operator, this.#run(node.operand), this.#site(node.at, [node.operand]))
      case 'binary': {
        const { operator } = node
        const site = this.#site(node.at, [node.left, node.right])
        if (operator === '&&' || operator === '||') {
          const logical = this.#quirks.noShortCircuit ? binary : shortCircuit
          return logical(operator, this.#run(node.left), this.#run(node.right), site)
        }
        if (operator === '..') return binary(operator, this.#run(node.left), this.#run(node.right), site)
        return binary(operator, this.#number(node.left), this.#number(node.right), site)
      }
      case 'comparison':
        return comparison(
          this.#number(node.first),
          node.links.map((link, index) => this.#link(link, node.links[index - 1]?.operand ?? node.first)),
          this.#quirks.epsilonEquality,
        )
      case 'conditional':
        return conditional(
          this.#run(node.test),
          this.#run(node.yes),
          this.#run(node.no),
          this.#site(node.at, [node.test]),
        )
      case 'assignment':
        return this.#assignment(node)
    }
  }

  #link({ operator, at, operand }: ComparisonLink, left: Expression): Link {
    return { operator, operand: this.#number(operand), site: this.#site(at, [left, operand]) }
  }

  #assignment({ operator, target, value, at }: Assignment): Run {
    if (target.kind !== 'variable') return badTarget(operator, this.#site(at))
    const copies = operator === ':=' || operator === '='
    return assignment(operator, target.name, copies ? this.#run(value) : this.#number(value), this.#site(at))
  }

  /** Compiles an operand whose kind of number is irrelevant: integer literals are converted to doubles in advance. */
  #number(node: Expression): Run {
    if (node.kind !== 'literal' || !(node.value instanceof Int)) return this.#run(node)
    const { number } = node.value
    return Number.isSafeInteger(number) ? () => number : this.#run(node)
  }

  #site(at: number, operands: readonly Expression[] = []): Site {
    const names = operands.flatMap((node) => (node.kind === 'variable' ? [node.name] : []))
    return { source: this.#source, at, names }
  }
}
