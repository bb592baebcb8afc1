import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseManifest, type ModelEntry } from '#adapters/models/manifest.js'
import { sha256 } from '#base/hash.js'
import { must } from '#base/result.js'
import { arrangementsOf } from '../scenes/arrangements.js'
import { BANDS } from '../scenes/colours.js'
import { OF_FAMILIES, POOL } from '../scenes/thing.js'
import { FAMILIES, SPLITS } from '../scenes/shapes.js'

/**
 * Enters the network for sight into `models/manifest.json` and leaves the other entries alone:
 * `tsx lab/training/sight/exam/manifest.ts models/sight OUT [TABLE.json]`, where the table is what `bench:sight --json`
 * printed.
 */
const ID = 'graft-sight'
const [folder = 'models/sight', out = '', table] = process.argv.slice(2)
const path = 'models/manifest.json'
const json = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
const log = readFileSync(join(out, 'log.jsonl'), 'utf8').trim().split('\n')
const entry: ModelEntry = {
  id: ID,
  role: 'perception',
  files: ['sight.onnx', 'bounds.json'].map((name) => {
    const bytes = readFileSync(join(folder, name))
    return { path: `sight/${name}`, bytes: bytes.length, sha256: sha256(bytes) }
  }),
  rebuild: 'npm run models:sight',
  trainedOn: 'rendered scenes of the tabletop with things that no world has, see docs/models/sight.md',
  splits: SPLITS.map((name) => ({
    name,
    things: POOL[name],
    shapes: [
      ...FAMILIES.filter(({ split }) => split === name).map((family) => family.name),
      ...(OF_FAMILIES[name] === undefined ? [] : [`${POOL[name] - OF_FAMILIES[name]} made`]),
    ],
    hues: BANDS[name],
    arrangements: arrangementsOf(name).map(({ kind }) => kind),
  })),
  seeds: { data: 'per split and number', training: 1 },
  training: { ...(JSON.parse(log.at(-1) ?? '{}') as object), device: 'cpu' },
  ...(table !== undefined && { evaluation: { split: 'test', how: 'npm run bench:sight', ...json(table) } }),
}
const all = must(parseManifest(readFileSync(path, 'utf8'), path), path)
const others = all.models.filter(({ id }) => id !== ID)
writeFileSync(path, `${JSON.stringify({ ...all, models: [...others, entry] }, null, 2)}\n`)
