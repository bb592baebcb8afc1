import { setTimeout as sleep } from 'node:timers/promises'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { ChatModel, ChatReply, ChatRequest } from '../ports.js'
import { isLoopback, targetsOf, type Lookup } from './address.js'
import { modelsIn, replyIn } from './completion.js'
import { exchange, type Answer, type NoAnswer, type Sent } from './exchange.js'
import { badStatus, noAnswer, noReply } from './problems.js'
import { bodyOf, bodyWithoutSchema } from './request-body.js'

export interface EndpointOptions {
  /** `http://127.0.0.1:8080`, with or without /v1 */
  readonly base: string
  /** undefined: the only one that the server has */
  readonly model: string | undefined
  /** other computers that may be asked */
  readonly hosts: readonly string[]
  /** sent to this computer, and over https; never logged */
  readonly key: string | undefined
  /** for a request with its repetitions, seconds */
  readonly timeoutSeconds: number
  readonly find?: Lookup
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Finds out where the endpoint is and which model it has. Nothing is sent before its host is known to be allowed. */
export async function openAiChat(
  options: EndpointOptions,
  signal: AbortSignal,
): Promise<Result<ChatModel, Diagnostic>> {
  // Node.js 24 sends what `fetch` asks for through a proxy where this is set
  if ((process.env.NODE_USE_ENV_PROXY ?? '') !== '') return err(PROXY)
  const targets = await targetsOf(options.base, options.hosts, options.find)
  if (!targets.ok) return targets
  if (options.key !== undefined && !targets.value.every(isPrivate)) return err(openKey(options.base))
  const endpoint = new Endpoint(options, targets.value)
  const model = options.model === undefined ? await endpoint.onlyModel(signal) : ok(options.model)
  return model.ok ? ok(endpoint.chat(model.value)) : model
}

/** Longest answer, bytes: a reply is a few thousand. */
const LONGEST_ANSWER = 4 << 20
const ATTEMPTS = 3
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 10_000

class Endpoint {
  readonly #options: EndpointOptions
  readonly #targets: readonly URL[]
  /** a server that does not know schemas is not sent one again */
  #knowsSchemas = true

  constructor(options: EndpointOptions, targets: readonly URL[]) {
    this.#options = options
    this.#targets = targets
  }

  chat(model: string): ChatModel {
    return {
      id: `${model} at ${this.#options.base}`,
      seesPictures: true,
      reply: (request) => this.#reply(model, request),
      dispose: () => Promise.resolve(),
    }
  }

