import { stream, type Rng } from '#base/random.js'
import type { TreeDef, TreeDoc } from '#bt/document.js'
import { NodeLibrary } from '#bt/library.js'
import { labelTree } from '#learning/field/actor/address.js'
import { carryOver } from '#learning/actor/carry-over.js'
import type { ActorInput, BlockInfo } from '#learning/field/actor/contract.js'
import type { Draft } from '#learning/field/actor/language.js'
import { resolvePatch } from '#learning/field/actor/resolve.js'
import { analyse } from '#learning/field/actor/situation/analyse.js'
import type { Progress } from '#learning/field/actor/situation/finding.js'
import { Appraiser } from '#lab/bench/actor/appraiser.js'
import { compactPrompt } from '#learning/field/actor/prompt/compact.js'
import { randomSetup } from '../engine/fields.js'
import { SPLITS, type SplitName } from '../engine/splits.js'
import { randomTree, treeFor } from '../engine/trees.js'
import { kindOf, labelOf, type Label } from './search/label.js'
import { inventedHistory } from './situations/history.js'
import { realScenario, type Scenario } from './situations/scenario.js'
import { reportOf } from './situations/report.js'
import { symbolicScenario } from './situations/symbolic.js'
import { SLOTS } from '#base/field-map.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { readFileSync } from 'node:fs'
import { must } from '#base/result.js'
import { parseTree } from '#bt/xml/parse.js'
import { readNodesModel } from '#bt/xml/read-model.js'

export interface Shipped {
  readonly library: NodeLibrary
  readonly subtrees: readonly TreeDef[]
}

/** One prompt of the product with the best edit that the search found. */
export interface Sample {
  readonly scenario: Scenario
  readonly input: ActorInput
  readonly progress: Progress
  readonly refusals: readonly { readonly reply: string; readonly text: string }[]
  readonly prompt: string
  readonly label: Label
  /** the edit of the answer, or `none` */
  readonly kind: string
}

export interface SampleOptions {
  /** situations of one tree before any edit, and of the same tree some edits later */
  readonly first: number
  readonly later: number
  /** episodes that each candidate is played for */
  readonly runs: number
  /** share of the scenarios that the real runtime plays; the others are symbolic */
  readonly real: number
}

/** Of this many situations, the ones whose edits are rarest so far are kept. */
const CHOICE = 2
const MOST_EDITS = 12

export interface SampleTerms {
  readonly tree: number
  readonly options: SampleOptions
  readonly counts: Map<string, number>
}

/**
 * The samples of one tree: a field, a tree, one episode; then several reports about it, and some edits later again. The
 * split and the number name the random streams, so no two splits share a draw.
 * @param counts how often each kind of edit was drawn so far; kept up to date here
 */
export async function samplesOf(
  shipped: Shipped,
  split: SplitName,
  { tree, options, counts }: SampleTerms,
): Promise<Sample[]> {
  const rng = stream('actor', split, tree)
  const setup = randomSetup(rng, rng.pick(SPLITS[split].families), `${split}-${tree}`)
  const doc = rng.chance(NATURAL)
    ? treeFor(rng, setup, shipped.subtrees)
    : randomTree(rng, setup.map, shipped.subtrees)
  const { wording } = SPLITS[split]
  const scenario = rng.chance(options.real)
    ? await realScenario(setup, doc, SPLITS[split].seeds[0] + tree)
    : symbolicScenario(rng, setup, doc, wording)
  const appraiser = new Appraiser({ setup, library: shipped.library, seed: tree })
  const drawer = new Drawer({ rng, shipped, scenario, appraiser, counts, wording, runs: options.runs })
  return [...drawer.draw(options.first, NO_EDITS), ...drawer.later(options.later)]
}

/** trees as a policy meets them on its way; the others have every defect that there is */
const NATURAL = 0.45
const BLOCK_INFO = 0.45
const BLIND = 0.08
const REFUSED = 0.06

/** Edits of the patch so far, and the tree that they led to. */
interface Progressed {
  readonly doc: TreeDoc | null
  readonly patch: ActorInput['history'][number]['patch']
}

const NO_EDITS: Progressed = { doc: null, patch: [] }

interface Ground {
  readonly rng: Rng
  readonly shipped: Shipped
  readonly scenario: Scenario
  readonly appraiser: Appraiser
  readonly counts: Map<string, number>
  readonly wording: 'train' | 'test'
  readonly runs: number
}

class Drawer {
  readonly #ground: Ground
  readonly #blockInfo: readonly BlockInfo[] | undefined

  constructor(ground: Ground) {
    this.#ground = ground
    const { rng, scenario } = ground
    this.#blockInfo = rng.chance(BLOCK_INFO) ? blockInfoOf(rng, scenario.setup) : undefined
  }

