import type { Ms } from '../base/units.js'
import type { NodePath } from './document.js'
import type { TickStatus } from './status.js'

/**
 * An action that may take many ticks. `start` is called when the node is IDLE, `run` on each later tick while it is
 * RUNNING, `halt` once when its parent stops it while RUNNING. None of them may block, wait or return a promise.
 */
export interface StatefulAction {
  start(ctx: LeafContext): TickStatus
  run(ctx: LeafContext): TickStatus
  halt(ctx: LeafContext): void
}

export interface LeafContext {
  readonly path: NodePath
  now(): Ms
  /** the resolved value of an input port (`{key}` looked up in the blackboard, default applied) */
  input(port: string): string | undefined
  /** writes an output port's blackboard entry */
  output(port: string, value: string): void
  /** says why this tick returns FAILURE; lands in the trace */
  reason(text: string): void
}

export type LeafFactory = () => StatefulAction
