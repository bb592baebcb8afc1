/**
 * Enters a trained actor into `models/manifest.json`, and leaves the other entries alone:
 * `tsx models/training/actor/publish.ts EVALUATION.json TREES`, with what evaluate.ts printed.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { must } from '../../../src/base/result.js'
import { sha256 } from '../../../src/base/hash.js'
import { parseManifest, type ModelEntry } from '../../../src/adapters/models/manifest.js'

const ID = 'graft-actor-1m'
const FILE = 'actor/graft-actor-1m.gguf'

const [evaluation, trees] = process.argv.slice(2)
if (evaluation === undefined) throw new Error('usage: publish.ts EVALUATION.json TREES')
const models = new URL('../../', import.meta.url)
const manifest = new URL('manifest.json', models)
const bytes = readFileSync(new URL(FILE, models))
const entry: ModelEntry = {
  id: ID,
  role: 'actor',
  files: [{ path: FILE, bytes: bytes.length, sha256: sha256(bytes) }],
  rebuild: 'npm run models:actor',
  chat: false,
  contextSize: 1024,
  profile: 'compact',
  trainedOn: 'situations of random fields and trees, answered by the rules baseline',
  splits: [
    { name: 'train', stream: 'actor/train', trees: Number(trees), wording: 'train' },
    { name: 'validation', stream: 'actor/validation', trees: 300, wording: 'train' },
    { name: 'test', stream: 'actor/test', trees: 300, wording: 'test' },
  ],
  // two legs, the second from the first's end; the weights are their mean (README.md)
  training: [
    { seed: 0, steps: 300 },
    { seed: 3, steps: 170 },
  ],
  evaluation: {
    split: 'test',
    how: 'llama.cpp, greedy, under the grammar of each request; exact = the reply of the teacher, same = the same tree after it, valid = can be applied',
    ...(JSON.parse(readFileSync(evaluation, 'utf8')) as object),
  },
}
const all = must(
  parseManifest(readFileSync(manifest, 'utf8'), 'models/manifest.json'),
  'models/manifest.json',
)
const others = all.models.filter((model) => model.id !== ID)
writeFileSync(manifest, `${JSON.stringify({ ...all, models: [...others, entry] }, null, 2)}\n`)
