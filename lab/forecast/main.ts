import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { playEpisode } from '#lab/training/engine/play.js'
import { bestPlan, expectedScore } from '#forecast/index.js'
import { FAULT_PROFILES } from '#simulation/field/world/faults.js'
import { FIELD_NAMES, planOf, shippedField, subtrees } from '#test/forecast/support/plans.js'
import {
  agreementOf,
  benchmarkCases,
  compare,
  mean,
  overSeeds,
  randomCases,
  type Agreement,
  type Pair,
} from './agreement.js'

/**
 * The forecast beside the real simulator (the product's runtime and firmware): how far apart their scores are, whether
 * the best plan is better than the reference plan, and how much faster it is, in processor time:
 *
 *     npm run bench:forecast -- --trees 60 --seeds 40 --plan-seeds 20 --json
 */
const { values } = parseArgs({
  options: {
    trees: { type: 'string', default: '60' },
    seeds: { type: 'string', default: '40' },
    'plan-seeds': { type: 'string', default: '20' },
    json: { type: 'boolean', default: false },
  },
})
const trees = Number(values.trees)
const seeds = Number(values.seeds)
const planSeeds = Number(values['plan-seeds'])
const { nominal, none } = FAULT_PROFILES

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Without faults: every plan of the benchmark, and random trees. */
async function noiseless(): Promise<Record<string, Agreement>> {
  const play = async (cases: ReturnType<typeof benchmarkCases>): Promise<Agreement> => {
    const pairs: Pair[] = []
    for (const one of cases) pairs.push(await compare(one, 1, none))
    return agreementOf(pairs)
  }
  return {
    'plans of the benchmark': await play(benchmarkCases()),
    'random trees': await play(randomCases(trees, subtrees)),
  }
}

/** With nominal faults, the same luck for both. */
async function withFaults(): Promise<Record<string, Agreement>> {
  const plans = benchmarkCases().filter(({ name }) => /reference|initial/.test(name))
  const cases = [...plans, ...randomCases(4, subtrees)]
  const rows: Record<string, Agreement> = {}
  for (const one of cases) rows[one.name] = agreementOf(await overSeeds(one, seeds))
  const single: Pair[] = []
  for (const one of randomCases(2 * trees, subtrees)) single.push(await compare(one, 7, nominal))
  return { ...rows, 'random trees, one episode each': agreementOf(single) }
}

/** The best plan and the reference plan, both on the real simulator under the same luck. */
async function plans(): Promise<Record<string, object>> {
  const rows: Record<string, object> = {}
  for (const name of FIELD_NAMES) {
    const setup = shippedField(name)
    const before = cpuMs()
    const { doc, expectation } = bestPlan(setup, { faults: nominal, seed: 1, subtrees })
    const searched = cpuMs() - before
    const reference = planOf('reference', setup)
    const gains: number[] = []
    const totals: number[] = []
    for (let seed = 1; seed <= planSeeds; seed++) {
      const of = async (tree: typeof doc): Promise<number> =>
        (await playEpisode({ setup, doc: tree, seed, episode: 1, faults: nominal })).sheet.total
      const best = await of(doc)
      totals.push(best)
      gains.push(best - (await of(reference)))
    }
    const gain = mean(gains)
    const spread = Math.sqrt(gains.reduce((sum, each) => sum + (each - gain) ** 2, 0) / (gains.length - 1))
    rows[name] = {
      searchCpuMs: Math.round(searched),
      expected: round(expectation.mean),
      real: round(mean(totals)),
      reference: round(mean(totals) - gain),
      gain: round(gain),
      standardError: round(spread / Math.sqrt(gains.length)),
      flawless: round(expectedScore(setup, doc, { faults: none, runs: 1, seed: 1 }).mean),
    }
  }
  return rows
}

/** Processor time of one episode of the reference plan of F4, 25 nodes and its subtrees. */
async function speed(): Promise<object> {
  const setup = shippedField('F4')
  const doc = planOf('reference', setup)
  const faults = nominal
  expectedScore(setup, doc, { faults, runs: 300, seed: 1 })
  const fast = Array.from({ length: 9 }, (_, i) => {
    const before = cpuMs()
    expectedScore(setup, doc, { faults, runs: 100, seed: i })
    return cpuMs() - before
  }).sort((a, b) => a - b)
  const real: number[] = []
  for (let seed = 1; seed <= 9; seed++) {
    const before = cpuMs()
    await playEpisode({ setup, doc, seed, episode: 1, faults })
    real.push(cpuMs() - before)
  }
  real.sort((a, b) => a - b)
  const [hundred = NaN, episode = NaN] = [fast[4], real[4]]
  return {
    hundredRunsMs: round(hundred),
    realEpisodeMs: round(episode),
    ratio: Math.round((100 * episode) / hundred),
  }
}

const round = (value: number): number => Math.round(value * 100) / 100

const result = {
  machine: `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node.js ${process.version}`,
  load: loadavg()[0] ?? NaN,
  speed: await speed(),
  noiseless: await noiseless(),
  plans: await plans(),
  withFaults: await withFaults(),
}
if (values.json) console.log(JSON.stringify(result))
else {
  console.log(`${result.machine}, load ${result.load}`)
  console.table([result.speed])
  console.table(result.noiseless)
  console.table(result.withFaults)
  console.table(result.plans)
}
