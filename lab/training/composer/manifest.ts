import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseManifest, type ModelEntry } from '#adapters/models/manifest.js'
import { sha256 } from '#base/hash.js'
import { must } from '#base/result.js'

/** Enters the composer into models/manifest.json, and no other: `tsx …/manifest.ts models/composer`. */
const ID = 'graft-composer'
const [folder = 'models/composer'] = process.argv.slice(2)
const path = 'models/manifest.json'
const entry: ModelEntry = {
  id: ID,
  role: 'planner',
  kind: 'onnx-graft',
  files: ['composer.onnx', 'composer.json'].map((name) => {
    const bytes = readFileSync(join(folder, name))
    return { path: `composer/${name}`, bytes: bytes.length, sha256: sha256(bytes) }
  }),
  rebuild: 'npm run models:composer',
  trainedOn:
    'orders by twenty-four writers in twenty-three worlds and 6,000 generated ones, see docs/models/composer.md',
  splits: [
    { name: 'train', sets: [...'abcdefghijlmnopqrtuvwxyz'], count: 9530 },
    { name: 'drill', generated: 6000, seed: 7 },
    { name: 'choice', sets: ['k', 's'], count: 914 },
    { name: 'test', sets: ['heldout', 'heldout-c', 'heldout-d', 'heldout-e'], count: 453 },
  ],
  seeds: { data: 7, training: [1, 2] },
  training: { epochs: 28, networks: 2, device: 'cpu' },
}
const all = must(parseManifest(readFileSync(path, 'utf8'), path), path)
const others = all.models.filter(({ id }) => id !== ID)
writeFileSync(path, `${JSON.stringify({ ...all, models: [...others, entry] }, null, 2)}\n`)
