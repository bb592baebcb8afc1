import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inspectGguf } from '#adapters/llama/inspect-gguf.js'
import { loadLlamaModel } from '#adapters/llama/llama-model.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { LanguageModel } from '#learning/ports.js'
import type { ChatModel, ChatReply, ChatRequest } from '../ports.js'
import { gbnfOf } from '../schema/gbnf.js'

export interface GgufOptions {
  /** a folder with one GGUF model, or the file */
  readonly path: string
  readonly timeoutSeconds: number
  /** tokens of prompt and reply; fewer where the model was trained for fewer */
  readonly contextSize?: number
}

/** enough for a world of forty things, its state and a reply */
const CONTEXT = 8192

/** Opens a GGUF file with a chat template in a process of its own (docs/adr/0011). It reads no pictures. */
export async function llamaChat(options: GgufOptions): Promise<Result<ChatModel, Diagnostic>> {
  const file = modelIn(options.path)
  if (!file.ok) return file
  const header = await inspectGguf(file.value)
  if (!header.ok) return header
  if (!header.value.chat) return err(noTemplate(file.value))
  const contextSize = Math.min(options.contextSize ?? CONTEXT, header.value.contextLength)
  try {
    const model = await loadLlamaModel({ id: file.value, file: file.value, contextSize, chat: true })
    return ok(chatWith(model, options.timeoutSeconds))
  } catch (error) {
    return err(failed(file.value, error))
  }
}

/** A language model that is asked one thing at a time, as a chat model. */
const chatWith = (model: LanguageModel, timeoutSeconds: number): ChatModel => ({
  id: model.id,
  seesPictures: false,
  reply: (request) => reply(model, request, timeoutSeconds),
  dispose: () => model.dispose(),
})

async function reply(
  model: LanguageModel,
  { system, user, pictures = [], schema, maxTokens, signal }: ChatRequest,
  timeoutSeconds: number,
): Promise<Result<ChatReply, Diagnostic>> {
  if (pictures.length > 0) return err(BLIND)
  const begun = performance.now()
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutSeconds * 1000)])
  try {
    const { text, promptTokens, tokens, complete } = await model.complete({
      // not every template has a turn for the system, so all is said in one
      prompt: `${system}\n\n${user}`,
      ...(schema !== undefined && { grammar: gbnfOf(schema) }),
      maxTokens,
      temperature: 0,
      seed: 1,
      signal: inTime,
    })
    if (!complete) return err(cut(maxTokens))
    return ok({
      text,
      tokens: { in: promptTokens, out: tokens },
      seconds: (performance.now() - begun) / 1000,
    })
  } catch (error) {
    return err(inTime.aborted ? slow(model.id, timeoutSeconds) : failed(model.id, error))
  }
}

function modelIn(path: string): Result<string, Diagnostic> {
  try {
    if (!statSync(path).isDirectory()) return ok(path)
    const files = readdirSync(path).filter((name) => name.endsWith('.gguf') && !name.startsWith('mmproj'))
    // of a model in several parts the first is opened
    const models = files
      .filter((name) => !/-\d{5}-of-\d{5}\.gguf$/.test(name) || /-00001-of-/.test(name))
      .sort()
    const [only] = models
    if (only !== undefined && models.length === 1) return ok(join(path, only))
    return err({
      code: 'chat.folder',
      severity: 'error',
      message: `${path} does not say which model is meant`,
      expected: 'one GGUF model',
      got: models.length === 0 ? 'none' : models.slice(0, 8).join(', '),
      hint: 'name the file itself: --chat FOLDER/MODEL.gguf',
    })
  } catch (error) {
    return err({
      code: 'chat.folder',
      severity: 'error',
      message: `there is no chat model at ${path}`,
      expected: 'a folder with a GGUF file, or the address of a server, such as http://127.0.0.1:8080',
      got: error instanceof Error && 'code' in error ? String(error.code) : String(error),
      hint: 'download a GGUF file of an instruction-tuned model of about 8 B parameters into a folder',
    })
  }
}

const noTemplate = (file: string): Diagnostic => ({
  code: 'chat.no-template',
  severity: 'error',
  message: `${file} is not a chat model`,
  expected: 'a GGUF file with a chat template',
  got: 'one without',
  hint: 'use the instruction-tuned version of the model (its name ends in -Instruct or -it)',
})

const BLIND: Diagnostic = {
  code: 'chat.no-pictures',
  severity: 'error',
  message: 'a GGUF file that is opened here reads no pictures',
  expected: 'text only',
  hint: 'for pictures use an endpoint: llama-server -m MODEL.gguf --mmproj PROJECTOR.gguf',
}

const cut = (maxTokens: number): Diagnostic => ({
  code: 'chat.cut',
  severity: 'error',
  message: 'the reply of the chat model was cut short',
  expected: `a reply of at most ${maxTokens} tokens`,
  hint: 'use a larger model: small ones tend to repeat themselves',
})

const slow = (id: string, seconds: number): Diagnostic => ({
  code: 'chat.slow',
  severity: 'error',
  message: `${id} has not replied in time`,
  expected: `a reply within ${seconds} s`,
  hint: 'use a smaller model or a faster computer, or allow more: chat: { timeoutSeconds: … }',
})

const failed = (id: string, error: unknown): Diagnostic => ({
  code: 'chat.failed',
  severity: 'error',
  message: `${id} cannot answer`,
  got: error instanceof Error ? error.message : String(error),
  hint: 'a shorter order or a smaller world needs less context; a file that is damaged has to be downloaded again',
})
