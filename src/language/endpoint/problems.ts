import type { Diagnostic } from '#base/diagnostic.js'
import type { Answer, NoAnswer } from './exchange.js'
import { complaintIn, type NoReply } from './completion.js'

/** Why a server gave no answer. @param seconds after which it is not waited for any longer */
export function noAnswer(problem: NoAnswer, base: string, seconds: number): Diagnostic {
  switch (problem.kind) {
    case 'refused':
      return said('chat.nobody', `nothing listens at ${base}`, {
        hint:
          'start llama-server -m MODEL.gguf --port 8080, or ollama serve (port 11434), or vllm serve ' +
          '(port 8000), or leave the chat model out',
      })
    case 'aborted':
      return said('chat.slow', `${base} has not answered in time`, {
        expected: `a reply within ${seconds} s`,
        hint: 'use a smaller model or a faster computer, or allow more: chat: { timeoutSeconds: … }',
      })
    case 'too-long':
      return said('chat.too-long', `the answer of ${base} is far longer than a reply`, {
        expected: 'a few thousand characters',
        hint: 'is this a chat server? Its address ends before /v1',
      })
    case 'broken':
      return said('chat.broken', `the connection to ${base} broke`, {
        got: problem.reason,
        hint: 'look into the log of the server; it may have run out of memory',
      })
  }
}

/** An answer that is no success. @param models the names that the server knows */
export function badStatus(answer: Answer, base: string, models: readonly string[] = []): Diagnostic {
  const { status } = answer
  const got = `${status}: ${complaintIn(answer)}`
  if (status >= 300 && status < 400)
    return said('chat.redirect', `${base} sends requests elsewhere`, {
      expected: 'a chat server, which answers by itself',
      got: `${status}: ${answer.location ?? 'nowhere'}`,
      hint: 'write the address to which it points, if that is the server that you mean',
    })
  if (status === 401 || status === 403)
    return said('chat.key', `${base} wants another key`, { got, hint: KEY_HINT })
  if (status === 404)
    return said('chat.model', `${base} has no such model, or is no chat server`, {
      ...(models.length > 0 && { expected: `one of ${models.slice(0, 12).join(', ')}` }),
      got,
      hint: 'say which model: --chat-model NAME, or chat: { model: NAME }',
    })
  if (status === 429 || status === 503)
    return said('chat.busy', `${base} is busy, or still reads its model`, { got, hint: 'try again later' })
  if (status === 400 || status === 413 || status === 422)
    return said('chat.refused', `${base} does not accept the request`, {
      got,
      hint: 'a context of 8192 tokens is enough for most worlds: llama-server -c 8192, or OLLAMA_CONTEXT_LENGTH=8192',
    })
  return said('chat.server', `${base} failed`, { got, hint: 'look into the log of the server' })
}

/** An answer of a server that holds no reply. */
export function noReply(problem: NoReply, base: string, maxTokens: number): Diagnostic {
  switch (problem) {
    case 'cut':
      return said('chat.cut', 'the reply of the chat model was cut short', {
        expected: `a reply of at most ${maxTokens} tokens`,
        hint: 'switch its thinking off, or use a model that keeps to a JSON schema',
      })
    case 'no-text':
      return said('chat.empty', 'the chat model replied nothing', {
        hint: 'a model that only thinks needs more tokens, or its thinking switched off',
      })
    case 'not-json':
      return said('chat.protocol', `${base} does not answer as a chat server`, {
        expected: 'an answer of /v1/chat/completions, as OpenAI defined it',
        hint: 'llama-server, Ollama and vLLM do; is this the right port?',
      })
  }
}

const KEY_HINT =
  'put the key into a file that only you can read, and name it as chat.keyFile; for the service, ' +
  'LoadCredential=chat-key:FILE in its unit'

const said = (
  code: string,
  message: string,
  more: Pick<Diagnostic, 'expected' | 'got' | 'hint'>,
): Diagnostic => ({ code, severity: 'error', message, ...more })
