import { basename, dirname, sep } from 'node:path'
import {
  AutoModelForImageTextToText,
  AutoProcessor,
  env,
  LogitsProcessor,
  LogitsProcessorList,
  type PreTrainedModel,
  type Processor,
  RawImage,
  type Tensor,
  LogLevel,
} from '@huggingface/transformers'
import { ModelError, type Described, type Frame, withoutThought } from '#learning/ports.js'
import { encodeImagesSeparately } from './encode-images.js'
import type { VlmJob, VlmSetup } from './vlm-model.js'

/** Takes pictures and a prompt, returns text. */
export type Describe = (job: VlmJob, signal: AbortSignal) => Promise<Described>

/**
 * Opens a model in this process.
 * @throws the library's or onnxruntime's error when it cannot load the files
 */
export async function openVlm({ id, root, dtype }: VlmSetup): Promise<Describe> {
  env.localModelPath = `${dirname(root)}${sep}`
  const name = basename(root)
  const processor = await AutoProcessor.from_pretrained(name, { local_files_only: true })
  const model = await AutoModelForImageTextToText.from_pretrained(name, {
    local_files_only: true,
    dtype,
    device: 'cpu',
    session_options: { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 },
  })
  encodeImagesSeparately(processor, model)
  return async (job, signal) => {
    const pictures = await picturesOf(job.frames)
    if (pictures.length === 0) throw new ModelError(`model ${id} was given no picture`)
    return answer(model, processor, { pictures, job, signal })
  }
}

interface Question {
  readonly pictures: RawImage[]
  readonly job: VlmJob
  readonly signal: AbortSignal
}

async function answer(
  model: PreTrainedModel,
  processor: Processor,
  { pictures, job: { prompt, maxTokens }, signal }: Question,
): Promise<Described> {
  const inputs = await inputsOf(processor, pictures, prompt)
  const watch = new Watch(signal)
  const watchers = new LogitsProcessorList()
  watchers.push(watch)
  const out = (await model.generate({
    ...inputs,
    max_new_tokens: maxTokens,
    do_sample: false,
    // the model's own settings may penalise repetition, which answers need: zone after zone
    repetition_penalty: 1,
    logits_processor: watchers,
  })) as Tensor
  const asked = (inputs['input_ids'] as Tensor).dims[1] as number
  const ids = (out.tolist() as bigint[][])[0]?.slice(asked).map(Number) ?? []
  const { tokenizer } = processor
  if (tokenizer === undefined) throw new ModelError('the model has no tokenizer')
  const tokens = ids.map((token, i) => ({ text: tokenizer.decode([token]), prob: watch.probs[i] ?? 0 }))
  return { text: withoutThought(tokenizer.decode(ids, { skip_special_tokens: true })).trim(), tokens }
}

/** Processors whose first argument is the pictures; the others take the text first. */
const PICTURES_FIRST = /^(Llava|Lfm2Vl|PaliGemma|Pixtral|Florence2)/

async function inputsOf(
  processor: Processor,
  pictures: RawImage[],
  prompt: string,
): Promise<Record<string, unknown>> {
  const slots = pictures.map(() => ({ type: 'image' }))
  const content = [...slots, { type: 'text', text: withoutMarks(prompt, processor) }]
  const text = processor.apply_chat_template([{ role: 'user', content }] as never, {
    add_generation_prompt: true,
    tokenize: false,
  }) as string
  const options = { do_image_splitting: false }
  const call = processor as unknown as (...args: unknown[]) => Promise<Record<string, unknown>>
  return PICTURES_FIRST.test(processor.constructor.name)
    ? call(pictures, text, options)
    : call(text, pictures, options)
}

/** Defuses special tokens, so that text from others cannot open a turn or pose as a picture. */
function withoutMarks(prompt: string, { tokenizer }: Processor): string {
  const marks = (tokenizer?.all_special_tokens ?? []) as readonly string[]
  return marks
    .filter((mark) => mark.length > 2)
    .reduce((text, mark) => text.replaceAll(mark, mark.slice(1, -1)), prompt)
}

/**
 * Runs last before each token is chosen: records the probability of the likeliest token, and ends an aborted answer.
 */
class Watch extends LogitsProcessor {
  readonly probs: number[] = []
  readonly #signal: AbortSignal

  constructor(signal: AbortSignal) {
    super()
    this.#signal = signal
  }

  override _call(_: bigint[][], logits: Tensor): Tensor {
    if (this.#signal.aborted) throw new ModelError('aborted')
    const weights = logits.data as Float32Array
    let top = -Infinity
    for (const weight of weights) if (weight > top) top = weight
    let sum = 0
    for (const weight of weights) sum += Math.exp(weight - top)
    this.probs.push(1 / sum)
    return logits
  }
}

/**
 * Longest side of a picture, pixels, and maximum pictures per question (CRIT-04): the cost of an answer depends on
 * pixels.
 */
const MAX_SIDE = 512
const MAX_FRAMES = 30

/** Converts the newest frames, oldest first, scaled down if needed, never up. */
export async function picturesOf(frames: readonly Frame[]): Promise<RawImage[]> {
  const pictures: RawImage[] = []
  for (const { rgb, width, height } of frames.slice(-MAX_FRAMES)) {
    const picture = new RawImage(new Uint8ClampedArray(rgb), width, height, 3)
    const scale = MAX_SIDE / Math.max(width, height)
    const scaled = (side: number): number => Math.max(1, Math.round(side * scale))
    pictures.push(scale < 1 ? await picture.resize(scaled(width), scaled(height)) : picture)
  }
  return pictures
}

/**
 * Blocks network access through the library and `fetch`: a model is loaded from its folder or not at all. A missing
 * file fails at once with a clear error.
 */
export function goOffline(): void {
  const refuse = (what: unknown): Promise<never> =>
    Promise.reject(new Error(`models are loaded from local files only; refused to fetch ${String(what)}`))
  env.allowRemoteModels = false
  env.allowLocalModels = true
  env.useFSCache = false
  env.useBrowserCache = false
  env.useWasmCache = false
  env.fetch = refuse
  env.logLevel = LogLevel.ERROR
  globalThis.fetch = refuse
}
