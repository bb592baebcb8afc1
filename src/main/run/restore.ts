import { canonicalJson, type Json } from '../../base/hash.js'
import type { Diagnostic } from '../../base/diagnostic.js'
import { err, ok, type Result } from '../../base/result.js'
import type { NodeLibrary } from '../../bt/library.js'
import { readManifest, RunStore } from '../../adapters/store/run-store.js'
import type { ModelStamp } from '../../learning/manifest.js'
import { fieldFromJson, type FieldJson } from './field-json.js'
import type { FieldRun } from './field-run.js'
import { findRun } from './find-run.js'
import { readStoredTree } from './policy.js'

type Restored = Pick<FieldRun, 'manifest' | 'setup' | 'start' | 'before' | 'store'>

/**
 * An interrupted run at its last episode boundary. It goes on only with the models that it began with: a run that
 * changed its mind in the middle would be nobody's result.
 */
export function restoreRun(
  root: string,
  run: string,
  models: readonly ModelStamp[],
  library: NodeLibrary,
): Result<Restored, Diagnostic> {
  const folder = findRun(root, run)
  if (folder === undefined) {
    return err({
      code: 'run.unknown',
      severity: 'error',
      message: `there is no run ${run} in ${root}`,
      hint: 'give its id or its folder',
    })
  }
  const manifest = readManifest(folder)
  const had = canonicalJson(manifest.models as unknown as Json)
  const have = canonicalJson(models as unknown as Json)
  if (had !== have) {
    return err({
      code: 'run.other-models',
      severity: 'error',
      message: `run ${manifest.key} was begun with other models`,
      expected: had,
      got: have,
      hint: 'install the models of that run, or begin a new one',
    })
  }
  const { store, records } = RunStore.resume(folder)
  const hash = records.at(-1)?.update.nextHash ?? manifest.policy.hash
  return ok({
    manifest,
    setup: fieldFromJson(manifest.field.setup as FieldJson),
    start: readStoredTree(store.loadTree(hash), hash, library),
    before: records,
    store,
  })
}
