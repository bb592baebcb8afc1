import type { EpisodeRecord, Update } from './episode.js'

/**
 * The actor's memory H (vrl.txt Algorithm 1: H ← H ∪ {F, R}), one per field configuration (AMB-38). An entry also
 * names the tree that ran and what was changed after it, because a score without its tree teaches nothing (AMB-06).
 */
export interface HistoryEntry {
  readonly episode: number
  readonly treeHash: string
  readonly score: number
  readonly seconds: number
  /** ids of the FINAL report's issues that were not refuted: `orientation@2` */
  readonly issues: readonly string[]
  /** `insert Transfer`, `setAttr mask`: what the actor did next */
  readonly edits: readonly string[]
  readonly decision: Update['decision']
}

export function historyEntry(record: EpisodeRecord): HistoryEntry {
  const final = record.reports.findLast((report) => report.mode === 'final')
  return {
    episode: record.episode,
    treeHash: record.treeHash,
    score: record.score.total,
    seconds: record.facts.operatingSeconds,
    issues: (final?.issues ?? []).filter((issue) => issue.grounded !== 'refuted').map((issue) => issue.id),
    edits: record.update.patch.map(describeEdit),
    decision: record.update.decision,
  }
}

function describeEdit(edit: EpisodeRecord['update']['patch'][number]): string {
  switch (edit.op) {
    case 'insert':
    case 'replaceSubtree':
      return `${edit.op} ${edit.node.id}`
    case 'wrap':
      return `wrap ${edit.with.id}`
    case 'setAttr':
      return `setAttr ${edit.name}`
    case 'remove':
    case 'unwrap':
    case 'move':
      return edit.op
  }
}
