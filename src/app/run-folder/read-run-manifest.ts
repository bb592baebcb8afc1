import { join } from 'node:path'
import { readManifest } from '#adapters/store/run-store.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { RunManifest } from '#learning/manifest.js'

/** Reads what a run was started with; a damaged `run.json` is reported with its path. */
export function readRunManifest(folder: string): Result<RunManifest, Diagnostic> {
  const file = join(folder, 'run.json')
  const damaged = (got: string): Result<RunManifest, Diagnostic> =>
    err({
      code: 'run.damaged',
      severity: 'error',
      message: `${file} has changed on the disk`,
      expected: 'what graft wrote when the run began',
      got,
      hint: 'check the disk; restore the file from a copy, or start a new run',
    })
  try {
    const manifest = readManifest(folder) as Partial<RunManifest> | null
    return typeof manifest?.key === 'string' && manifest.field !== undefined && manifest.policy !== undefined
      ? ok(manifest as RunManifest)
      : damaged('JSON without key, field or policy')
  } catch (error) {
    return damaged(error instanceof Error ? error.message : String(error))
  }
}
