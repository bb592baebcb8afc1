import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ModelError, type Described, type VisionModel, type VisionRequest } from '#learning/ports.js'
import { calibrated } from './calibration.js'
import { parseConfig, type CriticConfig } from './config.js'
import { startModelProcess, type ModelProcess } from '../model-process/model-process.js'
import type { Graphs, Inference, InferenceSetup, Inferred } from './inference.js'

/** The part of a manifest entry that loading needs; its files must have been verified already. */
export interface OnnxVisionEntry {
  readonly id: string
  readonly files: readonly { readonly path: string }[]
}

/**
 * Loads the project's own vision-language model: three ONNX graphs and a `config.json`. Inference and cropping of the
 * picture run in a separate process, because both would block the reflex loop. One thread, greedy: the same picture and
 * facts always give the same words.
 *
 * The model reads a closed vocabulary, word by word.
 *
 * @param folder folder of the manifest
 * @throws ModelError when a file does not belong to such a model or onnxruntime rejects it
 */
export async function loadOnnxVision(entry: OnnxVisionEntry, folder: string): Promise<VisionModel> {
  const path = (name: string): string => {
    const file = entry.files.find((candidate) => candidate.path.endsWith(name))
    if (!file) throw new ModelError(`model ${entry.id} lists no file ${name}`)
    return join(folder, file.path)
  }
  const config = parseConfig(await readFile(path('config.json'), 'utf8'), entry.id)
  const graphs = {
    encoder: path('vision_encoder.onnx'),
    embed: path('embed_tokens.onnx'),
    decoder: path('decoder.onnx'),
  }
  return createVisionModel(entry.id, config, await startInference(graphs, config))
}

/** @param inference where the graphs run: a separate process, or this one where nothing needs to stay responsive */
export function createVisionModel(
  id: string,
  config: CriticConfig,
  inference: Pick<InferenceProcess, 'ask' | 'stop'>,
): VisionModel {
  const numberOf = new Map(config.vocabulary.map((word, i) => [word, i]))
  return {
    id,
    describe: async (request) => {
      const frame = request.frames.at(-1)
      if (!frame) throw new ModelError(`model ${id} was given no picture`)
      const prompt = promptWords(request, numberOf, config)
      const { width, height, rgb } = frame
      const picture = { frame: { width, height, rgb }, regions: request.regions }
      const limit = Math.min(request.maxTokens, config.maxAnswerWords)
      return described(await inference.ask({ picture, prompt, limit }, request.signal), config)
    },
    dispose: () => inference.stop(),
  }
}

function promptWords(
  { prompt }: VisionRequest,
  numberOf: ReadonlyMap<string, number>,
  { promptWords: first, refutedWords }: CriticConfig,
): number[] {
  const words = prompt.split(/\s+/).filter((word) => word !== '')
  const second = first + refutedWords
  if (words.length !== first && words.length !== second) {
    const expected = refutedWords > 0 ? `${first}, or ${second} in a second turn` : `${first}`
    throw new ModelError(`the facts have ${words.length} words, this model reads ${expected}`)
  }
  return words.map((word) => {
    const number = numberOf.get(word)
    if (number === undefined) throw new ModelError(`the model does not know the word '${word}'`)
    return number
  })
}

function described(
  { words, probs }: { readonly words: readonly number[]; readonly probs: readonly number[] },
  { vocabulary, calibration }: CriticConfig,
): Described {
  const tokens = words.map((number, i) => ({ text: vocabulary[number] ?? '?', prob: probs[i] ?? 0 }))
  const text = tokens.map((token) => token.text).join(' ')
  if (calibration === undefined) return { text, tokens }
  const { differ = 0, astray = 0 } = calibration
  return { text, tokens, confidence: calibrated(tokens, calibration), doubts: { differ, astray } }
}

export type InferenceProcess = ModelProcess<Inference, Inferred>

/**
 * Starts a separate process for onnxruntime, whose runs block the event loop of the calling process.
 * @throws ModelError when onnxruntime rejects one of the graphs
 */
export const startInference = (graphs: Graphs, config: CriticConfig): Promise<InferenceProcess> =>
  startModelProcess<InferenceSetup, Inference, Inferred>('./inference-program', import.meta.url, {
    graphs,
    config,
  })
