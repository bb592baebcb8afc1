import { join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { canonicalJson, sha256, type Json } from '#base/hash.js'
import { err, ok, type Result } from '#base/result.js'
import { readJson } from '#documents/json-text.js'
import { readTrustedText } from '#documents/read-regular.js'
import type { RunManifest } from '#learning/manifest.js'
import { checkShape, damaged, lookAt } from './damage.js'
import { fieldShape } from './field-shape.js'
import { manifestShape, worldShape } from './manifest-shape.js'

/** Reads what a run was started with; a damaged `run.json` is reported at its line and column. */
export function readRunManifest(folder: string): Result<RunManifest, Diagnostic> {
  const file = join(folder, 'run.json')
  const found = lookAt(file, 'file')
  if (!found.ok) return found
  if (found.value === 'missing')
    return err(damaged(`${folder} has no run.json`, { expected: 'what graft wrote when the run began' }))
  const json = readJson(readTrustedText(file), { file })
  if (!json.ok) return err(damaged(`${file} has changed on the disk`, json.error))
  const whole = checkShape(manifestShape, json.value)
  if (!whole.ok) return whole
  const manifest = json.value.value as RunManifest
  const setup = checkShape(isInWorld(manifest) ? worldShape : fieldShape, json.value, ['field', 'setup'])
  return setup.ok ? ok(manifest) : setup
}

/**
 * Checks the manifest against the hash in its key: what drives a robot again must be what drove it first. A second
 * folder of the same name has a number behind the hash.
 */
export function checkKey(folder: string, manifest: RunManifest): Result<void, Diagnostic> {
  const { key, ...made } = manifest
  const digest = sha256(canonicalJson(made as unknown as Json)).slice(0, 8)
  if ([key, key.replace(/-\d+$/, '')].some((name) => name.endsWith(`-${digest}`))) return ok(undefined)
  const file = join(folder, 'run.json')
  return err({
    code: 'run.manifest',
    severity: 'error',
    message: `${file} is not the one that the run started with`,
    where: { file, line: 1, column: 1 },
    expected: `content whose hash is at the end of its key, ${key}`,
    got: digest,
    hint: 'seed, field, episodes, faults, policy or models were changed in it: restore it from a copy',
  })
}

/** Whether a run is in a world described by data rather than on a field. */
export const isInWorld = ({ field }: RunManifest): boolean => 'world' in (field.setup as object)
