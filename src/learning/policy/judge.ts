import type { PolicyEvent } from './events.js'
import { meanRefusals, meanScore, onTrial, type PolicySlots, type TreeRecord } from './fold.js'

export interface PolicyRules {
  /** number of scored episodes in a trial */
  readonly trialEpisodes: number
  /** how far a trial's mean score may be below the good tree's, points */
  readonly tolerance: number
  /** number of starts without a finished episode that ends a trial */
  readonly failedStarts: number
}

export const POLICY_RULES: PolicyRules = { trialEpisodes: 3, tolerance: 5, failedStarts: 3 }

/** The decisions due: trials that have ended. Empty when there is nothing to decide. */
export function judgePolicy(slots: PolicySlots, rules: PolicyRules = POLICY_RULES): readonly PolicyEvent[] {
  // newest first: once it is committed, earlier ones are superseded
  for (const tree of onTrial(slots)) {
    const decision = decisionOn(tree, slots, rules)
    if (decision !== null) return [decision]
  }
  return []
}

/** Chooses the tree that the next run starts with, excluding those in `without`. */
export function chooseTree(
  slots: PolicySlots,
  rules: PolicyRules = POLICY_RULES,
  without: ReadonlySet<string> = new Set(),
): { readonly run: string; readonly why: string } | null {
  const open = onTrial(slots).filter(({ hash }) => !without.has(hash))
  const wanted = open.find(({ author }) => author?.startsWith('operator:') === true)
  if (wanted !== undefined)
    return { run: wanted.hash, why: `${trialText(wanted, rules)}, staged by ${wanted.author}` }
  const bar = barOf(slots, rules)
  const proven = open
    .filter((tree) => (meanScore(tree) ?? -Infinity) >= bar)
    .sort((a, b) => (meanScore(b) ?? 0) - (meanScore(a) ?? 0) || b.order - a.order)
  const next = proven[0] ?? open.find(({ episodes }) => episodes.length === 0)
  if (next !== undefined) return { run: next.hash, why: trialText(next, rules) }
  if (slots.active === null || without.has(slots.active)) return null
  return { run: slots.active, why: 'the last good tree' }
}

function decisionOn(tree: TreeRecord, slots: PolicySlots, rules: PolicyRules): PolicyEvent | null {
  const { hash } = tree
  const back = (cause: string): PolicyEvent => ({ kind: 'rolled-back', hash, by: 'graft', cause })
  if (tree.unhealthy) return back('the service failed its health check while it ran')
  if (tree.failedStarts >= rules.failedStarts)
    return back(`${tree.failedStarts} starts in a row without a finished episode`)
  if (tree.episodes.length < rules.trialEpisodes) return null
  const active = slots.active === null ? undefined : slots.trees.get(slots.active)
  const mean = meanScore(tree) ?? 0
  if (mean < barOf(slots, rules))
    return back(
      `mean score ${say(mean)} of ${tree.episodes.length} episodes, the good tree's is ${say(meanScore(active))}`,
    )
  const refusals = meanRefusals(tree) ?? 0
  const most = meanRefusals(active) ?? Infinity
  if (refusals > most)
    return back(`${say(refusals)} refused commands an episode, the good tree has ${say(most)}`)
  const cause = `mean score ${say(mean)} of ${tree.episodes.length} episodes, before it ${say(meanScore(active))}`
  return { kind: 'committed', hash, cause }
}

/** The lowest mean score that passes a trial. */
function barOf(slots: PolicySlots, rules: PolicyRules): number {
  const good = slots.active === null ? null : meanScore(slots.trees.get(slots.active))
  return good === null ? -Infinity : good - rules.tolerance
}

const trialText = (tree: TreeRecord, { trialEpisodes }: PolicyRules): string =>
  tree.starts === 0
    ? 'staged: its first trial'
    : `on trial: ${tree.episodes.length} of ${trialEpisodes} episodes`

const say = (value: number | null): string => (value === null ? 'unknown' : value.toFixed(1))
