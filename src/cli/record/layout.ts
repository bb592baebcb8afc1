import { isNodeTopic } from '#service/recording/topics.js'

/** As much of a layout of Foxglove and Lichtblick as is filled in here. */
export interface Layout {
  readonly configById: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly layout: unknown
  readonly [more: string]: unknown
}

const PANEL = 'StateTransitions!tree'

/**
 * The shipped layout with a row for each node of the tree that one recording holds, in the tree's order:
 * which nodes there are, only the recording knows.
 */
export function layoutFor(shipped: Layout, topics: readonly string[]): Layout {
  const panel = shipped.configById[PANEL] ?? {}
  const fixed = Array.isArray(panel['paths']) ? (panel['paths'] as readonly unknown[]) : []
  const nodes = topics
    .filter(isNodeTopic)
    .sort()
    .map((topic) => ({
      value: `${topic}.status`,
      label: topic.slice('/bt/'.length),
      timestampMethod: 'receiveTime',
    }))
  return {
    ...shipped,
    configById: { ...shipped.configById, [PANEL]: { ...panel, paths: [...fixed, ...nodes] } },
  }
}
