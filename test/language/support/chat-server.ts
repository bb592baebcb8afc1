import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the server does with a request for a reply. */
export type Behaviour = (response: ServerResponse, request: ChatSeen, count: number) => void

/** A request as the server has seen it. */
export interface ChatSeen {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: {
    readonly model?: string
    readonly messages?: readonly { readonly role: string; readonly content: unknown }[]
    readonly response_format?: unknown
    readonly max_tokens?: number
    readonly stream?: boolean
  }
}

export interface ChatServer {
  readonly base: string
  readonly port: number
  readonly seen: readonly ChatSeen[]
  close(): Promise<void>
}

/**
 * A test tool that speaks the protocol of an OpenAI-compatible server on a port of its own, with faults.
 * @param models what `/v1/models` lists
 */
export async function chatServer(
  behave: Behaviour,
  models: readonly string[] = ['small'],
): Promise<ChatServer> {
  const seen: ChatSeen[] = []
  let replies = 0
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString('utf8')
      const body = (text === '' ? {} : JSON.parse(text)) as ChatSeen['body']
      const one = { path: request.url ?? '', headers: request.headers, body }
      seen.push(one)
      if (one.path.endsWith('/v1/models')) json(response, 200, { data: models.map((id) => ({ id })) })
      else behave(response, one, ++replies)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}`,
    port,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** It replies with this text, as llama.cpp's server would. */
export const says =
  (text: string | ((seen: ChatSeen) => string)): Behaviour =>
  (response, seen) =>
    json(response, 200, completion(typeof text === 'string' ? text : text(seen)))

export const completion = (content: unknown, finish = 'stop'): unknown => ({
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
  usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
})

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** It streams, whatever it is asked for. */
export const streams =
  (pieces: readonly string[], isWhole = true): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    for (const content of pieces)
      response.write(
        `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: null }] })}\n\n`,
      )
    if (isWhole)
      response.write(
        `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
      )
    response.end()
  }
