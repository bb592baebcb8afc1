import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formatDiagnostic } from '#base/diagnostic.js'
import { sha256 } from '#base/hash.js'
import { parseManifest, verifyModel, type ModelEntry } from '#adapters/models/manifest.js'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'graft-models-'))
})
afterEach(() => rm(dir, { recursive: true }))

const entry: ModelEntry = {
  id: 'tiny',
  role: 'actor',
  files: [{ path: 'tiny.gguf', bytes: 4, sha256: sha256('good') }],
  rebuild: 'make tiny',
}

test('a model whose files are as the manifest says is loaded from there', async () => {
  await writeFile(join(dir, 'tiny.gguf'), 'good')
  expect(await verifyModel(entry, dir)).toEqual({ ok: true, value: [join(dir, 'tiny.gguf')] })
})

test('a missing file is named, with the way to make it', async () => {
  const result = await verifyModel(entry, dir)
  const text = result.ok ? '' : formatDiagnostic(result.error)
  expect(text).toContain(`model tiny: cannot read ${join(dir, 'tiny.gguf')} (ENOENT)`)
  expect(text).toContain('rebuild it: make tiny')
})

test('a changed file is refused with both hashes', async () => {
  await writeFile(join(dir, 'tiny.gguf'), 'evil')
  const result = await verifyModel(entry, dir)
  expect(result).toMatchObject({
    ok: false,
    error: {
      code: 'model.hash-mismatch',
      expected: `4 bytes, sha256 ${sha256('good')}`,
      got: `4 bytes, sha256 ${sha256('evil')}`,
    },
  })
})

test('a broken manifest is refused', () => {
  expect(parseManifest('{', 'm.json')).toMatchObject({ ok: false, error: { code: 'model.manifest' } })
  const refused = parseManifest('{"models":[{"id":"x"},7]}', 'm.json')
  const text = refused.ok ? '' : formatDiagnostic(refused.error)
  expect(text).toMatch(/^error model\.manifest: m\.json: .*models\[0\]\.\w+: .*; models\[1\]: /)
  expect(text).not.toContain('\\u000a')
})
