import type { Champion } from './actor/input.js'
import type { EpisodeRecord, Update } from './episode.js'
import { SET_DOWN } from './score.js'

/**
 * Which tree runs next, and which one is the best so far. A pure fold over the episodes of one field, so that a
 * resumed run decides exactly as one that was never interrupted.
 */
export interface Slots {
  /** every tree that ran, with its scores in order */
  readonly tried: ReadonlyMap<string, readonly number[]>
  /** those of them that have set down a block, rightly or wrongly, in some episode */
  readonly working: ReadonlySet<string>
  /** best mean score of a working tree; null before there is one */
  readonly champion: Champion | null
  /** how many episodes in a row fell behind the champion */
  readonly fallsInARow: number
}

export interface SlotRules {
  /** a score this far below the champion's mean is a fall (AMB-06) */
  readonly fall: number
  /** the paper's Algorithm 1 to the letter: the last tree always goes on, nothing is rolled back */
  readonly strictAlg1: boolean
}

export const SLOT_RULES: SlotRules = { fall: 15, strictAlg1: false }

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
  if (hasWorked(episode.score)) working.add(episode.treeHash)
  return { tried, working, champion: best(tried, working), fallsInARow: fell ? slots.fallsInARow + 1 : 0 }
}

/**
 * A tree that the twin refuses in its first step scores 0, and one that sets four blocks down the wrong way
 * round less than that. The second has only a rotation to learn; going back to the first would be going back
 * to nothing.
 */
const hasWorked = ({ lines }: Pick<EpisodeRecord['score'], 'lines'>): boolean =>
  lines.length === 0 || lines.some(({ label, count }) => SET_DOWN.has(label) && count > 0)

/** Did this episode end far below what the champion of before it reaches? The champion itself cannot fall. */
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
 * The slot decision after an episode: go on with the actor's tree, keep this one, or go back to the champion. A first
 * fall is forgiven when it is explained: the critic names what went wrong, and the actor cures it or finds in it only
 * faults of this one execution. A second fall in a row, or one that nobody can explain, goes back (docs/adr/0004).
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
