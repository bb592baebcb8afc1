/**
 * Writes an examination for `graft bench actor`: `tsx lab/training/actor/write-cases.ts OUT.jsonl SPLIT TREES`.
 * Situations are drawn as for the training; every edit that a supported finding allows is valued, with more episodes.
 */
import { writeFileSync } from 'node:fs'
import { stream } from '#base/random.js'
import { writeTree } from '#bt/xml/write.js'
import { Appraiser } from '#lab/bench/actor/appraiser.js'
import { analyse } from '#learning/field/actor/situation/analyse.js'
import { isSplitName } from '../engine/splits.js'
import { samplesOf, type Sample, type SampleOptions, type Shipped, readShipped } from './samples.js'
import { candidatesOf } from './search/candidates.js'
import { wordsFor } from './situations/report.js'

const OPTIONS: SampleOptions = { first: 2, later: 2, runs: 60, real: 1 }
/** behind each gain */
const RUNS = 200
/** the examination draws other trees than the data of the same split */
const FIRST_TREE = 50_000

const [out, split = 'test', trees = '60'] = process.argv.slice(2)
if (out === undefined || !isSplitName(split)) throw new Error('usage: write-cases.ts OUT.jsonl SPLIT TREES')
const shipped = readShipped()
const counts = new Map<string, number>()
const lines: unknown[] = [
  { format: 1, kind: 'actor-cases', split, trees: Number(trees), ...OPTIONS, runs: RUNS },
]
for (let tree = FIRST_TREE; tree < FIRST_TREE + Number(trees); tree++) {
  const samples = await samplesOf(shipped, split, { tree, options: OPTIONS, counts })
  for (const stage of stagesOf(samples)) lines.push(stageLine(stage, shipped, tree))
  if (tree % 10 === 9) process.stderr.write(`${split} ${tree + 1 - FIRST_TREE}/${trees}\n`)
}
writeFileSync(out, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

/** samples of the same tree stand together */
function stagesOf(samples: readonly Sample[]): Sample[][] {
  const stages = new Map<string, Sample[]>()
  for (const sample of samples) {
    const tree = writeTree(sample.input.tree)
    stages.set(tree, [...(stages.get(tree) ?? []), sample])
  }
  return [...stages.values()]
}

function stageLine(samples: readonly Sample[], { library }: Shipped, tree: number) {
  const [{ scenario, input }] = samples as [Sample]
  const { map, orange, start } = scenario.setup
  const appraiser = new Appraiser({ setup: scenario.setup, library, seed: tree })
  return {
    map,
    orange: [...orange],
    start,
    tree: writeTree(input.tree),
    trace: input.trace,
    score: input.score,
    ...(input.blockInfo ? { blockInfo: input.blockInfo } : {}),
    cases: samples.map((sample, i) => caseOf(sample, appraiser, library, `${tree}-${i}`)),
  }
}

function caseOf(sample: Sample, appraiser: Appraiser, library: Shipped['library'], name: string) {
  const { input, progress, refusals } = sample
  const rng = stream('seen words', name)
  const base = appraiser.value(input.tree, RUNS)
  const candidates = candidatesOf(input, analyse(input, progress), library)
    .filter(({ finding }) => finding.status === 'supported')
    .map(({ reply, doc }) => [reply, Math.round(100 * (appraiser.value(doc, RUNS) - base)) / 100])
  return {
    report: input.report,
    seenWords: (input.report?.issues ?? []).map((issue) => wordsFor(rng, issue, 'train')),
    history: input.history,
    champion: input.champion,
    done: [...progress.done],
    refused: [...progress.refused],
    refusals,
    candidates,
  }
}
