/**
 * Enters a trained actor into `models/manifest.json` and leaves the other entries alone:
 * `tsx lab/training/actor/publish/publish.ts DATA_DIR OUT_DIR BENCH.json`. OUT_DIR holds what training left
 * (actor.pt.jsonl, calibration.json), BENCH.json is the last line of `graft bench actor --json`; without it the entry
 * has no scores yet.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '#base/hash.js'
import { must } from '#base/result.js'
import { parseManifest, type ModelEntry } from '#adapters/models/manifest.js'
import { SPLITS } from '#lab/training/engine/splits.js'
import { codeHash } from './code-hash.js'

const ID = 'graft-actor-1m'
const FILE = 'actor/graft-actor-1m.gguf'

const [data, out, bench] = process.argv.slice(2)
if (data === undefined || out === undefined)
  throw new Error('usage: publish.ts DATA_DIR OUT_DIR [BENCH.json]')
const models = new URL('../../../', import.meta.url)
const manifest = new URL('manifest.json', models)
const bytes = readFileSync(new URL(FILE, models))
const json = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
const { calibration, ...calibrated } = json(join(out, 'calibration.json'))
const looks = readFileSync(join(out, 'actor.pt.jsonl'), 'utf8').trim().split('\n')
const best = looks
  .map((line) => JSON.parse(line) as { readonly step: number; readonly exact: number })
  .reduce((a, b) => (b.exact >= a.exact ? b : a))
const drawn = (['train', 'validation'] as const).map((split) => {
  const { trees, real, rules } = json(join(data, `${split}.json`))
  const hash = sha256(readFileSync(join(data, `${split}.jsonl`)))
  return { ...SPLITS[split], stream: `actor/${split}`, trees, real, sha256: hash, rules }
})
const heldOut = 'heldout/actor.jsonl'
const test = { ...SPLITS.test, path: heldOut, sha256: sha256(readFileSync(new URL(heldOut, models))) }
const entry: ModelEntry = {
  id: ID,
  role: 'actor',
  files: [{ path: FILE, bytes: bytes.length, sha256: sha256(bytes) }],
  rebuild: 'npm run models:actor',
  chat: false,
  contextSize: 1024,
  profile: 'compact',
  calibration,
  trainedOn:
    'situations of real and symbolic episodes on random fields, answered by search over ' +
    'the expected score (lab/training/actor/README.md)',
  splits: [...drawn.map(({ rules: _, ...split }) => split), test],
  training: {
    seed: 0,
    steps: looks.length === 0 ? 0 : (JSON.parse(looks.at(-1) as string) as { step: number }).step,
    keptStep: best.step,
    validationExact: best.exact,
  },
  hashes: { code: codeHash(), data: sha256(drawn.map((split) => split.sha256).join()) },
  searchAgainstRules: drawn.find(({ name }) => name === 'train')?.rules,
  calibrated,
  ...(bench !== undefined && existsSync(bench)
    ? {
        evaluation: { split: 'test', how: 'graft bench actor on models/heldout/actor.jsonl', ...json(bench) },
      }
    : {}),
}
const all = must(
  parseManifest(readFileSync(manifest, 'utf8'), 'models/manifest.json'),
  'models/manifest.json',
)
const others = all.models.filter((model) => model.id !== ID)
writeFileSync(manifest, `${JSON.stringify({ ...all, models: [...others, entry] }, null, 2)}\n`)
