import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'
import { openAiChat, type EndpointOptions } from '#language/endpoint/open-ai-chat.js'
import { replyIn } from '#language/endpoint/completion.js'
import type { ChatReply, ChatRequest } from '#language/ports.js'
import { object, text } from '#language/schema/schema.js'
import {
  chatServer,
  completion,
  json,
  says,
  streams,
  type Behaviour,
  type ChatServer,
} from './support/chat-server.js'

const servers: ChatServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})
async function serve(behave: Behaviour, models?: readonly string[]): Promise<ChatServer> {
  const server = await chatServer(behave, models)
  servers.push(server)
  return server
}

const schema = object({ word: text(20) })
const request = (more: Partial<ChatRequest> = {}): ChatRequest => ({
  system: 'be brief',
  user: 'hello',
  schema,
  maxTokens: 50,
  signal: new AbortController().signal,
  ...more,
})

type Options = Partial<EndpointOptions>
const waits: number[] = []
async function ask(base: string, options: Options = {}, more: Partial<ChatRequest> = {}) {
  waits.length = 0
  const chat = await openAiChat(
    {
      base,
      model: 'small',
      hosts: [],
      key: undefined,
      timeoutSeconds: 5,
      wait: (ms) => Promise.resolve(waits.push(ms)),
      ...options,
    },
    new AbortController().signal,
  )
  return chat.ok ? chat.value.reply(request(more)) : chat
}

/** The code of a failure; every failure says what to do. */
function codeOf(reply: Result<ChatReply, Diagnostic>): string {
  if (reply.ok) return `replied ${reply.value.text}`
  expect(reply.error.hint).toBeTruthy()
  expect(reply.error.message).toBeTruthy()
  return reply.error.code
}