  draw(count: number, after: Progressed): Sample[] {
    const drawn = Array.from({ length: count * CHOICE }, () => this.#sample(this.#situation(after)))
    const { counts } = this.#ground
    const rarity = ({ kind }: Sample): number => counts.get(kind) ?? 0
    return Array.from({ length: count }, () => {
      drawn.sort((a, b) => rarity(a) - rarity(b))
      const next = drawn.shift() as Sample
      counts.set(next.kind, rarity(next) + 1)
      return next
    })
  }

  /** The patch goes on edit by edit along the best edits for one report; then others' reports at some step of it. */
  later(count: number): Sample[] {
    let { input, progress } = this.#situation(NO_EDITS)
    const chain: Progressed[] = []
    let patch: Progressed['patch'] = []
    while (chain.length < MOST_EDITS) {
      const label = this.#label(input, progress)
      if (label.best === null) break
      const resolved = this.#resolve(input, label.best.draft)
      if (resolved === null) break
      patch = [...patch, ...resolved.patch]
      chain.push({ doc: resolved.doc, patch })
      input = carryOver(input, resolved.doc, resolved.patch)
      progress = { ...progress, done: new Set([...progress.done, label.best.draft.why]) }
    }
    return chain.length === 0 ? [] : this.draw(count, this.#ground.rng.pick(chain))
  }

  #situation(after: Progressed): { input: ActorInput; progress: Progress } {
    const { setup, doc, truth, trace, score } = this.#ground.scenario
    const blind = this.#ground.rng.chance(BLIND) && after.doc === null
    const report = blind
      ? null
      : reportOf(this.#ground.rng, { map: setup.map, doc, truth, wording: this.#ground.wording })
    const history = inventedHistory(this.#ground.rng, report)
    const best = Math.max(-100, ...history.map((entry) => entry.score))
    const first: ActorInput = {
      tree: doc,
      report,
      score,
      trace,
      history,
      champion: history.length > 0 ? { treeHash: '', meanScore: best, runs: 1 } : null,
      map: setup.map,
      ...(this.#blockInfo ? { blockInfo: this.#blockInfo } : {}),
    }
    const input = after.doc === null ? first : carryOver(first, after.doc, after.patch)
    const progress = { done: new Set(after.patch.map(({ because }) => because)), refused: new Set<string>() }
    return { input, progress }
  }

  /** Sometimes the twin has refused the best edit, and the next best is asked for. */
  #sample({ input, progress }: { input: ActorInput; progress: Progress }): Sample {
    const label = this.#label(input, progress)
    if (label.best === null || !this.#ground.rng.chance(REFUSED))
      return this.#sampleFor(input, progress, label, [])
    const refused = { ...progress, refused: new Set([...progress.refused, label.best.draft.why]) }
    const refusals = [{ reply: label.answer, text: this.#ground.rng.pick(REFUSALS) }]
    return this.#sampleFor(input, refused, this.#label(input, refused), refusals)
  }

  #sampleFor(input: ActorInput, progress: Progress, label: Label, refusals: Sample['refusals']): Sample {
    const situation = analyse(input, progress)
    const { library } = this.#ground.shipped
    const prompt = compactPrompt({ actor: input, situation, library, maxEdits: 1, refusals }, 0)
    const { scenario } = this.#ground
    return { scenario, input, progress, refusals, prompt, label, kind: kindOf(label.best?.draft) }
  }

  #label(input: ActorInput, progress: Progress): Label {
    const { appraiser, shipped, runs } = this.#ground
    return labelOf(input, analyse(input, progress), { appraiser, library: shipped.library, runs })
  }

  #resolve(input: ActorInput, draft: Draft) {
    const resolved = resolvePatch(input.tree, labelTree(input.tree), [draft], this.#ground.shipped.library)
    return resolved.ok ? resolved.value : null
  }
}

/** The twin's and the validator's words for plans that cannot be. */
const REFUSALS = [
  'MoveToZone then UnloadBlocks: slot 0 of the zone is occupied',
  'RotateBlocks: the gripper holds nothing',
  'LoadBlocks: all cups are taken',
  'the patch changes nothing',
  'MoveCursor: blocks lie in the corridor',
] as const

/** BlockInfo as the product reads it from the first picture: right, with the odd slot that could not be told. */
export const blockInfoOf = (rng: Rng, { orange }: FieldSetup): BlockInfo[] =>
  [...orange].flatMap(([zone, mask]) =>
    SLOTS.map((slot) => {
      const unclear = rng.chance(0.02)
      const faceUp = unclear ? 'unknown' : mask[slot] === '1' ? 'orange' : 'blue'
      return { zone, slot, faceUp, conf: unclear ? 0.3 : 0.9 }
    }),
  )

/** The node library and the subtrees that the product ships: the model learns exactly these. */
export function readShipped(): Shipped {
  const file = (name: string): string => new URL(`../../../bt/${name}`, import.meta.url).pathname
  const text = (name: string): string => readFileSync(file(name), 'utf8')
  const library = new NodeLibrary(must(readNodesModel(text('nodes.xml'), 'bt/nodes.xml'), 'bt/nodes.xml'))
  const load = (): string => text('subtrees.xml')
  const doc = must(
    parseTree(text('initial.xml'), { file: 'bt/initial.xml', library, load }),
    'bt/initial.xml',
  )
  return { library, subtrees: doc.trees.filter((tree) => tree.id !== doc.main) }
}
