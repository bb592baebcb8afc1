import type { Lint } from '../context.js'
import { warning } from '../problem.js'
import { eachNode } from './walk.js'

/** A timer before other children of a reactive control starts anew with every tick behind its end. */
export const timerInReactive: Lint = (doc) =>
  eachNode(doc, (node) => {
    if (node.id !== 'ReactiveSequence' && node.id !== 'ReactiveFallback') return []
    return node.children
      .slice(0, -1)
      .filter(({ id }) => TIMERS.has(id))
      .map((child) =>
        warning(child, 'bt.timer-in-reactive', `${child.id} starts anew each time ${node.id} comes to it`, {
          hint: 'make it the last child, or use a Sequence',
        }),
      )
  })

const TIMERS: ReadonlySet<string> = new Set(['Delay', 'Timeout', 'Sleep'])
