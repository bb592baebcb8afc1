import type { Lint } from '../context.js'
import { valueLocation, warning } from '#bt/problem.js'
import { OutcomeTable } from './outcomes.js'
import { eachNode, numberOf } from './walk.js'

/** Warns of an unbounded loop around a child that never returns RUNNING: BehaviorTree.CPP's tickOnce hangs. */
export const endlessLoop: Lint = (doc) => {
  const table = new OutcomeTable(doc)
  return eachNode(doc, (node) => {
    const loop = LOOPS[node.id]
    const [child] = node.children
    const count = loop === undefined ? undefined : numberOf(node, loop.port)
    if (loop === undefined || child === undefined || count === undefined || count >= 0) return []
    const outcomes = table.of(child)
    if (outcomes.has('R')) return []
    const ends = outcomes.has(loop.end) ? '' : ' and nothing ends it'
    const hint = `give ${loop.port} a number, or put something inside that takes time`
    return [
      warning(node, 'bt.endless-loop', `${node.id} loops without ever yielding${ends}`, {
        where: valueLocation(node, loop.port),
        hint,
      }),
    ]
  })
}

const LOOPS: Readonly<Record<string, { readonly port: string; readonly end: 'S' | 'F' }>> = {
  Repeat: { port: 'num_cycles', end: 'F' },
  RetryUntilSuccessful: { port: 'num_attempts', end: 'S' },
}
