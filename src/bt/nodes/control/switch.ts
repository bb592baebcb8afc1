import { ControlNode } from '#bt/node/kinds.js'
import { TreeLogicError } from '#bt/node/errors.js'
import type { NodeSite, TreeNode } from '#bt/node/node.js'
import type { InputPort } from '#bt/node/ports.js'
import type { PortSpec } from '#bt/document.js'
import type { Status } from '#bt/status.js'
import { STRING, type Enums } from '#bt/value/types.js'
import { builtIn, port, type BuiltIn } from '../builtin.js'

/** Runs the child of the first case that matches, else the last child. It does not set itself RUNNING first. */
class Switch extends ControlNode {
  readonly #variable = this.ports.input('variable', STRING)
  readonly #cases: readonly InputPort<string>[]
  /** true when all cases are literals, so only the variable can change the match */
  readonly #literal: boolean
  #seen: string | undefined
  #match = 0
  #running = -1

  constructor(site: NodeSite, children: readonly TreeNode[], cases: readonly string[]) {
    super(site, children)
    this.#cases = cases.map((name) => site.ports.input(name, STRING))
    this.#literal = cases.every((name) => site.ports.key(name) === undefined)
  }

  override halt(): void {
    this.#running = -1
    super.halt()
  }

  protected override tick(): Status {
    const cases = this.#cases.length
    if (this.children.length !== cases + 1) {
      throw new TreeLogicError(
        `${this.label} has ${this.children.length} children; it needs one for each of ${cases} cases and a default`,
      )
    }
    const match = this.#matching()
    if (this.#running !== -1 && this.#running !== match) this.child(this.#running).haltIfRunning()
    const status = this.child(match).executeTick()
    switch (status) {
      case 'RUNNING':
        this.#running = match
        break
      case 'SUCCESS':
      case 'FAILURE':
        this.haltChildren()
        this.#running = -1
        break
      case 'SKIPPED':
        this.#running = -1
        break
    }
    return status
  }

  #matching(): number {
    const variable = this.#variable.tryGet()
    if (variable === undefined) return this.#cases.length
    if (variable === this.#seen && this.#literal) return this.#match
    this.#seen = variable
    this.#match = this.#find(variable)
    return this.#match
  }

  #find(variable: string): number {
    for (let index = 0; index < this.#cases.length; index++) {
      const text = this.#cases[index]?.tryGet()
      if (text !== undefined && sameCase(variable, text, this.ports.enums)) return index
    }
    return this.#cases.length
  }
}

const caseNames = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `case_${index + 1}`)

const text = (name: string): PortSpec => port('in', name, 'string')

function switchOf(count: number, ports = caseNames(count)): BuiltIn {
  const cases = caseNames(count)
  return builtIn(
    {
      kind: 'control',
      id: `Switch${count}`,
      description:
        `Runs one of its children: that of the first of ${count} cases that equals the variable, ` +
        'else the last.',
      ports: [text('variable'), ...ports.map(text)],
    },
    (site, children) => new Switch(site, children, cases),
  )
}

/** Switch2 to Switch6. The ports of Switch6 are in the order in which the reference sends them to Groot2. */
export const switches: readonly BuiltIn[] = [
  switchOf(2),
  switchOf(3),
  switchOf(4),
  switchOf(5),
  switchOf(6, ['case_1', 'case_2', 'case_3', 'case_6', 'case_4', 'case_5']),
]

/**
 * Compares as a Switch does: as texts, else as numbers that differ at most by a rounding error; enum names are numbers.
 */
export function sameCase(a: string, b: string, enums: Enums): boolean {
  if (a === b) return true
  const [left, right] = [numberOf(a, enums), numberOf(b, enums)]
  return left !== undefined && right !== undefined && Math.abs(left - right) <= FLOAT_EPSILON
}

/** The whole text must be a number, with no leading blanks or plus sign. */
const numberOf = (text: string, enums: Enums): number | undefined =>
  enums.get(text) ?? (NUMBER.test(text) ? Number(text) : undefined)

const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
/** the gap between 1 and the next 32-bit float */
const FLOAT_EPSILON = 2 ** -23
