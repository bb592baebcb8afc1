import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Diagnostic } from '../../base/diagnostic.js'
import { sha256 } from '../../base/hash.js'
import { err, ok, type Result } from '../../base/result.js'

const fileEntry = z.object({
  /** relative to the folder of the manifest */
  path: z.string().min(1),
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const modelEntry = z.looseObject({
  id: z.string().min(1),
  role: z.enum(['actor', 'critic', 'perception', 'planner', 'embedder']),
  files: z.array(fileEntry).min(1),
  /** the command that makes the files again; shown when one is missing or broken */
  rebuild: z.string().optional(),
  /** GGUF only: the model brings a chat template that has to stand around the prompt */
  chat: z.boolean().optional(),
  /** GGUF only: tokens of prompt and reply together */
  contextSize: z.int().positive().optional(),
  /** actor only: which prompt it was made for */
  profile: z.enum(['compact', 'full']).optional(),
})

/** `models/manifest.json`: every model that graft may load, with its files' hashes, seeds and held-out scores. */
const manifest = z.object({ models: z.array(modelEntry) })

export type ModelEntry = z.infer<typeof modelEntry>
export type ModelFile = z.infer<typeof fileEntry>
export type ModelManifest = z.infer<typeof manifest>

/** @param file name of the text in the message */
export function parseManifest(text: string, file: string): Result<ModelManifest, Diagnostic> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    return err(problem('model.manifest', `${file} is not JSON: ${String(error)}`))
  }
  const parsed = manifest.safeParse(json)
  return parsed.success
    ? ok(parsed.data)
    : err(problem('model.manifest', `${file}: ${z.prettifyError(parsed.error)}`))
}

export const modelById = (all: ModelManifest, id: string): Result<ModelEntry, Diagnostic> => {
  const entry = all.models.find((model) => model.id === id)
  if (entry) return ok(entry)
  const known = all.models.map((model) => model.id).join(', ')
  return err({
    ...problem('model.unknown', `no model '${id}' in the manifest`),
    expected: known || 'at least one model',
  })
}

/**
 * Reads every file of a model and compares size and SHA-256 with the manifest, before anything parses it.
 *
 * @param dir folder of the manifest
 * @returns absolute or dir-relative paths of the files, in the manifest's order
 */
export async function verifyModel(
  entry: ModelEntry,
  dir: string,
): Promise<Result<readonly string[], Diagnostic>> {
  const paths: string[] = []
  for (const file of entry.files) {
    const path = join(dir, file.path)
    const wrong = await checkFile(entry, file, path)
    if (wrong) return err(wrong)
    paths.push(path)
  }
  return ok(paths)
}

async function checkFile(entry: ModelEntry, file: ModelFile, path: string): Promise<Diagnostic | undefined> {
  const hint = entry.rebuild
    ? `fetch the file from the repository again, or rebuild it: ${entry.rebuild}`
    : 'fetch the file from where it came from, or correct the manifest'
  let bytes: Uint8Array
  try {
    bytes = await readFile(path)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return { ...problem('model.missing', `model ${entry.id}: cannot read ${path} (${reason})`), hint }
  }
  const expected = `${file.bytes} bytes, sha256 ${file.sha256}`
  const got = `${bytes.length} bytes, sha256 ${sha256(bytes)}`
  if (got === expected) return undefined
  return {
    ...problem('model.hash-mismatch', `model ${entry.id}: ${path} is not the file of the manifest`),
    expected,
    got,
    hint,
  }
}

const problem = (code: string, message: string): Diagnostic => ({ code, severity: 'error', message })
