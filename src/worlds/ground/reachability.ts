import type { Expr } from '../syntax/ast.js'
import { valuesOf, type Value } from '../value.js'
import { ANYTHING, connected, type Truth } from './cases.js'
import { FALSE, TRUE, type Condition } from './condition-graph.js'
import type { Bindings, FormulaWriter, Grounds } from './grounds.js'

/**
 * `reaches(open_between, ?from, ?to)` as conditions: the closure of a relation by the algorithm of Warshall, for the
 * ways that are known to be and, as its dual, for those that are known not to be.
 */
export function reachesTruth(
  formulas: FormulaWriter,
  grounds: Grounds,
  { args = [] }: Expr & { readonly kind: 'name' },
  bound: Bindings,
): Truth {
  const [relation, from, to] = args
  if (relation?.kind !== 'name' || from === undefined || to === undefined) return ANYTHING
  const [starts, ends] = [formulas.cases(from, bound), formulas.cases(to, bound)]
  const edges = edgesOf(formulas, grounds, relation)
  if (edges === undefined || starts === undefined || ends === undefined) return ANYTHING
  const { graph } = grounds
  const when = (of: 'yes' | 'no') => (): Condition => {
    const closed = closure(grounds, edges, of)
    return graph.any(
      [...starts.of].flatMap(([a, ifA]) =>
        [...ends.of].map(([b, ifB]) => graph.all([ifA, ifB, closed.get(pair(a, b)) ?? FALSE])),
      ),
    )
  }
  return connected(graph, 'and', [{ yes: when('yes'), no: when('no'), exact: edges.exact }])
}

interface Edges {
  readonly nodes: readonly Value[]
  readonly truth: ReadonlyMap<string, Truth>
  readonly exact: boolean
}

function edgesOf(
  formulas: FormulaWriter,
  { vocabulary }: Grounds,
  relation: Expr & { readonly kind: 'name' },
): Edges | undefined {
  const { name, start, end } = relation
  const parameters =
    vocabulary.variables.get(name)?.parameters ?? vocabulary.definition(name, () => undefined)?.parameters
  const [sort] = parameters ?? []
  if (sort === undefined) return undefined
  const nodes = valuesOf(sort)
  if (nodes.length > MOST_NODES) return undefined
  const truth = new Map<string, Truth>()
  for (const a of nodes)
    for (const b of nodes) {
      const names = ['a', 'b'].map((variable): Expr => ({ kind: 'variable', name: variable, start, end }))
      const between = new Map([
        ['a', a],
        ['b', b],
      ])
      truth.set(pair(a, b), formulas.truth({ ...relation, args: names }, between))
    }
  return { nodes, truth, exact: [...truth.values()].every(({ exact }) => exact) }
}

function closure(
  { graph }: Grounds,
  { nodes, truth }: Edges,
  of: 'yes' | 'no',
): ReadonlyMap<string, Condition> {
  const isWay = of === 'yes'
  const found = new Map([...truth].map(([key, edge]) => [key, isWay ? edge.yes() : edge.no()]))
  for (const node of nodes) found.set(pair(node, node), isWay ? TRUE : FALSE)
  const at = (a: Value, b: Value): Condition => found.get(pair(a, b)) ?? FALSE
  for (const over of nodes)
    for (const a of nodes)
      for (const b of nodes) {
        const legs = [at(a, over), at(over, b)]
        const way = isWay ? graph.any([at(a, b), graph.all(legs)]) : graph.all([at(a, b), graph.any(legs)])
        found.set(pair(a, b), way)
      }
  return found
}

const pair = (a: Value, b: Value): string => `${String(a)} ${String(b)}`

const MOST_NODES = 16
