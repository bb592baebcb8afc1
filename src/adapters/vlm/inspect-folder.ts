import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { Dtype } from '../models/manifest.js'
import { ARCHITECTURES, graphFile, modelTypeOf, NEEDED, READ_IF_THERE, SESSIONS } from './vlm-files.js'

export interface FolderContents {
  /** absolute paths of all files that loading reads */
  readonly files: readonly string[]
  /** `model_type` of config.json */
  readonly architecture: string
  /** false: this architecture has not been tried with graft yet */
  readonly tried: boolean
  readonly dtype: Dtype
}

/**
 * Inspects a folder with the Hugging Face layout of an ONNX export: JSON files, and `onnx/` with the graphs in one or
 * more data types.
 *
 * @param wanted data type of the graphs; undefined = the smallest one available for all three graphs
 */
export function inspectFolder(folder: string, wanted: Dtype | undefined): Result<FolderContents, Diagnostic> {
  const root = resolve(folder)
  const missing = NEEDED.find((file) => !existsSync(join(root, file)))
  if (missing !== undefined) return err(refusal(root, `it has no ${missing}`, NEEDED.join(', ')))
  const architecture = modelTypeOf(join(root, 'config.json'))
  if (architecture === undefined || !(architecture in ARCHITECTURES)) {
    const known = `"model_type": one of ${Object.keys(ARCHITECTURES).join(', ')}`
    return err(refusal(root, `its config.json says model_type ${JSON.stringify(architecture)}`, known))
  }
  const dtype = wanted ?? BY_SIZE.find((type) => graphsOf(root, type).every((file) => existsSync(file)))
  if (dtype === undefined) {
    return err(
      refusal(root, 'its graphs are not all there in one data type', `onnx/{${SESSIONS.join(',')}}.onnx`),
    )
  }
  const absent = graphsOf(root, dtype).find((file) => !existsSync(file))
  if (absent !== undefined)
    return err(refusal(root, `it has no ${absent}`, `the graphs of data type ${dtype}`))
  const texts = [...NEEDED, ...READ_IF_THERE]
    .map((file) => join(root, file))
    .filter((file) => existsSync(file))
  const graphs = graphsOf(root, dtype).flatMap((graph) => [graph, ...externalWeights(graph)])
  return ok({
    files: [...texts, ...graphs],
    architecture,
    tried: ARCHITECTURES[architecture] === 'tried',
    dtype,
  })
}

/** Order of preference: the data type that needs the least memory and CPU time comes first. */
const BY_SIZE = ['q4', 'q8', 'int8', 'uint8', 'bnb4', 'fp32', 'fp16', 'q4f16'] as const satisfies Dtype[]

const graphsOf = (root: string, dtype: Dtype): readonly string[] =>
  SESSIONS.map((session) => join(root, graphFile(session, dtype)))

/** Large graphs keep their weights in separate files: `decoder_model_merged_q4.onnx_data`, `…_data_1`. */
function externalWeights(graph: string): readonly string[] {
  const folder = join(graph, '..')
  const name = graph.slice(folder.length + 1)
  return readdirSync(folder)
    .filter((file) => file.startsWith(`${name}_data`))
    .sort()
    .map((file) => join(folder, file))
}

const refusal = (root: string, why: string, expected: string): Diagnostic => ({
  code: 'model.folder',
  severity: 'error',
  message: `${root} is not a vision-language model that graft can load: ${why}`,
  expected,
  hint: 'copy the whole folder, with its subfolder onnx/ (docs/drop-in.md)',
})
