/**
 * Writes the actor's training data: `tsx models/training/actor/generate.ts OUT [TREES]` makes OUT/train.jsonl,
 * OUT/validation.jsonl and OUT/test.jsonl, one group of prompts a line. Prompts, grammar language and answers come
 * from the product's own code, so that what is trained is what is served.
 */
import { createWriteStream, mkdirSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { groupsOf, samplesOf, type Split } from './samples.js'
import { readShipped } from './shipped.js'

/** Answers of one prefix in training; held-out trees are asked less often, so that there are more of them. */
const PER_TREE: Readonly<Record<Split, number>> = { train: 12, validation: 4, test: 4 }
const HELD_OUT_TREES = 300

const [out, trees = '4000'] = process.argv.slice(2)
if (out === undefined) throw new Error('usage: generate.ts OUT [TREES]')
mkdirSync(out, { recursive: true })
const shipped = readShipped()
const sizes: Readonly<Record<Split, number>> = {
  train: Number(trees),
  validation: HELD_OUT_TREES,
  test: HELD_OUT_TREES,
}
for (const split of ['train', 'validation', 'test'] as const) {
  const counts = new Map<string, number>()
  const file = createWriteStream(join(out, `${split}.jsonl`))
  for (let tree = 0; tree < sizes[split]; tree++) {
    for (const group of groupsOf(samplesOf(shipped, split, tree, PER_TREE[split], counts), PER_TREE[split])) {
      if (!file.write(`${JSON.stringify(group)}\n`)) await once(file, 'drain')
    }
  }
  file.end()
  await once(file, 'finish')
}