describe('an OpenAI-compatible endpoint', () => {
  it('is sent both turns, the schema and the limits, and its tokens are counted', async () => {
    const server = await serve(says('{"word":"yes"}'))
    const reply = await ask(server.base)
    expect(reply).toMatchObject({ ok: true, value: { text: '{"word":"yes"}', tokens: { in: 11, out: 7 } } })
    expect(server.seen).toHaveLength(1)
    expect(server.seen[0]).toMatchObject({
      path: '/v1/chat/completions',
      body: {
        model: 'small',
        messages: [
          { role: 'system', content: 'be brief' },
          { role: 'user', content: 'hello' },
        ],
        max_tokens: 50,
        stream: false,
        response_format: { type: 'json_schema', json_schema: { schema } },
      },
    })
    expect(server.seen[0]?.headers.authorization).toBeUndefined()
  })

  it('is found with and without /v1, and below a path', async () => {
    const server = await serve(says('x'))
    for (const [end, path] of [
      ['', '/v1/chat/completions'],
      ['/', '/v1/chat/completions'],
      ['/v1', '/v1/chat/completions'],
      ['/v1/', '/v1/chat/completions'],
      ['/llm/v1', '/llm/v1/chat/completions'],
    ] as const) {
      expect(codeOf(await ask(server.base + end))).toBe('replied x')
      expect(server.seen.at(-1)?.path).toBe(path)
    }
  })

  it('is sent pictures as data, not as something to fetch', async () => {
    const server = await serve(says('x'))
    const bytes = new Uint8Array([1, 2, 3])
    await ask(server.base, {}, { pictures: [{ type: 'image/png', bytes }] })
    expect(server.seen[0]?.body.messages?.[1]?.content).toEqual([
      { type: 'text', text: 'hello' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
    ])
  })

  it('names its only model; of several one has to be named', async () => {
    const one = await serve(says('x'), ['only'])
    expect(codeOf(await ask(one.base, { model: undefined }))).toBe('replied x')
    expect(one.seen[1]?.body.model).toBe('only')
    for (const models of [[], ['a', 'b']]) {
      const server = await serve(says('x'), models)
      expect(codeOf(await ask(server.base, { model: undefined }))).toBe('chat.model')
      expect(server.seen).toHaveLength(1)
    }
  })

  it('that streams though nobody asked is read all the same, unless the stream breaks off', async () => {
    expect(codeOf(await ask((await serve(streams(['{"a', '":1}']))).base))).toBe('replied {"a":1}')
    expect(codeOf(await ask((await serve(streams(['{"a'], false))).base))).toBe('chat.cut')
  })

  it('that does not know schemas is asked without one, and not sent one again', async () => {
    const server = await serve((response, { body }) =>
      body.response_format === undefined
        ? json(response, 200, completion('x'))
        : json(response, 400, { error: { message: 'response_format is not supported' } }),
    )
    const chat = await openAiChat(
      { base: server.base, model: 'small', hosts: [], key: undefined, timeoutSeconds: 5 },
      new AbortController().signal,
    )
    expect(chat.ok && codeOf(await chat.value.reply(request()))).toBe('replied x')
    expect(chat.ok && codeOf(await chat.value.reply(request()))).toBe('replied x')
    expect(server.seen).toHaveLength(3)
  })
})

describe('an endpoint with a fault', () => {
  const failing =
    (status: number, body: unknown = { error: { message: 'so it is' } }): Behaviour =>
    (response) =>
      json(response, status, body)
  const endless: Behaviour = (response) => {
    const more = (): void => {
      while (!response.destroyed && response.write('x'.repeat(1 << 16)));
    }
    response.on('drain', more)
    more()
  }
  const broken: Behaviour = (response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('{"choices"', () => response.destroy())
  }
  it.each<[string, string, Behaviour]>([
    ['not JSON', 'chat.protocol', (response) => response.end('<html>hello</html>')],
    ['cut JSON', 'chat.protocol', (response) => response.end('{"choices":[{"mess')],
    ['another form', 'chat.protocol', failing(200, { reply: 'hello' })],
    ['no choices', 'chat.empty', failing(200, { choices: [] })],
    ['no text', 'chat.empty', failing(200, completion(null))],
    ['cut by its limit', 'chat.cut', failing(200, completion('{"word":"ye', 'length'))],
    ['far too long', 'chat.too-long', (response) => response.end('x'.repeat(5 << 20))],
    ['without end', 'chat.too-long', endless],
    ['a key is wanted', 'chat.key', failing(401)],
    ['forbidden', 'chat.key', failing(403)],
    ['another model', 'chat.model', failing(404)],
    [
      'too long a prompt',
      'chat.refused',
      failing(400, { error: { message: 'exceeds the available context size' } }),
    ],
    ['an error of its own', 'chat.server', failing(500)],
    ['a redirect', 'chat.redirect', (response) => json(response, 307, {}, { location: 'http://192.0.2.1/' })],
    ['a broken line', 'chat.broken', (response) => response.destroy()],
    ['a line that breaks midway', 'chat.broken', broken],
  ])('%s: %s', async (_, code, behave) => {
    const server = await serve(behave)
    expect(codeOf(await ask(server.base))).toBe(code)
    // none of these is tried again: the server has seen the request
    expect(server.seen.filter(({ path }) => path.endsWith('completions'))).toHaveLength(1)
    expect(waits).toEqual([])
  })

  it('that never answers is given up at its limit, or when nobody waits any more', async () => {
    const server = await serve(() => undefined)
    expect(codeOf(await ask(server.base, { timeoutSeconds: 0.05 }))).toBe('chat.slow')
    const abort = new AbortController()
    const waiting = ask(server.base, {}, { signal: abort.signal })
    abort.abort()
    expect(codeOf(await waiting)).toBe('chat.aborted')
  })

  it('at which nothing listens is tried three times, and the message says what to start', async () => {
    const server = await serve(says('x'))
    await server.close()
    const reply = await ask(server.base)
    expect(codeOf(reply)).toBe('chat.nobody')
    expect(reply).toMatchObject({
      error: {
        message: `nothing listens at ${server.base}`,
        hint: expect.stringContaining('llama-server') as string,
      },
    })
    expect(waits).toEqual([500, 1000])
  })

  it('that is busy is asked again, as late as it says, and not for ever', async () => {
    const busy = await serve((response, _, count) =>
      count < 3
        ? json(
            response,
            count === 1 ? 503 : 429,
            { error: { message: 'Loading model' } },
            { 'retry-after': '2' },
          )
        : json(response, 200, completion('x')),
    )
    expect(codeOf(await ask(busy.base))).toBe('replied x')
    expect(waits).toEqual([2000, 2000])
    const always = await serve((response) => json(response, 503, {}, { 'retry-after': '9999' }))
    expect(codeOf(await ask(always.base))).toBe('chat.busy')
    expect(waits).toEqual([10_000, 10_000])
    expect(always.seen).toHaveLength(3)
  })

  it('lists its models where the one that was named is unknown', async () => {
    const server = await serve(failing(404), ['llama3', 'qwen3'])
    expect(await ask(server.base)).toMatchObject({ error: { expected: 'one of llama3, qwen3' } })
  })
})

describe('where requests may go', () => {
  const at = (addresses: readonly string[]): Options => ({ find: () => Promise.resolve(addresses) })

  it('a name that is not listed has to be this computer, by every address that it has', async () => {
    const server = await serve(says('x'))
    const base = `http://robot.example:${server.port}`
    expect(codeOf(await ask(base, at(['127.0.0.1'])))).toBe('replied x')
    // the address that was looked up is what is connected to
    expect(server.seen[0]?.headers.host).toBe(`127.0.0.1:${server.port}`)
    expect(codeOf(await ask(base, at(['127.0.0.1', '192.0.2.7'])))).toBe('chat.host')
    expect(codeOf(await ask(base, at([])))).toBe('chat.unknown-host')
    expect(codeOf(await ask(base, { find: () => Promise.reject(new Error('ENOTFOUND')) }))).toBe(
      'chat.unknown-host',
    )
    expect(server.seen).toHaveLength(1)
  })

  it('tries each address of a name: many servers listen on one only', async () => {
    const server = await serve(says('x'))
    expect(codeOf(await ask(`http://robot.example:${server.port}`, at(['::1', '127.0.0.1'])))).toBe(
      'replied x',
    )
  })

  it.each([
    ['http://192.0.2.1:8080', 'chat.host'],
    ['http://[2001:db8::1]:8080', 'chat.host'],
    ['http://0.0.0.0:8080', 'chat.host'],
    ['http://169.254.169.254/', 'chat.host'],
    ['http://user:secret@127.0.0.1:8080', 'chat.address'],
    ['http://127.0.0.1:8080/?key=secret', 'chat.address'],
    ['file:///etc/passwd', 'chat.address'],
    ['ftp://127.0.0.1', 'chat.address'],
    ['not an address', 'chat.address'],
  ])('%s: %s', async (base, code) => {
    const reply = await ask(base)
    expect(codeOf(reply)).toBe(code)
    expect(JSON.stringify(reply)).not.toContain('secret')
  })

  it('a host that the configuration lists is asked by its name', async () => {
    const server = await serve(says('x'))
    const listed = { hosts: ['LocalHost'], find: () => Promise.reject(new Error('not to be looked up')) }
    expect(codeOf(await ask(`http://localhost:${server.port}`, listed))).toBe('replied x')
    expect(server.seen[0]?.headers.host).toBe(`localhost:${server.port}`)
  })

  it('a key stays here, or is encrypted; no message shows it', async () => {
    const key = 'sk-very-secret'
    const server = await serve((response) => json(response, 401, { error: `no access with ${key}` }))
    const reply = await ask(server.base, { key })
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${key}`)
    expect(codeOf(reply)).toBe('chat.key')
    expect(JSON.stringify(reply)).not.toContain(key)
    const open = await ask('http://gpu.example:8000', { key, hosts: ['gpu.example'] })
    expect(codeOf(open)).toBe('chat.open-key')
    expect(JSON.stringify(open)).not.toContain(key)
  })
})

it('whatever a server answers is a reply or a reason, never an exception', () => {
  let replies = 0
  const answer = fc.record({
    status: fc.constant(200),
    type: fc.constantFrom('application/json', 'text/event-stream', ''),
    text: fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .anything()
        .map((value) => JSON.stringify({ choices: [{ message: value, delta: value }], usage: value }) ?? ''),
      fc.string().map((said) => JSON.stringify(completion(said))),
      fc.string().map((said) => `data: ${JSON.stringify(completion(said))}`),
    ),
    location: fc.constant(undefined),
    retryAfter: fc.constant(undefined),
  })
  fc.assert(
    fc.property(answer, (one) => {
      const reply = replyIn(one)
      if (reply.ok) replies++
      return reply.ok ? reply.value.text.trim() !== '' : ['not-json', 'no-text', 'cut'].includes(reply.error)
    }),
    { numRuns: 2000 },
  )
  expect(replies).toBeGreaterThan(100)
})
