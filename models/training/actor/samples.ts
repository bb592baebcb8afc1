import { slotsMask, SLOTS, type FieldMap } from '../../../src/base/field-map.js'
import { stream, type Rng } from '../../../src/base/random.js'
import type { TreeDef } from '../../../src/bt/document.js'
import type { NodeLibrary } from '../../../src/bt/library.js'
import type { ActorInput, BlockInfo } from '../../../src/mind/actor/input.js'
import { printReply, type Draft } from '../../../src/mind/actor/language.js'
import { decide } from '../../../src/mind/actor/rules.js'
import { analyse } from '../../../src/mind/actor/situation/analyse.js'
import { compactPrompt } from '../../../src/mind/prompt/compact.js'
import { randomEpisode } from './random-episode.js'
import { randomField } from './random-field.js'
import { randomReport } from './random-report.js'
import { randomTree } from './random-tree.js'

export type Split = 'train' | 'validation' | 'test'

/** Prompts that share their beginning, up to the tree; the trainer computes that beginning once. */
export interface Group {
  readonly prefix: string
  readonly items: readonly Item[]
}

export interface Item {
  readonly suffix: string
  readonly answer: string
  /** one per edit of the answer, or `none`: the score is reported for each */
  readonly kinds: readonly string[]
}

/** A sample before it is cut into prefix and suffix; the evaluation needs the input too. */
export interface Sample extends Item {
  readonly prompt: string
  readonly input: ActorInput
  /** causes whose edits were refused, and the replies that were */
  readonly refused: ReadonlySet<string>
  readonly refusals: readonly { readonly reply: string; readonly text: string }[]
}

export interface Shipped {
  readonly library: NodeLibrary
  readonly subtrees: readonly TreeDef[]
}

export const MAX_EDITS = 2

/** Of this many situations of a tree, the ones with the rarest edits are kept. */
const CHOICE = 3

/**
 * The samples of one tree; the split and the number name the random streams, so no two splits share a draw.
 * @param counts how often each kind of edit was drawn so far; kept up to date here
 */
export function samplesOf(
  shipped: Shipped,
  split: Split,
  tree: number,
  count: number,
  counts: Map<string, number>,
): Sample[] {
  const drawn = situationsOf(shipped, split, tree, count * CHOICE)
  const rarity = (s: Sample): number => Math.min(...s.kinds.map((kind) => counts.get(kind) ?? 0))
  const kept: Sample[] = []
  while (kept.length < count) {
    drawn.sort((a, b) => rarity(a) - rarity(b))
    const next = drawn.shift() as Sample
    for (const kind of next.kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    kept.push(next)
  }
  return kept
}

function situationsOf(shipped: Shipped, split: Split, tree: number, count: number): Sample[] {
  const rng = stream('actor', split, tree)
  const map = randomField(rng, `${split}-${tree}`)
  const doc = randomTree(rng, map, shipped.subtrees)
  const blockInfo = rng.chance(0.3) ? randomFaces(rng, map) : undefined
  const blind = rng.chance(0.12)
  const words = split === 'test' ? 'test' : 'train'
  return Array.from({ length: count }, () => {
    const report = blind ? null : randomReport(rng, map, doc, words)
    return sample(rng, shipped, randomEpisode(rng, map, doc, report, blockInfo, words))
  })
}

/** Cuts samples where their prompts part: behind the tree. */
export function groupsOf(samples: readonly Sample[], atMost: number): Group[] {
  const byPrefix = new Map<string, Item[]>()
  for (const { prompt, answer, kinds } of samples) {
    const cut = prompt.indexOf('\nISSUES:')
    const items = byPrefix.get(prompt.slice(0, cut)) ?? []
    items.push({ suffix: prompt.slice(cut), answer, kinds })
    byPrefix.set(prompt.slice(0, cut), items)
  }
  return [...byPrefix].map(([prefix, items]) => ({ prefix, items: items.slice(0, atMost) }))
}

function sample(rng: Rng, shipped: Shipped, input: ActorInput): Sample {
  const maxEdits = input.report === null ? 1 : MAX_EDITS
  const refused = new Set<string>()
  const refusals: { reply: string; text: string }[] = []
  let situation = analyse(input, refused)
  let drafts = decide(situation, maxEdits)
  if (drafts.length > 0 && rng.chance(0.08)) {
    const blamed = rng.pick(drafts)
    refusals.push({ reply: printReply(drafts), text: rng.pick(REFUSALS) })
    refused.add(blamed.why)
    situation = analyse(input, refused)
    drafts = decide(situation, maxEdits)
  }
  const prompt = compactPrompt({ actor: input, situation, library: shipped.library, maxEdits, refusals }, 0)
  const answer = printReply(drafts)
  return {
    prompt,
    suffix: '',
    answer,
    kinds: drafts.length === 0 ? ['none'] : drafts.map(kindOf),
    input,
    refused,
    refusals,
  }
}

function kindOf(draft: Draft): string {
  if (draft.op === 'insert') return `insert ${draft.node.id}`
  return draft.op === 'setAttr' ? `setAttr ${draft.name}` : draft.op
}

/** The twin's and the validator's words for plans that cannot be. */
const REFUSALS = [
  'MoveToZone then UnloadBlocks: slot 0 of the zone is occupied',
  'RotateBlocks: the gripper holds nothing',
  'LoadBlocks: all cups are taken',
  'the patch changes nothing',
  'MoveCursor: blocks lie in the corridor',
] as const

const randomFaces = (rng: Rng, map: FieldMap): BlockInfo[] =>
  map.zones
    .filter((zone) => zone.kind === 'load')
    .flatMap((zone) => {
      const orange = slotsMask(SLOTS.filter(() => rng.chance(0.5)))
      return SLOTS.map((slot) => ({
        zone: zone.id,
        slot,
        faceUp: orange[slot] === '1' ? ('orange' as const) : ('blue' as const),
        conf: 0.9,
      }))
    })
