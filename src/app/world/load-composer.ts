import { findModel, readModels } from '#app/models/model-lists.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, type Result } from '#base/result.js'
import { verifyModel } from '#adapters/models/manifest.js'
import { projectFile } from '#documents/read-text-file.js'
import type { Composer } from '#language/composer/onnx-composer.js'

const ID = 'graft-composer'

let opened: Promise<Result<Composer, Diagnostic>> | undefined

/** The network that composes orders, which ships with graft; its files are checked before they are opened, once. */
export function loadComposer(): Promise<Result<Composer, Diagnostic>> {
  opened ??= open()
  return opened
}

async function open(): Promise<Result<Composer, Diagnostic>> {
  const models = readModels()
  if (!models.ok) return models
  const found = findModel(models.value, ID)
  if (!found.ok) return found
  const files = await verifyModel(found.value.entry, found.value.dir)
  if (!files.ok) return files
  const [graph, encoding] = files.value
  if (graph === undefined || encoding === undefined) return err(incomplete())
  const { openComposerFiles } = await import('#language/composer/open.js')
  return openComposerFiles({ graph, encoding, sorts: projectFile('config/words/sorts.txt') })
}

const incomplete = (): Diagnostic => ({
  code: 'composer.files',
  severity: 'error',
  message: `the model ${ID} does not list a graph and its encoding`,
  expected: 'composer.onnx and composer.json in models/manifest.json',
  hint: 'restore models/manifest.json from the repository',
})
