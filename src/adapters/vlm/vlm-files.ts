import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { readRegularText } from '#documents/read-regular.js'
import { modelPath, type Dtype, type ModelEntry } from '../models/manifest.js'

/** Names used by `@huggingface/transformers` for the parts of a vision-language model; one ONNX file each. */
export const SESSIONS = ['embed_tokens', 'vision_encoder', 'decoder_model_merged'] as const
export type Session = (typeof SESSIONS)[number]

/** Suffix that the library appends to a session's file name for a data type. */
const SUFFIX: Readonly<Record<Dtype, string>> = {
  fp32: '',
  fp16: '_fp16',
  int8: '_int8',
  uint8: '_uint8',
  q8: '_quantized',
  q4: '_q4',
  q4f16: '_q4f16',
  q2: '_q2',
  q2f16: '_q2f16',
  q1: '_q1',
  q1f16: '_q1f16',
  bnb4: '_bnb4',
}

/** Required in addition to the graphs: without these files neither model nor tokenizer can be created. */
export const NEEDED = [
  'config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'preprocessor_config.json',
] as const
/** Read by the library if they exist. */
export const READ_IF_THERE = [
  'generation_config.json',
  'processor_config.json',
  'chat_template.jinja',
  'chat_template.json',
] as const

/**
 * Supported architectures: those of `AutoModelForImageTextToText` that consist of the three sessions. `tried`: tested
 * here with random weights; the others are supported according to the library.
 */
export const ARCHITECTURES: Readonly<Record<string, 'tried' | 'untried'>> = {
  smolvlm: 'tried',
  idefics3: 'tried',
  qwen2_5_vl: 'tried',
  qwen2_vl: 'tried',
  qwen3_vl: 'untried',
  qwen3_5: 'untried',
  gemma3: 'untried',
  llava: 'untried',
  llava_onevision: 'untried',
  llava_qwen2: 'untried',
  lfm2_vl: 'untried',
  paligemma: 'untried',
  mistral3: 'untried',
}

export const graphFile = (session: Session, dtype: ModelEntry['dtype']): string => {
  const type = typeof dtype === 'object' ? dtype[session] : dtype
  return `onnx/${session}${SUFFIX[type ?? 'fp32']}.onnx`
}

/**
 * Checks the file list of a `transformers` entry before anything is loaded: a required file that is not listed (which
 * the library reports with an obscure error), a file that would be read unlisted and so unhashed, or an unsupported
 * architecture. The hashes of listed files are checked by `verifyModel`.
 *
 * @param dir folder of the manifest
 */
export function vlmProblem(entry: ModelEntry, dir: string): Diagnostic | undefined {
  const config = entry.files.find(({ path }) => basename(path) === 'config.json')
  if (config === undefined) return unlisted(entry, 'config.json')
  const root = dirname(modelPath(dir, config))
  const listed = new Set(entry.files.map((file) => modelPath(dir, file)))
  const needed = [...NEEDED, ...SESSIONS.map((session) => graphFile(session, entry.dtype))]
  const missing = needed.find((file) => !listed.has(join(root, file)))
  if (missing !== undefined) return unlisted(entry, missing)
  const stray = READ_IF_THERE.find((file) => existsSync(join(root, file)) && !listed.has(join(root, file)))
  if (stray !== undefined) {
    return {
      ...problem(
        'model.unlisted',
        `model ${entry.id}: ${join(root, stray)} is not in the manifest, but would be read`,
      ),
      hint: 'remove the file, or add the folder again: graft models add FOLDER',
    }
  }
  return architectureProblem(entry, join(root, 'config.json'))
}

/** Folder of a `transformers` entry. */
export const vlmRoot = (entry: ModelEntry, dir: string): string => {
  const config = entry.files.find(({ path }) => basename(path) === 'config.json')
  return dirname(modelPath(dir, config ?? { path: 'config.json' }))
}

function architectureProblem(entry: ModelEntry, file: string): Diagnostic | undefined {
  const type = modelTypeOf(file)
  if (type !== undefined && type in ARCHITECTURES) return undefined
  return {
    ...problem(
      'model.architecture',
      `model ${entry.id}: ${file} names no vision-language model that graft can load`,
    ),
    expected: `"model_type": one of ${Object.keys(ARCHITECTURES).join(', ')}`,
    got: type === undefined ? 'no model_type' : JSON.stringify(type),
  }
}

/** `model_type` of a config.json; undefined when it cannot be read */
export function modelTypeOf(file: string): string | undefined {
  try {
    const text = readRegularText(file, MAX_CONFIG_BYTES)
    if (!text.ok) return undefined
    const config: unknown = JSON.parse(text.value)
    const type =
      typeof config === 'object' && config !== null && 'model_type' in config ? config.model_type : null
    return typeof type === 'string' ? type : undefined
  } catch {
    return undefined
  }
}

const MAX_CONFIG_BYTES = 16 * 1024 * 1024

const unlisted = (entry: ModelEntry, file: string): Diagnostic => ({
  ...problem(
    'model.file-not-listed',
    `model ${entry.id} lists no ${file}, which a vision-language model needs`,
  ),
  expected: [...NEEDED, ...SESSIONS.map((session) => graphFile(session, entry.dtype))].join(', '),
  hint: 'add the folder again: graft models add FOLDER, with --dtype if its graphs are not fp32',
})

const problem = (code: string, message: string): Diagnostic => ({ code, severity: 'error', message })
