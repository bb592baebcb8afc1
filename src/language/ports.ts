import type { Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'
import type { Schema } from './schema/schema.js'

/** A chat model: an OpenAI-compatible endpoint, or a GGUF file in a folder. Nothing that it writes is ever executed. */
export interface ChatModel {
  /** for logs and reports: the model's name, and where it runs */
  readonly id: string
  /** Whether pictures can be sent with a request. */
  readonly seesPictures: boolean
  /** One request and its reply, without memory of earlier ones. Never throws; an abort is a diagnostic, too. */
  reply(request: ChatRequest): Promise<Result<ChatReply, Diagnostic>>
  dispose(): Promise<void>
}

export interface ChatRequest {
  /** what the model is, what it knows, and the form of its reply */
  readonly system: string
  /** what is asked now */
  readonly user: string
  readonly pictures?: readonly Picture[]
  /** what the reply has to be; a model may disregard it, so whoever reads the reply checks it all the same */
  readonly schema?: Schema
  readonly maxTokens: number
  readonly signal: AbortSignal
}

interface Picture {
  readonly type: 'image/png' | 'image/jpeg'
  readonly bytes: Uint8Array
}

export interface ChatReply {
  readonly text: string
  /** as the model counts them; 0 where it does not say */
  readonly tokens: { readonly in: number; readonly out: number }
  readonly seconds: number
}

/** What a prompt asks, made by a pure function; the reply is read by the function beside it. */
export type Prompt = Pick<ChatRequest, 'system' | 'user' | 'maxTokens'> & { readonly schema: Schema }
