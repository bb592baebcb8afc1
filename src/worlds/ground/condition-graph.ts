import type { State } from './state-codec.js'

/** A node of the graph. */
export type Condition = number

export const FALSE: Condition = 0
export const TRUE: Condition = 1

export type ConditionNode =
  | { readonly kind: 'constant' }
  | { readonly kind: 'is'; readonly fluent: number; readonly value: number }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Condition[] }

/**
 * Conditions without negation on the values of fluents, each of them once: what many skills have in common is evaluated
 * once for a state. A part has a smaller number than what it is a part of.
 */
export class ConditionGraph {
  readonly nodes: ConditionNode[] = [{ kind: 'constant' }, { kind: 'constant' }]
  readonly #known = new Map<string, Condition>()
  #stamps = new Int32Array(0)
  #values = new Uint8Array(0)
  #stamp = 0
  #state: State = new Uint16Array(0)

  is(fluent: number, value: number): Condition {
    return this.#node(`=${fluent},${value}`, () => ({ kind: 'is', fluent, value }))
  }

  all(parts: readonly Condition[]): Condition {
    return this.#joined('all', parts, { neutral: TRUE, decisive: FALSE })
  }

  any(parts: readonly Condition[]): Condition {
    return this.#joined('any', parts, { neutral: FALSE, decisive: TRUE })
  }

  /** Turns to a state: what `holds` says is said of this one. */
  look(state: State): void {
    this.#state = state
    this.#stamp++
    if (this.#stamps.length >= this.nodes.length) return
    this.#stamps = new Int32Array(this.nodes.length * 2)
    this.#values = new Uint8Array(this.nodes.length * 2)
    this.#stamp = 1
  }

  holds(condition: Condition): boolean {
    if (condition <= TRUE) return condition === TRUE
    if (this.#stamps[condition] === this.#stamp) return this.#values[condition] === 1
    const node = this.nodes[condition]
    const value = node !== undefined && node.kind !== 'constant' && this.#evaluate(node)
    this.#stamps[condition] = this.#stamp
    this.#values[condition] = value ? 1 : 0
    return value
  }

  #evaluate(node: Exclude<ConditionNode, { readonly kind: 'constant' }>): boolean {
    if (node.kind === 'is') return this.#state[node.fluent] === node.value
    const decisive = node.kind === 'any'
    for (const part of node.parts) if (this.holds(part) === decisive) return decisive
    return !decisive
  }

  #joined(kind: 'all' | 'any', given: readonly Condition[], { neutral, decisive }: Neutral): Condition {
    const parts = new Set<Condition>()
    const values = new Map<number, number>()
    for (const part of given) {
      if (part === decisive) return decisive
      if (part === neutral) continue
      parts.add(part)
      const node = this.nodes[part]
      if (kind === 'any' || node?.kind !== 'is') continue
      // a fluent has one value at a time
      if ((values.get(node.fluent) ?? node.value) !== node.value) return decisive
      values.set(node.fluent, node.value)
    }
    const [first, second] = parts
    if (first === undefined) return neutral
    if (second === undefined) return first
    const sorted = [...parts].sort((a, b) => a - b)
    return this.#node(`${kind}${sorted.join()}`, () => ({ kind, parts: sorted }))
  }

  #node(key: string, make: () => ConditionNode): Condition {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const condition = this.nodes.push(make()) - 1
    this.#known.set(key, condition)
    return condition
  }
}

interface Neutral {
  readonly neutral: Condition
  readonly decisive: Condition
}
