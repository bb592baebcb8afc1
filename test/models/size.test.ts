import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '#base/result.js'
import { parseManifest } from '#adapters/models/manifest.js'

test('weights and tokenizers of the repository are at most 60 MB', () => {
  const { models } = must(parseManifest(readFileSync('models/manifest.json', 'utf8'), 'manifest'), 'manifest')
  const listed = models.flatMap(({ files }) => files)
  expect(listed.length).toBeGreaterThan(0)
  expect(listed.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(60e6)
  const files = ['actor', 'critic', 'sight'].flatMap((role) =>
    readdirSync(join('models', role)).map((name) => `${role}/${name}`),
  )
  expect(files.reduce((sum, name) => sum + statSync(join('models', name)).size, 0)).toBeLessThanOrEqual(60e6)
})

test('every shipped weight stands in the manifest, with a command that makes it again', () => {
  const { models } = must(parseManifest(readFileSync('models/manifest.json', 'utf8'), 'manifest'), 'manifest')
  const listed = models.flatMap(({ files }) => files.map(({ path }) => path))
  const weights = ['actor', 'critic', 'sight'].flatMap((role) =>
    readdirSync(join('models', role))
      .filter((name) => /\.(gguf|onnx)$/.test(name))
      .map((name) => `${role}/${name}`),
  )
  expect(weights.filter((name) => !listed.includes(name))).toEqual([])
  for (const { rebuild } of models) expect(rebuild).toMatch(/^npm run models:/)
})
