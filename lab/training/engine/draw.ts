import { stream } from '#base/random.js'
import { randomSetup } from './fields.js'
import { type Job, subtrees } from './play.js'
import { seedOf, SPLITS, type SplitName } from './splits.js'
import { treeFor } from './trees.js'

/** Episodes per field: H is reset with each field, so a set has as many fields as it has tens of episodes. */
const FIELD_OF = 4

/**
 * The n-th episode of a split: field, blocks, tree and luck follow from the split and the number, and from nothing
 * else. Every fourth episode begins a new field; families take turns.
 */
export function drawEpisode(split: SplitName, n: number, faults: Job['faults'] = 'nominal'): Job {
  const own = SPLITS[split]
  const group = Math.floor(n / FIELD_OF)
  const family = own.families[group % own.families.length] as (typeof own.families)[number]
  const id = `${family}-${seedOf(own, FIELD_OF * group)}`
  const setup = randomSetup(stream('engine', 'field', seedOf(own, FIELD_OF * group)), family, id)
  const seed = seedOf(own, n)
  const doc = treeFor(stream('engine', 'tree', seed), setup, subtrees)
  return { setup, doc, seed, episode: 1 + (n % FIELD_OF), faults }
}
