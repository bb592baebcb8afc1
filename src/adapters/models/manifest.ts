import { resolve } from 'node:path'
import { z } from 'zod'
import { issuesInLine, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { readRegularText, describeUnreadable, regularSize } from '#documents/read-regular.js'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

const fileEntry = z.object({
  /** relative to the folder of the manifest, or absolute */
  path: z.string().min(1),
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

const DTYPES = [
  'fp32',
  'fp16',
  'int8',
  'uint8',
  'q8',
  'q4',
  'q4f16',
  'q2',
  'q2f16',
  'q1',
  'q1f16',
  'bnb4',
] as const
const dtype = z.enum(DTYPES)

const modelEntry = z.looseObject({
  id: z.string().min(1),
  role: z.enum(['actor', 'critic', 'perception', 'planner', 'embedder']),
  /**
   * what loads it: `gguf` = llama.cpp, `onnx-graft` = the project's own vision model, `transformers` = any
   * vision-language model in a folder with the Hugging Face layout; default by role, see `kindOf`
   */
  kind: z.enum(['onnx-graft', 'gguf', 'transformers']).optional(),
  files: z.array(fileEntry).min(1),
  /** the command that rebuilds the files; shown when one is missing or corrupt */
  rebuild: z.string().optional(),
  /** GGUF only: the prompt must be wrapped in the chat template of the file */
  chat: z.boolean().optional(),
  /** GGUF only: tokens of prompt and reply together */
  contextSize: z.int().positive().optional(),
  /** GGUF with chat only: tokens that it may spend on thinking before it answers */
  thinkTokens: z.int().min(0).optional(),
  /** actor only: the prompt it was trained for */
  profile: z.enum(['compact', 'full']).optional(),
  /** critic only: a line of facts in a closed vocabulary, or prose; default by kind, see `promptOf` */
  prompt: z.enum(['facts', 'prose']).optional(),
  /** transformers only: which of the folder's ONNX files to load, for all sessions or per session; default fp32 */
  dtype: z.union([dtype, z.record(z.string(), dtype)]).optional(),
  /** timeout of one answer, s; default: that of the critic or actor */
  timeoutSeconds: z.number().positive().optional(),
})

/** `models/manifest.json`: every model graft may load, with file hashes, seeds and held-out scores. */
const manifest = z.object({ models: z.array(modelEntry) }).superRefine(({ models }, context) => {
  models.forEach(({ id }, i) => {
    if (models.findIndex((model) => model.id === id) < i)
      context.addIssue({ code: 'custom', message: `duplicate id '${id}'`, path: ['models', i] })
  })
})

export type ModelEntry = z.infer<typeof modelEntry>
export type ModelFile = z.infer<typeof fileEntry>
export type ModelManifest = z.infer<typeof manifest>
export type ModelKind = NonNullable<ModelEntry['kind']>
export type Dtype = z.infer<typeof dtype>

export const isDtype = (text: string): text is Dtype => (DTYPES as readonly string[]).includes(text)

/** Entries without a kind get the one they had before kinds existed. */
export const kindOf = ({ kind, role }: ModelEntry): ModelKind =>
  kind ?? (role === 'critic' || role === 'perception' ? 'onnx-graft' : 'gguf')

export const promptOf = (entry: ModelEntry): 'facts' | 'prose' =>
  entry.prompt ?? (kindOf(entry) === 'onnx-graft' ? 'facts' : 'prose')

/** Reads a manifest from an untrusted file. */
export function readManifest(file: string): Result<ModelManifest, Diagnostic> {
  const text = readRegularText(file, MAX_LENGTH)
  return text.ok
    ? parseManifest(text.value, file)
    : err(problem('model.manifest', `${file} cannot be read: ${describeUnreadable(text.error)}`))
}

/** @param file name of the source, for error messages */
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
    : err(problem('model.manifest', `${file}: ${issuesInLine(parsed.error.issues)}`))
}

/**
 * Reads every file of a model and compares size and SHA-256 with the manifest, before anything parses it.
 *
 * @param dir folder of the manifest
 * @returns the file paths in the manifest's order; absolute when `dir` or the entry's path is
 */
export async function verifyModel(
  entry: ModelEntry,
  dir: string,
): Promise<Result<readonly string[], Diagnostic>> {
  for (const file of entry.files) {
    const wrong = await checkFile(entry, file, modelPath(dir, file))
    if (wrong) return err(wrong)
  }
  return ok(entry.files.map((file) => modelPath(dir, file)))
}

/** @param dir folder of the manifest */
export const modelPath = (dir: string, { path }: Pick<ModelFile, 'path'>): string => resolve(dir, path)

async function checkFile(entry: ModelEntry, file: ModelFile, path: string): Promise<Diagnostic | undefined> {
  const hint = entry.rebuild
    ? `download the file from the repository again, or rebuild it: ${entry.rebuild}`
    : 'download the file again, or correct the manifest'
  const expected = `${file.bytes} bytes, sha256 ${file.sha256}`
  try {
    const { bytes, sha256 } = await hashFile(path)
    const got = `${bytes} bytes, sha256 ${sha256}`
    if (got === expected) return undefined
    const what = problem('model.hash-mismatch', `model ${entry.id}: ${path} is not the file of the manifest`)
    return { ...what, expected, got, hint }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const what = problem('model.missing', `model ${entry.id}: cannot read ${path} (${reason})`)
    return { ...what, expected, hint }
  }
}

/** longest manifest, bytes: about a thousand models */
const MAX_LENGTH = 4 * 1024 * 1024

const problem = (code: string, message: string): Diagnostic => ({ code, severity: 'error', message })

/**
 * Computes size and SHA-256 of a file, read in chunks: weights can exceed the maximum buffer size.
 * @throws the file system's error when the file cannot be read
 */
export async function hashFile(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const size = regularSize(path)
  // a device never ends, and reading a pipe would block
  if (!size.ok && size.error.kind === 'not-a-file') throw new Error(describeUnreadable(size.error))
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) {
    hash.update(piece as Buffer)
    bytes += (piece as Buffer).length
  }
  return { bytes, sha256: hash.digest('hex') }
}
