import type { PolicyEvent } from './events.js'

/** The policy slots of one field. Plain data: equal events give equal slots. */
export interface PolicySlots {
  /** the last good tree; null before the first event */
  readonly active: string | null
  /** every tree that became good and still is, oldest first; the last one is `active` */
  readonly good: readonly string[]
  /** every tree that was proposed or ran */
  readonly trees: ReadonlyMap<string, TreeRecord>
  /** has begun, and neither finished nor failed yet */
  readonly running: string | null
}

export interface TreeRecord {
  readonly hash: string
  readonly author: string | null
  /** increases with every proposal: the newest has the highest */
  readonly order: number
  /** `on-trial`: staged or being tried; `good`: was committed; `rolled-back`: not to be started again */
  readonly state: 'on-trial' | 'good' | 'rolled-back'
  readonly starts: number
  /** consecutive starts without a finished episode */
  readonly failedStarts: number
  readonly unhealthy: boolean
  /** the newest scored episodes, oldest first */
  readonly episodes: readonly { readonly score: number; readonly refusals: number }[]
}

/** number of newest episodes a tree is judged by: older ones were run under other conditions by another critic */
const WINDOW = 10

const noPolicy: PolicySlots = { active: null, good: [], trees: new Map(), running: null }

export const foldPolicy = (events: Iterable<PolicyEvent>): PolicySlots =>
  [...events].reduce(applyPolicy, noPolicy)

export function applyPolicy(slots: PolicySlots, event: PolicyEvent): PolicySlots {
  switch (event.kind) {
    case 'initial':
      return becomeGood(slots, event.hash)
    case 'proposed':
      return proposed(slots, event)
    case 'began':
      return { ...changed(slots, event.hash, (tree) => ({ starts: tree.starts + 1 })), running: event.hash }
    case 'finished':
      return { ...changed(slots, event.hash, (tree) => afterEpisode(tree, event)), running: null }
    case 'start-failed':
      return {
        ...changed(slots, event.hash, (tree) => ({ failedStarts: tree.failedStarts + 1 })),
        running: null,
      }
    case 'health-failure':
      return changed(slots, event.hash, () => ({ unhealthy: true }))
    case 'committed':
      return committed(slots, event.hash)
    case 'rolled-back':
      return changed(slots, event.hash, () => ({ state: 'rolled-back' }))
    case 'returned':
      return returned(slots, event.to)
  }
}

/** Trees staged or on trial, newest first. */
export const onTrial = (slots: PolicySlots): readonly TreeRecord[] =>
  [...slots.trees.values()].filter(({ state }) => state === 'on-trial').sort((a, b) => b.order - a.order)

/** Mean score of a tree; null when it has no scored episode. */
export const meanScore = (tree: TreeRecord | undefined): number | null => mean(tree, ({ score }) => score)
export const meanRefusals = (tree: TreeRecord | undefined): number | null =>
  mean(tree, ({ refusals }) => refusals)

/** A rolled-back tree returns only if a person wants it; an actor that proposes it again has learned nothing. */
function proposed(
  slots: PolicySlots,
  { hash, author }: Extract<PolicyEvent, { kind: 'proposed' }>,
): PolicySlots {
  const known = slots.trees.get(hash)
  if (hash === slots.active) return slots
  if (known?.state === 'rolled-back' && author === 'actor') return slots
  const afresh = { starts: 0, failedStarts: 0, unhealthy: false, episodes: [] } as const
  const again = known?.state === 'on-trial' ? {} : afresh
  const good = slots.good.filter((each) => each !== hash)
  return changed({ ...slots, good }, hash, () => ({
    ...again,
    state: 'on-trial',
    author,
    order: highestOrder(slots) + 1,
  }))
}

/** Supersedes whatever was proposed before the tree that is now good. */
function committed(slots: PolicySlots, hash: string): PolicySlots {
  const order = slots.trees.get(hash)?.order ?? 0
  const trees = mapTrees(slots, (tree) =>
    tree.state === 'on-trial' && tree.order < order ? { ...tree, state: 'rolled-back' } : tree,
  )
  return becomeGood({ ...slots, trees }, hash)
}

/** Discards everything that came after `to`, and everything on trial. */
function returned(slots: PolicySlots, to: string): PolicySlots {
  const at = slots.good.indexOf(to)
  const good = at < 0 ? [] : slots.good.slice(0, at)
  const trees = mapTrees(slots, (tree) =>
    tree.hash === to || good.includes(tree.hash) ? tree : { ...tree, state: 'rolled-back' },
  )
  return becomeGood({ ...slots, good, trees }, to)
}

function becomeGood(slots: PolicySlots, hash: string): PolicySlots {
  const good = [...slots.good.filter((each) => each !== hash), hash]
  return {
    ...changed(slots, hash, () => ({ state: 'good', failedStarts: 0, unhealthy: false })),
    active: hash,
    good,
  }
}

function afterEpisode(
  tree: TreeRecord,
  { score, refusals, scored }: Extract<PolicyEvent, { kind: 'finished' }>,
): Partial<TreeRecord> {
  const episodes = scored ? [...tree.episodes, { score, refusals }].slice(-WINDOW) : tree.episodes
  return { failedStarts: 0, episodes }
}

function changed(
  slots: PolicySlots,
  hash: string,
  change: (tree: TreeRecord) => Partial<TreeRecord>,
): PolicySlots {
  const tree = slots.trees.get(hash) ?? {
    hash,
    author: null,
    order: highestOrder(slots) + 1,
    state: 'on-trial',
    starts: 0,
    failedStarts: 0,
    unhealthy: false,
    episodes: [],
  }
  return { ...slots, trees: new Map(slots.trees).set(hash, { ...tree, ...change(tree) }) }
}

const mapTrees = (slots: PolicySlots, change: (tree: TreeRecord) => TreeRecord): PolicySlots['trees'] =>
  new Map([...slots.trees].map(([hash, tree]) => [hash, change(tree)]))

const highestOrder = (slots: PolicySlots): number =>
  Math.max(0, ...[...slots.trees.values()].map(({ order }) => order))

function mean(
  tree: TreeRecord | undefined,
  of: (episode: TreeRecord['episodes'][number]) => number,
): number | null {
  const values = (tree?.episodes ?? []).map(of)
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
