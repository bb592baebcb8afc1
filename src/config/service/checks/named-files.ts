import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import type { Diagnostic, SourceRef } from '#base/diagnostic.js'
import type { Path } from '#documents/value-text.js'
import { chooseFields } from '#config/field/choose-fields.js'
import { readCameraModel } from '../camera-model-file.js'
import type { SiteConfig } from '../site-schema.js'
import { unusableStore } from './store-folder.js'

/**
 * Checks the files that a configuration names, so that a service reports problems at start-up and not in its third
 * run.
 */
export async function namedFiles(
  config: SiteConfig,
  where: (path: Path) => SourceRef,
): Promise<readonly Diagnostic[]> {
  const { camera, field, policy, models, store } = config
  const problems: Diagnostic[] = []
  if (field.file !== null) {
    const chosen = await chooseFields({ fields: field.file, field: field.id })
    if (!chosen.ok) problems.push(...chosen.error.map((each) => withPosition(each, where(['field', 'file']))))
  }
  if (camera.model !== null) {
    const model = await readCameraModel(camera.model)
    if (!model.ok) problems.push(...model.error.map((each) => withPosition(each, where(['camera', 'model']))))
    else if (model.value.width !== camera.width || model.value.height !== camera.height)
      problems.push({
        code: 'config.camera-size',
        severity: 'error',
        message: 'the camera model is for a picture of another size',
        where: where(['camera', 'model']),
        expected: `camera.width × camera.height, ${camera.width} × ${camera.height}`,
        got: `${model.value.width} × ${model.value.height}`,
        hint: 'set camera.width and camera.height to the size at which the camera was measured',
      })
  }
  const tree = await missing('policy.tree', policy.tree, 'file')
  const folder = await missing('models.dir', models.dir, 'folder')
  if (tree !== undefined) problems.push({ ...tree, where: where(['policy', 'tree']) })
  if (folder !== undefined) problems.push({ ...folder, where: where(['models', 'dir']) })
  const unusable = await unusableStore(store.dir)
  if (unusable !== undefined) problems.push({ ...unusable, where: where(['store', 'dir']) })
  return problems
}

/** Keeps the position of a problem in another file; one without a position gets the line that names the file. */
const withPosition = (problem: Diagnostic, where: SourceRef): Diagnostic => ({ where, ...problem })

async function missing(
  key: string,
  path: string | null,
  kind: 'file' | 'folder',
): Promise<Diagnostic | undefined> {
  if (path === null) return undefined
  const got = await fileType(path)
  if (got === kind) return undefined
  return {
    code: 'config.named-file',
    severity: 'error',
    message: `${key} names ${path}, which is not a readable ${kind}`,
    expected: `a ${kind}`,
    got,
    hint: 'relative paths count from the folder of the configuration file; may the service read it?',
  }
}

async function fileType(path: string): Promise<string> {
  try {
    const found = await stat(path)
    await access(path, constants.R_OK)
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'a device, pipe or socket'
  } catch (cause) {
    return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
  }
}
