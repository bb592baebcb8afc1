import { InvariantError, must } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import { treeHash } from '#bt/xml/write.js'
import { expectedScore } from '#forecast/index.js'
import { readFirmware } from '#simulation/firmware/firmware-file.js'
import type { EpisodeRecord } from '#learning/episode.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { FAULT_PROFILES } from '#simulation/field/world/faults.js'
import { fieldFromJson, type FieldJson } from '#app/run-folder/field-manifest.js'
import { readLibrary, robotSubtrees } from '#app/policy.js'
import { MindStock } from '../vrl/play/mind-stock.js'
import { playRun } from '../vrl/play/play-run.js'
import type { Configuration } from '../vrl/settings/configuration.js'
import { Undoings } from './undoings.js'
import { faultNamed } from './trees/faults.js'
import { rightPlan, rightTree } from './trees/right-plan.js'

/** One faulty tree on one field with one luck, put to one pair of critic and actor. */
export interface RepairKey {
  /** a row of `graft bench vrl` */
  readonly mind: string
  readonly fault: string
  readonly field: string
  readonly seed: number
}

export interface RepairSetup {
  readonly fields: readonly FieldJson[]
  readonly minds: readonly Configuration[]
  readonly episodes: number
  /** of the robot while it is watched; what a tree is worth is told under the same */
  readonly faults: keyof typeof FAULT_PROFILES
}

export interface Repair {
  /** what the right tree is expected to score, points */
  readonly right: number
  readonly episodes: readonly RepairEpisode[]
}

interface RepairEpisode {
  /** what the tree of this episode is expected to score, points: one episode's own score is luck */
  readonly worth: number
  /** points of the episode as it was played */
  readonly score: number
  readonly decision: EpisodeRecord['update']['decision']
  readonly edits: number
  /** of these, edits that take back an earlier one of the run */
  readonly undoings: number
  readonly why: string
}

/** Loads models once; a setup with faults that a field has no place for is never asked for them. */
export function openRepairs(setup: RepairSetup): (key: RepairKey) => Promise<Repair> {
  const library = readLibrary()
  const subtrees = robotSubtrees(library)
  const wasm = must(readFirmware(), 'the shipped firmware')
  const fields = new Map(setup.fields.map((json) => [json.map.id, fieldFromJson(json)]))
  const stock = new MindStock(library)
  return async ({ mind, fault, field, seed }) => {
    const place = fields.get(field)
    const row = setup.minds.find(({ name }) => name === mind)
    if (place === undefined || row === undefined) throw new InvariantError(`no run ${mind} ${field}`)
    const plan = rightPlan(place, subtrees)
    const start = faultNamed(fault)?.make(plan)
    if (start === undefined || start === null) throw new InvariantError(`${field} has no place for ${fault}`)
    const worth = worthOn(place, setup.faults)
    const episodes: RepairEpisode[] = []
    const undoings = new Undoings()
    let now = start
    await playRun({
      setup: place,
      seed,
      episodes: setup.episodes,
      start,
      library,
      wasm,
      faults: setup.faults,
      onEpisode: ({ score, update }, next) => {
        const { decision, patch, why } = update
        const counted = { edits: patch.length, undoings: undoings.count(now, patch) }
        episodes.push({ worth: worth(now), score: score.total, decision, ...counted, why })
        now = next
      },
      ...(await stock.mindsFor(row, place, seed)),
    })
    return { right: worth(rightTree(plan)), episodes }
  }
}

/** episodes behind each expectation, and a seed that no bench plays with */
const RUNS = 100
const SEED = 0x9e4a1

function worthOn(setup: FieldSetup, faults: RepairSetup['faults']): (doc: TreeDoc) => number {
  const known = new Map<string, number>()
  return (doc) => {
    const hash = treeHash(doc)
    const mean =
      known.get(hash) ??
      expectedScore(setup, doc, { faults: FAULT_PROFILES[faults], runs: RUNS, seed: SEED }).mean
    known.set(hash, mean)
    return mean
  }
}
