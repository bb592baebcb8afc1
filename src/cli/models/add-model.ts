import { existsSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, relative, resolve } from 'node:path'
import { makeOutFolder, writeOut } from '#adapters/files/write-out.js'
import { inspectGguf } from '#adapters/llama/inspect-gguf.js'
import {
  hashFile,
  readManifest,
  type Dtype,
  type ModelEntry,
  type ModelFile,
} from '#adapters/models/manifest.js'
import { inspectFolder } from '#adapters/vlm/inspect-folder.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { manifestIn, localManifest, readModels } from '#app/models/model-lists.js'

export interface AddOptions {
  readonly role?: 'actor' | 'critic'
  readonly id?: string
  /** undefined: as the file says */
  readonly chat?: boolean
  /** tokens */
  readonly context?: number
  /** tokens */
  readonly think?: number
  readonly profile?: 'compact' | 'full'
  readonly dtype?: Dtype
  /** seconds */
  readonly timeout?: number
  /** write to DIR/manifest.json instead of models/local.json */
  readonly models?: string
}

export interface Added {
  readonly entry: ModelEntry
  /** the manifest that now lists it */
  readonly list: string
  /** notes for the user */
  readonly notes: readonly string[]
}

/** Prompts of the full profile take about 2 000 tokens; a larger context costs memory that few robots can spare. */
const CONTEXT = 8192

/**
 * Inspects a GGUF file or a folder with a vision-language model, hashes the files that loading reads, and writes one
 * entry of a manifest. The files stay where they are.
 */
export async function addModel(path: string, options: AddOptions): Promise<Result<Added, Diagnostic>> {
  const list = options.models === undefined ? localManifest() : manifestIn(options.models)
  if (!existsSync(path)) return err(problem('model.missing', `there is no ${path}`))
  const made = statSync(path).isDirectory() ? ofFolder(path, options) : await ofGguf(path, options)
  if (!made.ok) return made
  const { entry, notes } = made.value
  const known = options.models === undefined || existsSync(list) ? readModels(options.models) : readModels()
  if (!known.ok) return known
  if (known.value.some((model) => model.entry.id === entry.id)) {
    const hint = `choose another with --id, or remove the old one: graft models remove ${entry.id}`
    return err({ ...problem('model.twice', `there is a model '${entry.id}' already`), hint })
  }
  const files: ModelFile[] = []
  for (const file of made.value.files) files.push({ path: pathFor(list, file), ...(await hashFile(file)) })
  const whole: ModelEntry = { ...entry, files }
  const written = rewrite(list, (models) => [...models, whole])
  return written.ok ? ok({ entry: whole, list, notes }) : written
}

/** Removes a model from the list that `add` wrote; its files stay. Never touches the shipped list. */
export function removeModel(id: string, models?: string): Result<{ readonly list: string }, Diagnostic> {
  const list = models === undefined ? localManifest() : manifestIn(models)
  const there = existsSync(list) ? readManifest(list) : ok({ models: [] })
  if (!there.ok) return there
  if (!there.value.models.some((entry) => entry.id === id)) {
    const ids = there.value.models.map((entry) => entry.id).join(', ')
    return err({
      ...problem('model.unknown', `${list} lists no '${id}'`),
      expected: ids || 'nothing: it is empty',
    })
  }
  const written = rewrite(list, (entries) => entries.filter((entry) => entry.id !== id))
  return written.ok ? ok({ list }) : written
}

interface Made {
  /** its list of files is still empty */
  readonly entry: ModelEntry
  /** absolute paths of the files to list */
  readonly files: readonly string[]
  readonly notes: readonly string[]
}

async function ofGguf(path: string, options: AddOptions): Promise<Result<Made, Diagnostic>> {
  const inspected = await inspectGguf(path)
  if (!inspected.ok) return inspected
  if (options.role === 'critic') {
    const hint = 'a critic needs vision: give it the folder of an ONNX export of a vision-language model'
    return err({
      ...problem('model.role', `a GGUF file cannot be the critic: llama.cpp reads no pictures here`),
      hint,
    })
  }
  const { architecture, contextLength, chat, thinks, files } = inspected.value
  const contextSize = options.context ?? Math.min(contextLength, CONTEXT)
  return ok({
    entry: {
      id: options.id ?? idOf(basename(path, '.gguf').replace(/-00001-of-\d{5}$/, '')),
      role: 'actor',
      kind: 'gguf',
      architecture,
      chat: options.chat ?? chat,
      contextSize,
      ...(options.think === undefined ? {} : { thinkTokens: options.think }),
      profile: options.profile ?? 'full',
      ...timeout(options),
      files: [],
    },
    files,
    notes: [
      ...(chat ? [] : ['the file has no chat template: the prompt is completed as it is']),
      ...(contextSize > contextLength
        ? [`it was trained for ${contextLength} tokens, not ${contextSize}`]
        : []),
      ...(thinks && options.think === undefined
        ? ['its template supports thinking, which is turned off; --think N lets it think for N tokens']
        : []),
    ],
  })
}

function ofFolder(path: string, options: AddOptions): Result<Made, Diagnostic> {
  if (options.role === 'actor') {
    const hint = 'give it a GGUF file'
    return err({ ...problem('model.role', 'a folder with ONNX graphs cannot be the actor'), hint })
  }
  const inspected = inspectFolder(path, options.dtype)
  if (!inspected.ok) return inspected
  const { architecture, tried, dtype, files } = inspected.value
  return ok({
    entry: {
      id: options.id ?? idOf(basename(resolve(path))),
      role: 'critic',
      kind: 'transformers',
      architecture,
      prompt: 'prose',
      dtype,
      ...timeout(options),
      files: [],
    },
    files,
    notes: tried ? [] : [`models of type ${architecture} are untested with graft: try graft models bench`],
  })
}

const timeout = ({ timeout: seconds }: AddOptions): { readonly timeoutSeconds?: number } =>
  seconds === undefined ? {} : { timeoutSeconds: seconds }

const idOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-')

/** Paths below the manifest's folder are relative, so that they move with it; others are absolute. */
function pathFor(list: string, file: string): string {
  const inside = relative(dirname(list), file)
  return inside.startsWith('..') || isAbsolute(inside) ? file : inside
}

function rewrite(
  list: string,
  change: (models: readonly ModelEntry[]) => readonly ModelEntry[],
): Result<undefined, Diagnostic> {
  const before = existsSync(list) ? readManifest(list) : ok({ models: [] })
  if (!before.ok) return before
  const text = `${JSON.stringify({ models: change(before.value.models) }, null, 2)}\n`
  const failed = makeOutFolder(dirname(list)) ?? writeOut(list, text)
  if (failed === undefined) return ok(undefined)
  const hint = 'use --models DIR to keep the list in a folder of your own'
  return err({ ...problem('model.manifest', `cannot write ${list}: ${failed.got ?? failed.message}`), hint })
}

const problem = (code: string, message: string): Diagnostic => ({ code, severity: 'error', message })
