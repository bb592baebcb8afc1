import type { Ms } from '#base/units.js'
import type { NodePath } from './document.js'
import type { Status } from './status.js'

/** One status change of one node, as read by replay, the critic and the report. */
export interface TraceEvent {
  readonly seq: number
  readonly t: Ms
  readonly path: NodePath
  /** registration ID of the node, plus the tree ID for a SubTree: `MoveToZone`, `SubTree:CursorSequence` */
  readonly node: string
  /** input ports as resolved when the node started: `{zone:'1', position:'1'}`; empty for controls */
  readonly args: Readonly<Record<string, string>>
  readonly from: Status
  readonly to: Status
  /** how often this node has started so far in this episode, from 1 */
  readonly attempt: number
  /** why it failed, as given by the leaf */
  readonly reason?: string
}
