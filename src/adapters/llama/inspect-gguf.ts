import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readGgufFileInfo } from 'node-llama-cpp'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { ggufProblem } from './gguf-bounds.js'

/** What the header of a GGUF file declares; its tensors are not read. */
export interface GgufHeader {
  /** the file, or all parts of a model split into `…-00001-of-00003.gguf` */
  readonly files: readonly string[]
  /** `llama`, `qwen3`, `gemma3`, … */
  readonly architecture: string
  /** context length it was trained for, tokens */
  readonly contextLength: number
  /** it contains a chat template */
  readonly chat: boolean
  /** its chat template marks thoughts */
  readonly thinks: boolean
}

/** @param path the file, or the first part of several */
export async function inspectGguf(path: string): Promise<Result<GgufHeader, Diagnostic>> {
  const parts = partsOf(resolve(path))
  const missing = parts.find((part) => !existsSync(part))
  if (missing !== undefined) return err(refusal(path, `there is no ${missing}`))
  for (const part of parts) {
    const problem = ggufProblem(part)
    if (problem !== undefined) return err(refusal(part, problem))
  }
  try {
    const { metadata } = await readGgufFileInfo(resolve(path), {
      readTensorInfo: false,
      sourceType: 'filesystem',
      logWarnings: false,
    })
    const { architecture } = metadata.general
    const own = (metadata as unknown as Record<string, { readonly context_length?: number } | undefined>)[
      architecture
    ]
    const template = metadata.tokenizer?.chat_template
    if (own?.context_length === undefined || metadata.tokenizer?.ggml === undefined) {
      return err(
        refusal(
          path,
          `its architecture '${architecture}' is not a language model (a projector or an adapter?)`,
        ),
      )
    }
    return ok({
      files: parts,
      architecture,
      contextLength: own.context_length,
      chat: template !== undefined && template.trim() !== '',
      thinks: /<think>|<\|channel\|?>|<seed:think>|\[THINK\]/.test(template ?? ''),
    })
  } catch (error) {
    return err(refusal(path, error instanceof Error ? error.message : String(error)))
  }
}

function partsOf(path: string): readonly string[] {
  const split = /^(.*)-\d{5}-of-(\d{5})\.gguf$/.exec(path)
  if (split === null) return [path]
  const [, stem = '', count = ''] = split
  return Array.from(
    { length: Math.min(Number(count), MAX_PARTS) },
    (_, i) => `${stem}-${String(i + 1).padStart(5, '0')}-of-${count}.gguf`,
  )
}

/** a file name may claim any number of parts */
const MAX_PARTS = 999

const refusal = (path: string, why: string): Diagnostic => ({
  code: 'model.gguf',
  severity: 'error',
  message: `${path} cannot be used: ${why}`,
  expected: 'a GGUF file of a language model, complete',
  hint: 'download the file again and compare its size',
})
