import type { Lint } from '../context.js'
import { warning } from '#bt/problem.js'
import { continuesAfter, OutcomeTable } from './outcomes.js'
import { eachNode } from './walk.js'

/** Warns of children that are never ticked because an earlier sibling always decides. */
export const unreachable: Lint = (doc) => {
  const table = new OutcomeTable(doc)
  return eachNode(doc, (node) => {
    const go = GO[node.id]
    if (go === undefined) return []
    const wall = node.children.findIndex((child) => !continuesAfter(table.of(child), go))
    const dead = node.children[wall + 1]
    const before = node.children[wall]
    if (wall === -1 || dead === undefined || before === undefined) return []
    const result = go === 'S' ? 'never succeeds' : 'never fails'
    const hint =
      go === 'S' ? 'remove it, or put the two into a Fallback' : 'remove it, or put the two into a Sequence'
    const name = before.kind === 'subtree' ? `SubTree ${before.attrs['ID'] ?? ''}` : before.id
    return [warning(dead, 'bt.unreachable', `never ticked: ${name} before it ${result}`, { hint })]
  })
}

/** the child result with which a control continues to the next child */
const GO: Readonly<Record<string, 'S' | 'F'>> = {
  Sequence: 'S',
  AsyncSequence: 'S',
  SequenceWithMemory: 'S',
  ReactiveSequence: 'S',
  Fallback: 'F',
  AsyncFallback: 'F',
  ReactiveFallback: 'F',
}