  async onlyModel(signal: AbortSignal): Promise<Result<string, Diagnostic>> {
    const answer = await this.#ask('/v1/models', undefined, signal)
    if (!answer.ok) return err(this.#redacted(answer.error))
    const names = modelsIn(answer.value)
    const [only] = names ?? []
    if (names === undefined) return err(noReply('not-json', this.#options.base, 0))
    if (only !== undefined && names.length === 1) return ok(only)
    return err({
      code: 'chat.model',
      severity: 'error',
      message: `${this.#options.base} has ${names.length === 0 ? 'no model' : `${names.length} models`}`,
      expected: 'the name of one',
      ...(names.length > 0 && { got: names.slice(0, 12).join(', ') }),
      hint:
        names.length === 0
          ? 'give it one, such as ollama pull MODEL'
          : 'say which: --chat-model NAME, or chat: { model: NAME }',
    })
  }

  async #reply(model: string, request: ChatRequest): Promise<Result<ChatReply, Diagnostic>> {
    const begun = performance.now()
    const body = bodyOf(model, request, this.#knowsSchemas)
    let answer = await this.#ask('/v1/chat/completions', body, request.signal)
    const plain = answer.ok ? undefined : bodyWithoutSchema(body, answer.error)
    if (plain !== undefined) {
      this.#knowsSchemas = false
      answer = await this.#ask('/v1/chat/completions', plain, request.signal)
    }
    if (!answer.ok) return err(this.#redacted(answer.error))
    const reply = replyIn(answer.value)
    if (!reply.ok) return err(noReply(reply.error, this.#options.base, request.maxTokens))
    return ok({ ...reply.value, seconds: (performance.now() - begun) / 1000 })
  }

  /** Asks until there is an answer: again only where nothing was sent, or the server asks to come back later. */
  async #ask(
    path: string,
    body: string | undefined,
    aborted: AbortSignal,
  ): Promise<Result<Answer, Diagnostic>> {
    const { base, timeoutSeconds, wait = defaultWait } = this.#options
    const signal = AbortSignal.any([aborted, AbortSignal.timeout(timeoutSeconds * 1000)])
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#once(path, body, signal)
      const isLater = answer.ok ? LATER.has(answer.value.status) : answer.error.kind === 'refused'
      if (!isLater || attempt === ATTEMPTS || signal.aborted) {
        if (!answer.ok) return err(aborted.aborted ? GIVEN_UP : noAnswer(answer.error, base, timeoutSeconds))
        if (answer.value.status === 200) return ok(answer.value)
        return err(badStatus(answer.value, base, await this.#known(path, answer.value, signal)))
      }
      const asked = answer.ok ? answer.value.retryAfter : undefined
      const ms = asked === undefined ? FIRST_WAIT_MS * 2 ** (attempt - 1) : asked * 1000
      await wait(Math.min(ms, LONGEST_WAIT_MS), signal).catch(() => undefined)
    }
  }

  /** The first address at which something listens. */
  async #once(
    path: string,
    body: string | undefined,
    signal: AbortSignal,
  ): Promise<Result<Answer, NoAnswer>> {
    let last: Result<Answer, NoAnswer> = err({ kind: 'refused' })
    for (const target of this.#targets) {
      last = await exchange(this.#sent(target, { path, body, signal }))
      if (last.ok || last.error.kind !== 'refused') return last
    }
    return last
  }

  #sent(
    target: URL,
    { path, body, signal }: Pick<Sent, 'body' | 'signal'> & { readonly path: string },
  ): Sent {
    const url = new URL(target)
    url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
    return { url, body, key: this.#options.key, maxBytes: LONGEST_ANSWER, signal }
  }

  /** The models to choose from, where the one that was named does not exist. */
  async #known(path: string, { status }: Answer, signal: AbortSignal): Promise<readonly string[]> {
    if (status !== 404 || path === '/v1/models') return []
    const answer = await this.#once('/v1/models', undefined, signal)
    return (answer.ok ? modelsIn(answer.value) : undefined) ?? []
  }

  /** Servers may quote the key that they refuse. */
  #redacted(problem: Diagnostic): Diagnostic {
    const { key } = this.#options
    if (key === undefined || problem.got === undefined) return problem
    return { ...problem, got: problem.got.replaceAll(key, '(key)') }
  }
}

/** Answers that ask to come back: too many requests, or the model is still being read. */
const LATER: ReadonlySet<number> = new Set([429, 503])

const defaultWait = (ms: number, signal: AbortSignal): Promise<unknown> => sleep(ms, undefined, { signal })

/** A key is readable by everybody on the way unless it stays here or is encrypted. */
const isPrivate = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'))

const openKey = (base: string): Diagnostic => ({
  code: 'chat.open-key',
  severity: 'error',
  message: 'the key would be sent over the network unencrypted',
  expected: 'https, or a server on this computer',
  got: base.slice(0, 120),
  hint: 'put a proxy with a certificate before the server, or reach it through ssh -L 8080:127.0.0.1:8080',
})

const GIVEN_UP: Diagnostic = {
  code: 'chat.aborted',
  severity: 'error',
  message: 'the chat model was not waited for any longer',
  hint: 'give the order again',
}

const PROXY: Diagnostic = {
  code: 'chat.proxy',
  severity: 'error',
  message: 'requests would go through a proxy',
  expected: 'NODE_USE_ENV_PROXY not set: a chat model is asked directly',
  hint: 'unset NODE_USE_ENV_PROXY',
}
