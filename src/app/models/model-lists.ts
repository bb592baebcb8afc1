import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { kindOf, readManifest, verifyModel, type ModelEntry } from '#adapters/models/manifest.js'
import { vlmProblem } from '#adapters/vlm/vlm-files.js'
import { didYouMean, type Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { projectFile } from '#documents/read-text-file.js'

/** A model that may be loaded, and the list that its entry comes from. */
export interface ListedModel {
  readonly entry: ModelEntry
  /** base folder of the entry's paths */
  readonly dir: string
  /**
   * `given`: from --models; `shipped`: from models/manifest.json; `local`: from models/local.json, added by the
   * user
   */
  readonly list: 'given' | 'shipped' | 'local'
}

export const shippedManifest = (): string => projectFile('models/manifest.json')
export const localManifest = (): string => projectFile('models/local.json')
/** @param dir the value of --models */
export const manifestIn = (dir: string): string => join(resolve(dir), 'manifest.json')

/**
 * Lists every model: first those of the given folder, then the shipped ones, then those that the user added. The
 * first model of a role runs unless another is named.
 *
 * @param given folder with its own manifest.json
 */
export function readModels(given?: string): Result<readonly ListedModel[], Diagnostic> {
  const lists = [
    ...(given === undefined ? [] : [{ file: manifestIn(given), list: 'given' as const, needed: true }]),
    { file: shippedManifest(), list: 'shipped' as const, needed: true },
    { file: localManifest(), list: 'local' as const, needed: false },
  ]
  const all: ListedModel[] = []
  for (const { file, list, needed } of lists) {
    if (!needed && !existsSync(file)) continue
    const read = readList(file, list)
    if (!read.ok) return read
    for (const model of read.value) {
      const twin = all.find(({ entry }) => entry.id === model.entry.id)
      if (twin !== undefined) return err(duplicateId(model, twin))
      all.push(model)
    }
  }
  return ok(all)
}

/** Finds a model by its id. */
export function findModel(all: readonly ListedModel[], id: string): Result<ListedModel, Diagnostic> {
  const found = all.find(({ entry }) => entry.id === id)
  if (found !== undefined) return ok(found)
  const ids = all.map(({ entry }) => entry.id)
  const near = didYouMean(id, ids)
  return err({
    code: 'model.unknown',
    severity: 'error',
    message: `there is no model '${id}'`,
    expected: ids.join(', '),
    hint:
      near === undefined
        ? 'graft models list shows all; graft models add FILE adds one'
        : `did you mean ${near}?`,
  })
}

/** What is wrong with these models' files; empty when they match their manifests. */
export async function verifyModels(models: readonly ListedModel[]): Promise<readonly Diagnostic[]> {
  const problems: Diagnostic[] = []
  for (const { entry, dir } of models) {
    const verified = await verifyModel(entry, dir)
    const problem = verified.ok ? await listProblem(entry, dir) : verified.error
    if (problem !== undefined) problems.push(problem)
  }
  return problems
}

const listProblem = (entry: ModelEntry, dir: string): Promise<Diagnostic | undefined> =>
  Promise.resolve(kindOf(entry) === 'transformers' ? vlmProblem(entry, dir) : undefined)

/** The entries of one manifest. */
export function readList(
  file: string,
  list: ListedModel['list'],
): Result<readonly ListedModel[], Diagnostic> {
  if (!existsSync(file)) {
    const hint =
      list === 'given'
        ? 'graft models add FILE --models DIR makes one'
        : 'restore the folder models/ from the repository'
    return err({ code: 'model.manifest', severity: 'error', message: `there is no ${file}`, hint })
  }
  const parsed = readManifest(file)
  if (!parsed.ok) return parsed
  return ok(parsed.value.models.map((entry) => ({ entry, dir: dirname(file), list })))
}

const duplicateId = (model: ListedModel, twin: ListedModel): Diagnostic => ({
  code: 'model.twice',
  severity: 'error',
  message:
    `two models have the id ` +
    `'${model.entry.id}': one from ${twin.dir} (${twin.list}), one from ${model.dir} (${model.list})`,
  hint: 'give one of them a different id in its manifest',
})
