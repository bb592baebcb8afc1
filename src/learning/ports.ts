import type { CameraModel, Pixel } from '#base/camera-model.js'
import type { Ms } from '#base/units.js'

/** External interfaces of the learning code: implemented in `src/adapters`, injected by `src/app`. */

/**
 * A language model. Deterministic: the same request to the same model file gives the same reply (temperature 0, one
 * thread).
 */
export interface LanguageModel {
  /** manifest id, for logs and reports */
  readonly id: string
  /** context size in tokens: prompt and reply together */
  readonly contextSize: number
  /** counted by the model's own tokenizer, which may run elsewhere */
  countTokens(text: string): Promise<number>
  /**
   * @throws ModelError when the model cannot answer (aborted, out of context); never returns a partial reply as
   * complete
   */
  complete(request: Completion): Promise<Completed>
  dispose(): Promise<void>
}

export interface Completion {
  readonly prompt: string
  /** GBNF that the whole reply must match, with no trailing blanks */
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
  /** prompt tokens reused from an earlier prompt in the context; absent when the backend does not report it */
  readonly reusedTokens?: number
  readonly tokens: number
  /** mean natural-log probability per generated token, and the lowest token probability */
  readonly meanLogProb: number
  readonly minProb: number
  /** false when maxTokens cut the reply short */
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
  /** named quadrilaterals in the LAST frame: a zone, the shelf's track, the field; a model may ignore them */
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
  /**
   * probability that the whole answer is right, calibrated on held-out episodes; absent = the model is not calibrated
   */
  readonly confidence?: number
  /** corrections to the logit of `confidence` for what the model cannot know about its picture; absent = none */
  readonly doubts?: Doubts
}

/** Fitted with the confidence, on the same episodes. */
export interface Doubts {
  /** for a picture in which plain colour reads every block differently (`PictureCheck.differ` = 1) */
  readonly differ: number
  /** for a picture that could not be registered to the map */
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
  /** the newest picture; on the virtual robot, of the current virtual time */
  capture(): Promise<Frame>
}

/** An unusable model: missing, corrupted, returning garbage, timed out. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
}

/** Strips a leading <think> block: a model may reason aloud unprompted, and that is not its answer (MOD-20). */
export const withoutThought = (text: string): string => text.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, '')
