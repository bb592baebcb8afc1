import type { Champion } from './actor/input.js'
import type { EpisodeRecord, ScoreSheet, Update } from './episode.js'
import { fieldWorked } from './field-score.js'

/**
 * Which tree runs next, and which is the best so far. A pure fold over the episodes of one field, so that a resumed run
 * decides exactly as one that was never interrupted.
 */
export interface Slots {
  /** every tree that has run, with its scores in order */
  readonly tried: ReadonlyMap<string, readonly number[]>
  /** those that did something of the task in some episode (`SlotRules.worked`) */
  readonly working: ReadonlySet<string>
  /** best mean score of a working tree; null before there is one */
  readonly champion: Champion | null
  /** number of consecutive episodes that fell behind the champion */
  readonly fallsInARow: number
}

export interface SlotRules {
  /** a score this far below the champion's mean is a fall (AMB-06) */
  readonly fall: number
  /** whether a score shows that the tree did something of the task; only such a tree can be the champion */
  readonly worked: (sheet: ScoreSheet) => boolean
  /** exactly the paper's Algorithm 1: the latest tree always continues, nothing is rolled back */
  readonly strictAlg1: boolean
}

export const SLOT_RULES: SlotRules = { fall: 15, strictAlg1: false, worked: fieldWorked }

export const noSlots: Slots = { tried: new Map(), working: new Set(), champion: null, fallsInARow: 0 }

/** Adds a finished episode. */
export function record(
  slots: Slots,
  episode: Pick<EpisodeRecord, 'treeHash' | 'score'>,
  rules = SLOT_RULES,
): Slots {
  const fell = isFall(slots, episode, rules)
  const tried = new Map(slots.tried)
  tried.set(episode.treeHash, [...(tried.get(episode.treeHash) ?? []), episode.score.total])
  const working = new Set(slots.working)
  if (rules.worked(episode.score)) working.add(episode.treeHash)
  return { tried, working, champion: best(tried, working), fallsInARow: fell ? slots.fallsInARow + 1 : 0 }
}

/** Whether this episode scored far below the previous champion. The champion itself cannot fall. */
export function isFall(
  slots: Slots,
  episode: Pick<EpisodeRecord, 'treeHash' | 'score'>,
  rules: SlotRules = SLOT_RULES,
): boolean {
  const champion = slots.champion
  if (champion === null || champion.treeHash === episode.treeHash) return false
  return episode.score.total < champion.meanScore - rules.fall
}

/**
 * The slot decision after an episode: continue with the actor's tree, keep this one, or roll back to the champion. A
 * first fall is forgiven when it is explained: the critic names what went wrong, and the actor fixes it or blames only
 * faults of this one execution. A second fall in a row, or an unexplained one, rolls back (docs/adr/0004).
 *
 * @param slots the state AFTER `record`
 */
export function decide(
  slots: Slots,
  proposal: { readonly hash: string; readonly current: string; readonly explained: boolean },
  rules: SlotRules = SLOT_RULES,
): { readonly decision: Update['decision']; readonly nextHash: string } {
  const champion = slots.champion
  const behind = slots.fallsInARow > 0 && champion !== null && champion.treeHash !== proposal.current
  const forgiven = slots.fallsInARow === 1 && proposal.explained
  if (!rules.strictAlg1 && behind && !forgiven)
    return { decision: 'rolled-back', nextHash: champion.treeHash }
  if (proposal.hash === proposal.current) return { decision: 'no-edit', nextHash: proposal.current }
  return { decision: 'edited', nextHash: proposal.hash }
}

function best(tried: ReadonlyMap<string, readonly number[]>, working: ReadonlySet<string>): Champion | null {
  let champion: Champion | null = null
  for (const [hash, scores] of tried) {
    if (!working.has(hash)) continue
    const mean = scores.reduce((sum, value) => sum + value, 0) / scores.length
    if (champion === null || mean > champion.meanScore)
      champion = { treeHash: hash, meanScore: mean, runs: scores.length }
  }
  return champion
}
