import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalJson, type Json } from '#base/hash.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { TreeDoc } from '#bt/document.js'
import type { NodeLibrary } from '#bt/library.js'
import { parseTree } from '#bt/xml/parse.js'
import { treeHash } from '#bt/xml/write.js'
import { FolderInUse } from '#adapters/store/run-lock.js'
import { damageOf, RunStore } from '#adapters/store/run-store.js'
import { standing } from '#learning/episode.js'
import type { ModelStamp, RunManifest } from '#learning/manifest.js'
import { fieldFromJson, type FieldJson } from './make-manifest.js'
import type { FieldRun } from '../field-run.js'
import { readRunManifest } from './read-run-manifest.js'

type Restored = Pick<FieldRun, 'manifest' | 'setup' | 'start' | 'before' | 'store'>

/**
 * Restores an interrupted run at its last episode boundary. It continues only with the models that it began with: a
 * run that changed models in the middle would be a valid result for neither.
 */
export function restoreRun(
  root: string,
  run: string,
  models: readonly ModelStamp[],
  library: NodeLibrary,
): Result<Restored, Diagnostic> {
  const folder = findRun(root, run)
  if (folder === undefined) return err(unknownRun(root, run))
  const read = readRunManifest(folder)
  if (!read.ok) return read
  const manifest = read.value
  const same = sameModels(manifest, models)
  if (!same.ok) return same
  const damage = damageOf(folder)
  if (damage !== undefined) return err(damaged(damage))
  try {
    const { store, records } = RunStore.resume(folder, standing)
    const hash = records.at(-1)?.update.nextHash ?? manifest.policy.hash
    const start = readTreeOf(store, hash, library)
    if (!start.ok) {
      store.close()
      return start
    }
    const setup = fieldFromJson(manifest.field.setup as FieldJson)
    return ok({ manifest, setup, start: start.value, before: records, store })
  } catch (error) {
    if (error instanceof FolderInUse) return err(inUse(error))
    throw error
  }
}

/** A run continues with the models that it began with, or not at all. */
export function sameModels(manifest: RunManifest, models: readonly ModelStamp[]): Result<void, Diagnostic> {
  const expected = canonicalJson(manifest.models as unknown as Json)
  const actual = canonicalJson(models as unknown as Json)
  if (expected === actual) return ok(undefined)
  return err({
    code: 'run.other-models',
    severity: 'error',
    message: `run ${manifest.key} was started with other models`,
    expected,
    got: actual,
    hint: 'install the models of that run, or start a new one',
  })
}

/** Reads the tree that a run stored under its hash; a missing or different tree is refused. */
function readTreeOf(store: RunStore, hash: string, library: NodeLibrary): Result<TreeDoc, Diagnostic> {
  const file = join(store.folder, 'trees', `${hash}.xml`)
  const wrong = (got: string): Result<TreeDoc, Diagnostic> =>
    err({
      code: 'run.tree',
      severity: 'error',
      message: `${file} is not the tree at which the run stopped`,
      expected: `a tree with the hash ${hash}`,
      got,
      hint: 'restore the file from a copy of the run folder, or start a new run',
    })
  if (!existsSync(file)) return wrong('no file')
  const parsed = parseTree(store.loadTree(hash), { file, library })
  if (!parsed.ok) return wrong(`text that is not a tree: ${parsed.error[0]?.message ?? ''}`)
  const is = treeHash(parsed.value)
  return is === hash ? ok(parsed.value) : wrong(`a tree with the hash ${is}`)
}

const damaged = ({ file, line }: { readonly file: string; readonly line: number }): Diagnostic => ({
  code: 'run.damaged',
  severity: 'error',
  message: `line ${line} of ${file} has changed on the disk, and intact lines follow it`,
  expected: 'lines with a correct CRC-32C; only the last one may be torn by a power cut',
  got: 'a line with a wrong CRC-32C',
  hint: 'check the disk; restore the file from a copy, or truncate it before that line and lose the rest',
})

const inUse = ({ pid, file }: FolderInUse): Diagnostic => ({
  code: 'run.in-use',
  severity: 'error',
  message: `process ${pid} is using this run folder`,
  got: file,
  hint: `wait for it, or end it (kill ${pid}); two processes must not write one log`,
})

export const unknownRun = (root: string, run: string): Diagnostic => ({
  code: 'run.unknown',
  severity: 'error',
  message: `there is no run ${run} in ${root}`,
  hint: 'give its id or its folder',
})

/** Finds the folder of a run, given as a folder or as an id below `root`; `undefined` when it is neither. */
export const findRun = (root: string, run: string): string | undefined =>
  [run, join(root, run)].find((folder) => existsSync(join(folder, 'run.json')))
