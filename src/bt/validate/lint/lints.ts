import type { Lint } from '../context.js'
import { bothSides } from './both-sides.js'
import { branchCount, keptRunning, skippedCondition } from './branches.js'
import { endlessLoop } from './endless-loop.js'
import { unusedKeys } from './keys.js'
import { literalOntoVariable } from './literal-onto-variable.js'
import { parallelEdges } from './parallel.js'
import { unreachable } from './unreachable.js'
import { valueLocation, warning } from '#bt/problem.js'
import { isPortName } from '#bt/attributes.js'
import { eachNode } from './walk.js'

/** Warns of `go="true"` on a SubTree: it creates the text "true", on which `!go` and `go && …` fail inside. */
const boolLiteral: Lint = (doc) =>
  eachNode(doc, (node) => {
    if (node.kind !== 'subtree') return []
    return Object.entries(node.attrs)
      .filter(([port, text]) => isPortName(port) && /^(true|false)$/i.test(text))
      .map(([port, text]) => {
        const hint = `write ${port}="${/^true$/i.test(text) ? 1 : 0}", or compare inside: ${port} == true`
        return warning(node, 'bt.bool-literal', `${port} is a text inside the SubTree, not a truth value`, {
          where: valueLocation(node, port),
          hint,
        })
      })
  })

/** Warns of a timer before other children of a reactive control: once it ends, the next tick restarts it. */
const timerInReactive: Lint = (doc) =>
  eachNode(doc, (node) => {
    if (node.id !== 'ReactiveSequence' && node.id !== 'ReactiveFallback') return []
    return node.children
      .slice(0, -1)
      .filter(({ id }) => TIMERS.has(id))
      .map((child) =>
        warning(child, 'bt.timer-in-reactive', `${child.id} restarts each time ${node.id} reaches it`, {
          hint: 'make it the last child, or use a Sequence',
        }),
      )
  })

const TIMERS: ReadonlySet<string> = new Set(['Delay', 'Timeout', 'Sleep'])

/** Lints for traps in any tree; silence one by fixing the tree or by omitting its lint. */
export const BT_LINTS: readonly Lint[] = [
  unreachable,
  endlessLoop,
  timerInReactive,
  branchCount,
  skippedCondition,
  keptRunning,
  parallelEdges,
  boolLiteral,
  bothSides,
  literalOntoVariable,
  unusedKeys,
]
