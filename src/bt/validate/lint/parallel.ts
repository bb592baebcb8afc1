import type { Lint } from '../context.js'
import { valueLocation, warning } from '#bt/problem.js'
import { OutcomeTable } from './outcomes.js'
import { eachNode, numberOf } from './walk.js'

/**
 * Warns of Parallel's edge cases: SUCCESS when all children are skipped, immediate failure with failure_count 0,
 * exceptions from thresholds that are too high.
 */
export const parallelEdges: Lint = (doc) => {
  const table = new OutcomeTable(doc)
  return eachNode(doc, (node) => {
    if (node.id !== 'Parallel') return []
    const successes = numberOf(node, 'success_count', -1)
    const failures = numberOf(node, 'failure_count', 1)
    const skippable = node.children.every(
      ({ attrs }) => attrs['_skipIf'] !== undefined || attrs['_while'] !== undefined,
    )
    const found = []
    if (successes !== undefined && successes < 0 && node.children.length > 0 && skippable) {
      if (node.children.every((child) => table.of(child).has('K'))) {
        const hint = 'write success_count as a positive number, then it is SKIPPED'
        found.push(
          warning(node, 'bt.parallel-skipped', 'Parallel succeeds when all its children are skipped', {
            hint,
          }),
        )
      }
    }
    if (failures === 0) {
      const more = { where: valueLocation(node, 'failure_count'), hint: 'write 1 or more' }
      found.push(
        warning(
          node,
          'bt.parallel-zero',
          'Parallel fails after its first child, whatever that returns',
          more,
        ),
      )
    }
    for (const [port, count] of [
      ['success_count', successes],
      ['failure_count', failures],
    ] as const) {
      if (count === undefined || count <= node.children.length) continue
      const more = {
        where: valueLocation(node, port),
        got: String(count),
        expected: `at most ${node.children.length}`,
      }
      found.push(
        warning(node, 'bt.threshold', `${port} is above the number of children: each tick fails`, more),
      )
    }
    return found
  })
}
