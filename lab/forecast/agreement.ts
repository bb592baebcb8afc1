import { randomSetup } from '#lab/training/engine/fields.js'
import { playEpisode } from '#lab/training/engine/play.js'
import { treeFor } from '#lab/training/engine/trees.js'
import { stream } from '#base/random.js'
import type { TreeDef, TreeDoc } from '#bt/document.js'
import { playFast } from '#forecast/index.js'
import type { FieldSetup } from '#simulation/field/field-setup.js'
import { FAULT_PROFILES, type FaultProfile } from '#simulation/field/world/faults.js'
import { FIELD_NAMES, PLAN_NAMES, planOf, shippedField } from '#test/forecast/support/plans.js'

/** A tree on a field, by a name for the table. */
export interface Case {
  readonly name: string
  readonly setup: FieldSetup
  readonly doc: TreeDoc
}

/** One episode, played by the product's runtime and firmware in the simulated world, and forecast. */
export interface Pair {
  readonly real: number
  readonly fast: number
  readonly sameEnd: boolean
}

/** The plans of benchmarks §6.1 on the shipped fields. */
export const benchmarkCases = (): Case[] =>
  FIELD_NAMES.flatMap((field) => {
    const setup = shippedField(field)
    return PLAN_NAMES.map((plan) => ({ name: `${field} ${plan}`, setup, doc: planOf(plan, setup) }))
  })

/** Trees of the data engine on fields of its training families: good, bad and broken ones. */
export const randomCases = (count: number, subtrees: readonly TreeDef[]): Case[] =>
  Array.from({ length: count }, (_, i) => {
    const rng = stream(i, 'bench forecast')
    const setup = randomSetup(rng, rng.pick(['scatter', 'grid']), `random ${i}`)
    return { name: setup.map.id, setup, doc: treeFor(rng, setup, subtrees) }
  })

export async function compare({ setup, doc }: Case, seed: number, faults: FaultProfile): Promise<Pair> {
  const real = await playEpisode({ setup, doc, seed, episode: 1, faults })
  const fast = playFast(setup, doc, { seed, episode: 1, faults })
  return { real: real.sheet.total, fast: fast.total, sameEnd: real.endReason === fast.endReason }
}

export interface Agreement {
  readonly episodes: number
  readonly real: number
  readonly fast: number
  /** mean of forecast − real, and its standard error */
  readonly difference: number
  readonly standardError: number
  readonly farthest: number
  /** episodes that are within half a point and end alike */
  readonly alike: number
}

export function agreementOf(pairs: readonly Pair[]): Agreement {
  const apart = pairs.map(({ real, fast }) => fast - real)
  const difference = mean(apart)
  const variance =
    apart.reduce((sum, each) => sum + (each - difference) ** 2, 0) / Math.max(1, apart.length - 1)
  return {
    episodes: pairs.length,
    real: mean(pairs.map(({ real }) => real)),
    fast: mean(pairs.map(({ fast }) => fast)),
    difference,
    standardError: Math.sqrt(variance / apart.length),
    farthest: Math.max(...apart.map(Math.abs)),
    alike: pairs.filter(({ real, fast, sameEnd }) => sameEnd && Math.abs(fast - real) <= 0.5).length,
  }
}

export async function overSeeds(one: Case, seeds: number, faults = FAULT_PROFILES.nominal): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let seed = 1; seed <= seeds; seed++) pairs.push(await compare(one, seed, faults))
  return pairs
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
