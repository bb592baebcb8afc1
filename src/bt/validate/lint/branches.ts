import type { Lint } from '../context.js'
import { warning } from '#bt/problem.js'
import { eachNode } from './walk.js'

/** Warns of a wrong number of branches: BehaviorTree.CPP creates such controls anyway, and each tick throws. */
export const branchCount: Lint = (doc) =>
  eachNode(doc, (node) => {
    const wanted = wantedChildren(node.id)
    const count = node.children.length
    if (wanted === undefined || (count >= wanted.min && count <= wanted.max)) return []
    const more = {
      expected: wanted.words,
      got: String(count),
      hint: 'put what belongs together into a Sequence',
    }
    return [warning(node, 'bt.branch-count', `${node.id} has ${count} children: each tick fails`, more)]
  })

/** Warns of a condition that may be skipped, which makes IfThenElse and WhileDoElse throw. */
export const skippedCondition: Lint = (doc) =>
  eachNode(doc, (node) => {
    const [condition] = node.children
    if (condition === undefined || (node.id !== 'IfThenElse' && node.id !== 'WhileDoElse')) return []
    if (condition.attrs['_skipIf'] === undefined && condition.attrs['_while'] === undefined) return []
    const hint = 'make it fail instead: _failureIf'
    return [
      warning(condition, 'bt.skipped-condition', `when this condition is skipped, ${node.id} throws`, {
        hint,
      }),
    ]
  })

/** Warns of KeepRunningUntilFailure around a child that may be skipped: it stays RUNNING meanwhile. */
export const keptRunning: Lint = (doc) =>
  eachNode(doc, (node) => {
    const [child] = node.children
    if (node.id !== 'KeepRunningUntilFailure' || child === undefined) return []
    if (child.attrs['_skipIf'] === undefined && child.attrs['_while'] === undefined) return []
    const hint = 'put the condition on KeepRunningUntilFailure itself'
    return [
      warning(child, 'bt.kept-running', 'while this child is skipped, the node around it stays RUNNING', {
        hint,
      }),
    ]
  })

interface Wanted {
  readonly min: number
  readonly max: number
  readonly words: string
}

function wantedChildren(id: string): Wanted | undefined {
  if (id === 'IfThenElse') return { min: 2, max: 3, words: 'condition, then, and perhaps else' }
  if (id === 'WhileDoElse') return { min: 2, max: 3, words: 'condition, do, and perhaps else' }
  const cases = /^Switch([2-6])$/.exec(id)?.[1]
  if (cases === undefined) return undefined
  const children = Number(cases) + 1
  return { min: children, max: children, words: `${cases} cases and the default` }
}
