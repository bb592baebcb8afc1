import { isNodeTopic } from '#service/recording/topics.js'

/** The part of a Foxglove or Lichtblick layout that is filled in here. */
export interface Layout {
  readonly configById: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly layout: unknown
  readonly [more: string]: unknown
}

const PANEL = 'StateTransitions!tree'

/**
 * The shipped layout with one row per node of the recorded tree, in tree order: only the recording knows which nodes
 * there are.
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
