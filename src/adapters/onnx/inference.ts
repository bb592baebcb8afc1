import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Raster } from '#base/rectify.js'
import type { Region } from '#learning/ports.js'
import type { CriticConfig } from './config.js'
import { writeAnswer, type Inferred, type WordRows } from './decoding.js'
import { createDraft } from './field/draft.js'
import { cutPatches, type Patches } from './field/patches.js'

export type { Inferred } from './decoding.js'

export interface Graphs {
  readonly encoder: string
  readonly embed: string
  readonly decoder: string
}

export interface InferenceSetup {
  readonly graphs: Graphs
  readonly config: CriticConfig
}

export interface Inference {
  /** the encoder's input, or the frame to cut it from */
  readonly picture: Patches | { readonly frame: Raster; readonly regions: readonly Region[] }
  readonly prompt: readonly number[]
  /** maximum words in an answer */
  readonly limit: number
}

interface Sessions {
  readonly encoder: InferenceSession
  readonly decoder: InferenceSession
  readonly words: WordRows
}

/**
 * Loads the graphs and returns a function that decodes one answer at a time, greedily.
 * @throws the error of onnxruntime when it rejects a graph
 */
export async function openInference({
  graphs,
  config,
}: InferenceSetup): Promise<(job: Inference) => Promise<Inferred>> {
  const sessions = await open(graphs, config)
  return (job) => infer(sessions, config, job)
}

async function open({ encoder, embed, decoder }: Graphs, config: CriticConfig): Promise<Sessions> {
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, executionProviders: ['cpu'] }
  return {
    encoder: await InferenceSession.create(encoder, options),
    decoder: await InferenceSession.create(decoder, options),
    words: await wordRows(await InferenceSession.create(embed, options), config.vocabulary.length),
  }
}

async function infer(
  { encoder, decoder, words }: Sessions,
  config: CriticConfig,
  job: Inference,
): Promise<Inferred> {
  const { visual, seen } = await see(encoder, config, patchesOf(job))
  const draft = createDraft(config, seen, job.prompt)
  return writeAnswer(decoder, config, {
    words,
    question: { visual, prompt: job.prompt, limit: job.limit },
    draft,
  })
}

const patchesOf = ({ picture }: Inference): Patches =>
  'frame' in picture ? cutPatches(picture.frame, picture.regions) : picture

/** Computes the embeddings of all words once, so that later look-ups need no graph run. */
async function wordRows(embed: InferenceSession, count: number): Promise<WordRows> {
  const ids = new Tensor(
    'int64',
    BigInt64Array.from({ length: count }, (_, i) => BigInt(i)),
    [1, count],
  )
  const { inputs_embeds: out } = await embed.run({ input_ids: ids })
  return { width: out?.dims[2] as number, rows: out?.data as Float32Array }
}

async function see(
  encoder: InferenceSession,
  { patch, overview, patchNames }: CriticConfig,
  job: Patches,
): Promise<{ readonly visual: Float32Array; readonly seen: readonly number[] }> {
  const count = patchNames.length
  const { image_features: features, seen } = await encoder.run({
    patches: new Tensor('float32', planar(job.patches, patch.width * patch.height, count), [
      1,
      count,
      3,
      patch.height,
      patch.width,
    ]),
    overview: new Tensor('float32', planar(job.overview, overview.width * overview.height, 1), [
      1,
      3,
      overview.height,
      overview.width,
    ]),
  })
  const classes = seen === undefined ? [] : Array.from(seen.data as BigInt64Array, Number)
  return { visual: features?.data as Float32Array, seen: classes }
}

/** Converts interleaved RGB to one plane per channel, picture by picture. */
function planar(rgb: Uint8Array, pixels: number, count: number): Float32Array {
  const out = new Float32Array(rgb.length)
  for (let n = 0; n < count; n++) {
    const at = n * pixels * 3
    for (let i = 0; i < pixels; i++) {
      for (let c = 0; c < 3; c++) out[at + c * pixels + i] = rgb[at + 3 * i + c] as number
    }
  }
  return out
}
