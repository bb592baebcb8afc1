import type { CameraModel, Pixel } from '#base/camera-model.js'
import type { Ms } from '#base/units.js'

/** What the mind needs from outside: implemented in `src/adapters`, handed in by `src/app`. */

/** A language model. Same request, same model file: same reply (temperature 0, one thread). */
export interface LanguageModel {
  /** manifest id, for logs and reports */
  readonly id: string
  /** tokens of context: prompt and reply together */
  readonly contextSize: number
  /** asked of the model's own tokenizer, which may live elsewhere */
  countTokens(text: string): Promise<number>
  /** @throws ModelError when the model cannot answer (aborted, out of context); never returns half a reply as whole */
  complete(request: Completion): Promise<Completed>
  dispose(): Promise<void>
}

export interface Completion {
  readonly prompt: string
  /** GBNF that the reply must match; whole reply, no trailing blanks */
  readonly grammar?: string
  readonly maxTokens: number
  /** 0 = greedy */
  readonly temperature: number
  readonly seed: number
  readonly signal?: AbortSignal
}

export interface Completed {
  readonly text: string
  readonly promptTokens: number
  /** of these, tokens that an earlier prompt had left in the context; absent when the backend cannot tell */
  readonly reusedTokens?: number
  readonly tokens: number
  /** mean natural-log probability per generated token, and the smallest token probability */
  readonly meanLogProb: number
  readonly minProb: number
  /** false when maxTokens was reached before the end */
  readonly complete: boolean
}

/** A vision-language model: pictures and a question in, text out. */
export interface VisionModel {
  readonly id: string
  describe(request: VisionRequest): Promise<Described>
  dispose(): Promise<void>
}

export interface VisionRequest {
  readonly frames: readonly Frame[]
  /**
   * named quadrilaterals of the LAST frame that matter: a zone, the shelf's track, the field; a model may
   * ignore them
   */
  readonly regions: readonly Region[]
  readonly prompt: string
  readonly maxTokens: number
  readonly signal?: AbortSignal
}

/** Corner order: near left, near right, far right, far left, in the field's frame. */
export interface Region {
  readonly name: string
  readonly corners: readonly [Pixel, Pixel, Pixel, Pixel]
}

export interface Described {
  readonly text: string
  /** the generated tokens with their probabilities, in order */
  readonly tokens: readonly { readonly text: string; readonly prob: number }[]
  /** how likely the whole answer is right, calibrated on held-out episodes; absent = nobody calibrated this model */
  readonly confidence?: number
  /** what the logit of `confidence` changes by for what the model cannot know of its picture; absent = nothing */
  readonly doubts?: Doubts
}

/** Fitted with the confidence, on the same episodes. */
export interface Doubts {
  /** for a picture in which plain colour reads every block otherwise (`PictureCheck.differ` = 1) */
  readonly differ: number
  /** for a picture that could not be laid on the map */
  readonly astray: number
}

/** One camera picture: 8-bit RGB, row by row from the top left, no padding. */
export interface Frame {
  readonly id: string
  readonly t: Ms
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
}

export interface Camera {
  readonly model: CameraModel
  /** the newest picture; on the virtual robot, of this very moment of virtual time */
  capture(): Promise<Frame>
}

/** A model that cannot be used: missing, corrupted, garbage, timed out. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
}

/** A model may think aloud though nobody asked it to; that is not its answer (MOD-20). */
export const withoutThought = (text: string): string => text.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, '')
