/**
 * Writes the actor's training data: `tsx lab/training/actor/generate.ts OUT [TREES]` makes OUT/train.jsonl
 * and OUT/validation.jsonl, one group of prompts a line, and OUT/<split>.json with what was drawn and
 * where search and rules differ. Prompts come from the product's own code, so that what is trained is what is served;
 * answers come from search in the forecast. A run that was cut off goes on behind the last tree.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SplitName } from '../engine/splits.js'
import { differenceOf, summaryOf, type Difference } from './disagreements.js'
import { groupsOf, type Group } from './groups.js'
import { samplesOf, type SampleOptions, readShipped } from './samples.js'

const HELD_OUT_TREES = 100
const OPTIONS: Readonly<Record<Split, SampleOptions>> = {
  train: { first: 6, later: 6, runs: 60, real: 0.9 },
  validation: { first: 3, later: 3, runs: 60, real: 0.9 },
}

/** the test split is drawn by write-cases.ts alone: nothing that trains ever reads it */
type Split = Exclude<SplitName, 'test'>

/** What one tree gave. */
interface Harvest {
  readonly groups: readonly Group[]
  readonly differences: readonly Difference[]
}

const [out, trees = '800'] = process.argv.slice(2)
if (out === undefined) throw new Error('usage: generate.ts OUT [TREES]')
mkdirSync(out, { recursive: true })
await write('validation', HELD_OUT_TREES, out)
await write('train', Number(trees), out)

async function write(split: Split, size: number, folder: string): Promise<void> {
  const part = join(folder, `${split}.${settingsName(OPTIONS[split])}.part`)
  const harvest = harvested(part).slice(0, size)
  const shipped = readShipped()
  const counts = new Map<string, number>()
  for (const { kind } of harvest.flatMap(({ groups }) => groups.flatMap(({ items }) => items)))
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  for (let tree = harvest.length; tree < size; tree++) {
    const samples = await samplesOf(shipped, split, { tree, options: OPTIONS[split], counts })
    const one = { groups: groupsOf(samples), differences: samples.map(differenceOf) }
    appendFileSync(part, `${JSON.stringify(one)}\n`)
    harvest.push(one)
    if (tree % 20 === 19) process.stderr.write(`${split} ${tree + 1}/${size}\n`)
  }
  const lines = harvest.flatMap(({ groups }) => groups.map((group) => `${JSON.stringify(group)}\n`))
  writeFileSync(join(folder, `${split}.jsonl`), lines.join(''))
  const kinds = Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const rules = summaryOf(harvest.flatMap(({ differences }) => differences))
  const report = { trees: size, ...OPTIONS[split], kinds, rules }
  writeFileSync(join(folder, `${split}.json`), `${JSON.stringify(report, null, 2)}\n`)
}

/** trees that an earlier run of the same settings has left; a line that was cut off is none */
function harvested(part: string): Harvest[] {
  if (!existsSync(part)) return []
  const whole = readFileSync(part, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Harvest)
  writeFileSync(part, whole.map((one) => `${JSON.stringify(one)}\n`).join(''))
  return whole
}

function settingsName(options: SampleOptions): string {
  return Object.values(options).join('-')
}
