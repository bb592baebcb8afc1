import { maskSlots } from '#base/field-map.js'
import type { Impact, Issue } from '../critic/report.js'
import { tableI } from './table-i.js'

/** How many points an issue of a field costs at most, by the rules of its score. */
export const pointsAtStake = (issue: Issue): number => STAKES[issue.impact]?.(issue) ?? 0

/** blocks of a batch: what a zone holds, and what a journey carries */
const BATCH = 4

const STAKES: Partial<Readonly<Record<Impact, (issue: Issue) => number>>> = {
  // they lie in the zone, and each is counted as wrong instead of right
  orientation: (issue) => ofBlocks(issue, -tableI().incorrect),
  // one that lies beside its zone is counted as outside
  placement: (issue) => ofBlocks(issue, issue.zone === null ? -tableI().outside : 0),
  grasp: (issue) => ofBlocks(issue),
  coverage: (issue) => ofBlocks(issue),
  navigation: (issue) => ofBlocks({ ...issue, mask: null }),
  timing: () => -tableI().overLimit,
  'final-position': () => tableI().home,
  shelf: () => tableI().shelf,
}

/** Blocks that do not count as correct, and the batch that they break. @param penalty of each, beside */
function ofBlocks({ zone, mask }: Pick<Issue, 'zone' | 'mask'>, penalty = 0): number {
  const { correct, fullBatch } = tableI()
  const count = mask === null ? (zone === null ? 1 : BATCH) : maskSlots(mask).length
  return count === 0 ? 0 : count * (correct + penalty) + fullBatch
}
