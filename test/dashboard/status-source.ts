import { initialStatus } from '#runtime/status/initial-status.js'
import type { TreeNodeStatus } from '#runtime/status/service-status.js'
import { StatusPublisher, type StatusParts } from '#runtime/status/status-publisher.js'

const NODES: readonly (readonly [depth: number, label: string, kind: TreeNodeStatus['kind']])[] = [
  [0, 'Sequence', 'control'],
  [1, 'CursorSequence', 'subtree'],
  [2, 'MoveToShelf', 'action'],
  [2, 'MoveCursor', 'action'],
  [1, 'RetryUntilSuccessful 2', 'decorator'],
  [2, 'Sequence', 'control'],
  [3, 'MoveToZone zone=1', 'action'],
  [3, 'LoadBlocksSequence', 'subtree'],
  [4, 'LowerLift', 'action'],
  [4, 'VacuumOn', 'action'],
  [4, 'CupsHold mask=1111', 'condition'],
  [4, 'RaiseLift', 'action'],
  [3, 'MoveToZone zone=2', 'action'],
  [3, 'UnloadBlocksSequence', 'subtree'],
  [1, 'RetryUntilSuccessful 2', 'decorator'],
  [2, 'Sequence', 'control'],
  [3, 'MoveToZone zone=5', 'action'],
  [3, 'LoadBlocksSequence', 'subtree'],
  [3, 'RotateBlocks mask=0110', 'action'],
  [3, 'MoveToZone zone=6', 'action'],
  [3, 'UnloadBlocksSequence', 'subtree'],
  [1, 'MoveToHome', 'action'],
]

export const HASH = '5f3a9c21'.repeat(8)

/** The tree while the leaf at `running` runs: its ancestors run, what came before is done. */
export function treeParts(running: number): StatusParts['tree'] {
  const path = new Set<number>()
  for (let [i, depth] = [running, Infinity]; i >= 0; i--) {
    const own = NODES[i]?.[0] ?? 0
    if (own < depth) {
      path.add(i)
      depth = own
    }
  }
  return {
    hash: HASH,
    name: 'Main',
    nodes: NODES.map(([depth, label, kind], i) => ({
      path: i === 0 ? '/' : `/${i}`,
      depth,
      label,
      kind,
      status: path.has(i) ? 'RUNNING' : i < running ? (i === 10 ? 'FAILURE' : 'SUCCESS') : 'IDLE',
    })),
  }
}

/** What a service says before anything has happened. */
export const PARTS: StatusParts = initialStatus({ body: 'virtual', pace: 'real', device: null }, 'simulated')

/** A publisher whose time a test sets. */
export function fakePublisher(
  parts: Partial<StatusParts> = {},
  now = (): number => Date.now(),
): StatusPublisher {
  return new StatusPublisher({ now, version: '0.0.0-test', parts: { ...PARTS, ...parts } })
}
