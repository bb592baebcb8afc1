import type { Diagnostic } from '#base/diagnostic.js'
import type { ChatRequest } from '../ports.js'

/**
 * The body of a request. `json_schema` is the form of `response_format` that OpenAI, llama.cpp's server, Ollama and
 * vLLM share; greedy and with a seed, so that the same order means the same tomorrow, as far as the server keeps to it.
 */
export function bodyOf(model: string, request: ChatRequest, withSchema: boolean): string {
  const { system, user, schema, maxTokens } = request
  return JSON.stringify({
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: contentOf(user, request) },
    ],
    max_tokens: maxTokens,
    temperature: 0,
    seed: 1,
    stream: false,
    ...(schema !== undefined &&
      withSchema && {
        response_format: { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } },
      }),
  })
}

/**
 * The same without a schema, for a server that refused it because of that; undefined: it had another reason. The
 * prompt describes the form of the reply, too, and the reply is checked in any case.
 */
export function bodyWithoutSchema(body: string, { code, got = '' }: Diagnostic): string | undefined {
  const isAboutSchema =
    code === 'chat.refused' && /schema|response_format|grammar|guided|structured/i.test(got)
  if (!isAboutSchema) return undefined
  const { response_format: sent, ...rest } = JSON.parse(body) as Record<string, unknown>
  return sent === undefined ? undefined : JSON.stringify(rest)
}

/** Text alone, or text and pictures as data URLs: nothing is fetched by the server. */
const contentOf = (user: string, { pictures = [] }: ChatRequest): unknown =>
  pictures.length === 0
    ? user
    : [
        { type: 'text', text: user },
        ...pictures.map(({ type, bytes }) => ({
          type: 'image_url',
          image_url: { url: `data:${type};base64,${Buffer.from(bytes).toString('base64')}` },
        })),
      ]
