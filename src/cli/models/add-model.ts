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
  /** undefined = what the file says */
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
  /** the manifest that it stands in now */
  readonly list: string
  /** what a person should know about it */
  readonly notes: readonly string[]
}

/**
 * Prompts of the full profile take about 2 000 tokens; more context than this costs memory that few robots
 * have to spare.
 */
const CONTEXT = 8192

/**
 * Looks into a GGUF file or a folder with a vision-language model, hashes what loading reads, and writes one entry of a
 * manifest. The files stay where they are.
 */
export async function addModel(path: string, options: AddOptions): Promise<Result<Added, Diagnostic>> {
  const list = options.models === undefined ? localManifest() : manifestIn(options.models)
  if (!existsSync(path)) return err(problem('model.missing', `there is no ${path}`))
  const made = statSync(path).isDirectory() ? await ofFolder(path, options) : await ofGguf(path, options)
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

/** Takes a model off the list that `add` wrote; its files stay. The shipped list is not touched. */
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
  /** its list of files still empty */
  readonly entry: ModelEntry
  /** absolute paths of what is to be listed */
  readonly files: readonly string[]
  readonly notes: readonly string[]
}

async function ofGguf(path: string, options: AddOptions): Promise<Result<Made, Diagnostic>> {
  const inspected = await inspectGguf(path)
  if (!inspected.ok) return inspected
  if (options.role === 'critic') {
    const hint = 'a critic must see: give it the folder of an ONNX export of a vision-language model'
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
      ...(chat ? [] : ['the file brings no chat template: the prompt is continued as it stands']),
      ...(contextSize > contextLength
        ? [`it was trained for ${contextLength} tokens, not ${contextSize}`]
        : []),
      ...(thinks && options.think === undefined
        ? ['its template knows thoughts: it is asked to answer without; --think N lets it think for N tokens']
        : []),
    ],
  })
}

async function ofFolder(path: string, options: AddOptions): Promise<Result<Made, Diagnostic>> {
  if (options.role === 'actor') {
    const hint = 'give it a GGUF file'
    return err({ ...problem('model.role', 'a folder with ONNX graphs cannot be the actor'), hint })
  }
  const inspected = await inspectFolder(path, options.dtype)
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
    notes: tried
      ? []
      : [`nobody has loaded a model of type ${architecture} with graft yet: try graft models bench`],
  })
}

const timeout = ({ timeout: seconds }: AddOptions): { readonly timeoutSeconds?: number } =>
  seconds === undefined ? {} : { timeoutSeconds: seconds }

const idOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-')

/** Files below the manifest's folder move with it; others keep their place. */
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
  const hint = 'with --models DIR the list stands in a folder of yours'
  return err({ ...problem('model.manifest', `cannot write ${list}: ${failed.got ?? failed.message}`), hint })
}

const problem = (code: string, message: string): Diagnostic => ({ code, severity: 'error', message })
