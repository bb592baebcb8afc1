import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Raster } from '../../base/rectify.js'
import type { Region } from '../../mind/ports.js'
import type { CriticConfig } from './config.js'
import { cutPatches, type Patches } from './patches.js'

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
  /** what the encoder looks at, or the frame that it is to be cut from */
  readonly picture: Patches | { readonly frame: Raster; readonly regions: readonly Region[] }
  readonly prompt: readonly number[]
  /** most words of an answer */
  readonly limit: number
}

export interface Inferred {
  readonly words: readonly number[]
  readonly probs: readonly number[]
}

interface Sessions {
  readonly encoder: InferenceSession
  readonly embed: InferenceSession
  readonly decoder: InferenceSession
}

/**
 * Greedy decoding of one answer at a time, with a key/value cache.
 * @throws what onnxruntime throws when it refuses a graph
 */
export async function openInference({
  graphs,
  config,
}: InferenceSetup): Promise<(job: Inference) => Promise<Inferred>> {
  const sessions = await open(graphs)
  return (job) => infer(sessions, config, job)
}

async function open({ encoder, embed, decoder }: Graphs): Promise<Sessions> {
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, executionProviders: ['cpu'] }
  return {
    encoder: await InferenceSession.create(encoder, options),
    embed: await InferenceSession.create(embed, options),
    decoder: await InferenceSession.create(decoder, options),
  }
}

async function infer(sessions: Sessions, config: CriticConfig, job: Inference): Promise<Inferred> {
  const vocabulary = config.vocabulary
  const end = vocabulary.indexOf('end')
  const separator = vocabulary.indexOf(';')
  const visual = await see(sessions.encoder, config, patchesOf(job))
  const asked = await embed(sessions.embed, job.prompt)
  let input = concat(visual, asked)
  let positions = Array.from({ length: config.answerAt }, (_, i) => i)
  let past = emptyPast(config)
  const words: number[] = []
  const probs: number[] = []
  for (let line = 0, place = 0, total = config.answerAt; words.length < job.limit; total++) {
    const step = await decode(sessions.decoder, input, positions, total, past)
    past = step.past
    words.push(step.word)
    probs.push(step.prob)
    if (step.word === end) break
    positions = [config.answerAt + line * config.line + Math.min(place, config.line - 1)]
    ;[line, place] = step.word === separator ? [line + 1, 0] : [line, place + 1]
    input = await embed(sessions.embed, [step.word])
  }
  return { words, probs }
}

const patchesOf = ({ picture }: Inference): Patches =>
  'frame' in picture ? cutPatches(picture.frame, picture.regions) : picture

async function see(
  encoder: InferenceSession,
  { patch, overview, patchNames }: CriticConfig,
  job: Patches,
): Promise<Tensor> {
  const count = patchNames.length
  const { image_features: features } = await encoder.run({
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
  return features as Tensor
}

/** RGB by pixel → one plane a channel, picture by picture. */
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

async function embed(session: InferenceSession, ids: readonly number[]): Promise<Tensor> {
  const { inputs_embeds: out } = await session.run({ input_ids: int64(ids, [1, ids.length]) })
  return out as Tensor
}

type Past = Readonly<Record<string, Tensor>>

function emptyPast({ layers, heads, headSize }: CriticConfig): Past {
  const names = Array.from({ length: layers }, (_, i) =>
    ['key', 'value'].map((k) => `past_key_values.${i}.${k}`),
  ).flat()
  return Object.fromEntries(
    names.map((name) => [name, new Tensor('float32', new Float32Array(0), [1, heads, 0, headSize])]),
  )
}

/** @param total length of everything read so far, this input included */
async function decode(
  session: InferenceSession,
  input: Tensor,
  positions: readonly number[],
  total: number,
  past: Past,
): Promise<{ readonly word: number; readonly prob: number; readonly past: Past }> {
  const out = await session.run({
    inputs_embeds: input,
    attention_mask: int64(new Array<number>(total).fill(1), [1, total]),
    position_ids: int64(positions, [1, positions.length]),
    ...past,
  })
  const present = Object.entries(out).filter(([name]) => name.startsWith('present.'))
  return {
    ...likeliest(out.logits as Tensor),
    past: Object.fromEntries(present.map(([name, t]) => [name.replace('present', 'past_key_values'), t])),
  }
}

function likeliest(logits: Tensor): { readonly word: number; readonly prob: number } {
  const width = logits.dims[2] as number
  const last = (logits.data as Float32Array).subarray(-width)
  let word = 0
  for (let i = 1; i < width; i++) if ((last[i] as number) > (last[word] as number)) word = i
  const top = last[word] as number
  const sum = last.reduce((total, value) => total + Math.exp(value - top), 0)
  return { word, prob: 1 / sum }
}

function concat(a: Tensor, b: Tensor): Tensor {
  const [left, right] = [a.data as Float32Array, b.data as Float32Array]
  const data = new Float32Array(left.length + right.length)
  data.set(left)
  data.set(right, left.length)
  return new Tensor('float32', data, [1, (a.dims[1] as number) + (b.dims[1] as number), a.dims[2] as number])
}

const int64 = (values: readonly number[], dims: readonly number[]): Tensor =>
  new Tensor('int64', BigInt64Array.from(values, BigInt), dims)
