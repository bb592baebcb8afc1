import { existsSync, readFileSync } from 'node:fs'
import { parseManifest, verifyModel, type ModelEntry } from '../../adapters/models/manifest.js'
import type { Diagnostic } from '../../base/diagnostic.js'
import { err, ok, type Result } from '../../base/result.js'
import { projectFile } from '../project-files.js'

/** Every model of the manifest. */
export function readModelList(): Result<readonly ModelEntry[], Diagnostic> {
  const file = projectFile('models/manifest.json')
  if (!existsSync(file)) {
    return err({
      code: 'model.manifest',
      severity: 'error',
      message: `there is no ${file}`,
      hint: 'restore the folder models/ from the repository',
    })
  }
  const parsed = parseManifest(readFileSync(file, 'utf8'), file)
  return parsed.ok ? ok(parsed.value.models) : parsed
}

/** What is wrong with these models' files; empty when they are what the manifest says. */
export async function problemsOf(entries: readonly ModelEntry[]): Promise<readonly Diagnostic[]> {
  const verified = await Promise.all(entries.map((entry) => verifyModel(entry, projectFile('models'))))
  return verified.flatMap((result) => (result.ok ? [] : [result.error]))
}
