import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { stream as random, type Rng } from '#base/random.js'
import { must } from '#base/result.js'
import { verifyModel, type ModelEntry } from '#adapters/models/manifest.js'
import { projectFile } from '#documents/read-text-file.js'
import { readList, shippedManifest } from '#app/models/model-lists.js'
import { changesIn } from '../bench/changes.js'
import type { FaultClass, Outcome } from '../fault-class.js'

type Damage = (path: string, rng: Rng) => void

/** Model files that are not those of the manifest. `graft run` asks the same check before anything else is opened. */
export const MODEL_FILES: readonly FaultClass[] = [
  {
    id: 'model-file-missing',
    group: 'model',
    title: 'A model file is missing',
    cause: 'an incomplete installation, a full disk while it was copied',
    declared: ['refused'],
    why:
      'Every file of the manifest is compared with its size and SHA-256 before anything is parsed, and ' +
      'before any port is opened. There is no fallback to another model.',
    operator: 'The file’s name and the command that regenerates it; exit code 3.',
    run: (seed) => withDamage(seed, (path) => rmSync(path)),
  },
  {
    id: 'model-file-changed',
    group: 'model',
    title: 'A model file has changed',
    cause: 'a flipped bit on the disk, a file of another training, a half copy',
    declared: ['refused'],
    why: 'As for a missing file: the SHA-256 differs.',
    operator: 'Expected and found hash; exit code 3. Restore the file.',
    run: (seed) =>
      withDamage(seed, (path, rng) => {
        const bytes = readFileSync(path)
        const at = rng.int(bytes.length)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << rng.int(8))
        writeFileSync(path, rng.chance(0.3) ? bytes.subarray(0, at) : bytes)
      }),
  },
]

async function withDamage(seed: number, damage: Damage): Promise<Outcome> {
  const rng = random(seed, 'model-files')
  const shipped = must(readList(shippedManifest(), 'shipped'), 'the shipped models')
  const entry = shipped.find(({ entry: { role } }) => role === 'critic')?.entry
  if (entry === undefined) throw new RangeError('models/manifest.json names no critic')
  const folder = mkdtempSync(join(tmpdir(), 'graft-faults-'))
  try {
    copy(entry, folder)
    const file = rng.pick(entry.files)
    const injected = await changesIn(folder, () => damage(join(folder, file.path), rng))
    const verified = await verifyModel(entry, folder)
    if (verified.ok) return { end: 'broken', injected, violations: [], detail: `${file.path} was accepted` }
    const { code, message } = verified.error
    const named = message.includes(file.path) || JSON.stringify(verified.error).includes(file.path)
    return { end: named ? 'refused' : 'broken', injected, violations: [], detail: `${code}: ${message}` }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function copy(entry: ModelEntry, folder: string): void {
  for (const { path } of entry.files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(projectFile(`models/${path}`), join(folder, path))
  }
}
