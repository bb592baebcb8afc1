import { err } from '../base/result.js'
import type { NewsBody } from '../runtime/station/news.js'
import { CATALOGUE, type CommandName } from './catalogue.js'
import { Clients, type Wait } from './clients.js'
import type { Answer, ConsoleHost, Refusal, Who } from './host.js'
import type { ConsolePort, From } from './ports.js'
import { LIMITS, PROTOCOL, URGENT, type Limits, type Reply } from './protocol.js'
import { readParams, readRequest, type Request } from './read-request.js'
import type { Role } from './roles.js'
import { plain, sayCommand } from './told.js'

export interface DeskOptions {
  readonly host: ConsoleHost
  /** monotonic milliseconds */
  readonly now: () => number
  /** where operators' deeds and refusals are told: `Station.tell` */
  readonly tell: (news: NewsBody) => void
  readonly limits?: Partial<Limits>
  /** Calls after so many ms. @returns calls it off */
  readonly later?: (ms: number, call: () => void) => () => void
}

/**
 * Where messages of the console become commands: bytes in, bytes out, one reply for each. It knows no sockets; what comes
 * in is hostile until it is read, and what a client may ask is bounded in every direction.
 */
export class ConsoleDesk implements ConsolePort {
  readonly #host: ConsoleHost
  readonly #now: () => number
  readonly #tell: (news: NewsBody) => void
  readonly #later: (ms: number, call: () => void) => () => void
  readonly #limits: Limits
  readonly #clients: Clients

  constructor({ host, now, tell, limits, later = timer }: DeskOptions) {
    this.#host = host
    this.#now = now
    this.#tell = tell
    this.#later = later
    this.#limits = { ...LIMITS, ...limits }
    this.#clients = new Clients(this.#limits, (client) => this.#gone(client), now())
  }

  longest(role: Role): number {
    return this.#limits.request[role]
  }

  answer(message: Uint8Array, from: From): Uint8Array | Promise<Uint8Array> {
    const now = this.#now()
    this.#clients.heard(from, now)
    const wait = this.#clients.count(from, now)
    const read = readRequest(message, from.role, this.#limits)
    if (!read.ok) {
      const { id, refusal } = read.error
      if (wait === undefined && refusal.code === 'console.role')
        this.#log('warn', `${from.client}: ${refusal.message}`)
      return this.#reply(id, err(wait === undefined ? refusal : tooFast(wait)))
    }
    const request = read.value
    const urgent = URGENT.has(request.command)
    if (wait !== undefined && !urgent) return this.#reply(request.id, err(tooFast(wait)))
    const params = readParams(request.command, request.params)
    if (!params.ok) return this.#reply(request.id, params)
    const end = urgent ? nothing : this.#clients.begin(from)
    if (end === undefined) return this.#reply(request.id, err(BUSY))
    // a flood of stops stops the robot each time, and is told as often as others may speak
    return this.#carryOut(request, params.value, from, wait !== undefined, end)
  }

  sweep(): void {
    this.#clients.sweep(this.#now())
  }

  closed(role: Role): void {
    this.#clients.closed(role)
  }

  #carryOut(
    { id, command, by }: Request,
    params: Record<string, unknown>,
    { role, client }: From,
    quiet: boolean,
    end: () => void,
  ): Uint8Array | Promise<Uint8Array> {
    const who: Who = { name: by, role, client }
    const did = sayCommand(command, params)
    const told = isDeed(command) && !quiet
    if (told) this.#tell({ kind: 'operator', by, role, did })
    const done = (answer: Answer): Uint8Array => {
      if (told)
        this.#log(answer.ok ? 'info' : 'warn', `${by} (${role}, ${client}): ${did}: ${outcome(answer)}`)
      return this.#reply(id, answer)
    }
    const answer = this.#execute(command, params, who)
    if (!(answer instanceof Promise)) {
      end()
      return done(answer)
    }
    // what goes on after its time is over still counts as under way
    const settled = answer.then((value) => (end(), value))
    return new Promise((resolve) => {
      const callOff = this.#later(this.#limits.commandMs, () => resolve(done(slow(command, this.#limits))))
      void settled.then((value) => {
        callOff()
        resolve(done(value))
      })
    })
  }

  #execute(command: CommandName, params: Record<string, unknown>, who: Who): Promise<Answer> | Answer {
    const bug = (error: unknown): Answer => {
      this.#log(
        'error',
        `\`${command}\` has a bug: ${error instanceof Error ? (error.stack ?? '') : String(error)}`,
      )
      return err(BUG)
    }
    try {
      // the schema of this very command has read them
      const answer = this.#host.execute(command, params, who)
      return answer instanceof Promise ? answer.catch(bug) : answer
    } catch (error) {
      return bug(error)
    }
  }

  #reply(id: Reply['id'], answer: Answer): Uint8Array {
    const head = { v: PROTOCOL, id }
    const text = answer.ok
      ? stringify({ ...head, ok: true, result: answer.value ?? null })
      : stringify({ ...head, ok: false, error: answer.error })
    const bytes = text === undefined ? undefined : UTF8.encode(text)
    if (bytes === undefined) return this.#reply(id, err(BUG))
    if (bytes.length > this.#limits.reply) return this.#reply(id, err(tooLong(bytes.length)))
    return bytes
  }

  #gone(client: string): void {
    try {
      this.#host.gone(client)
    } catch (error) {
      this.#log('error', `letting go of ${client} has a bug: ${String(error)}`)
    }
  }

  #log(level: 'info' | 'warn' | 'error', text: string): void {
    this.#tell({ kind: 'log', level, source: 'console', text: plain(text) })
  }
}

/** Looking is not told, and of a drive by hand only its begin and its end are. */
const isDeed = (command: CommandName): boolean =>
  CATALOGUE[command].role !== 'viewer' && command !== 'teleop.drive'

const outcome = (answer: Answer): string =>
  answer.ok ? 'done' : `refused, ${answer.error.code}: ${answer.error.message}`

function stringify(reply: Reply): string | undefined {
  try {
    return JSON.stringify(reply)
  } catch {
    return undefined
  }
}

const tooFast = (wait: Wait): Refusal => ({
  code: 'console.too-fast',
  message:
    wait === 'client' ? 'more messages than a client may send' : 'more messages than this endpoint takes',
  hint: 'wait a second; `stop` and `estop` are always taken',
})

const slow = (command: CommandName, { commandMs }: Limits): Answer =>
  err({
    code: 'console.slow',
    message: `\`${command}\` has taken longer than ${commandMs / 1000} s and goes on`,
    hint: '`status` and `log` show what comes of it',
  })

const tooLong = (bytes: number): Refusal => ({
  code: 'console.too-large',
  message: `the answer has ${bytes} bytes, more than one reply holds`,
  hint: 'ask for less, with `limit` where the command has it',
})

const BUSY: Refusal = {
  code: 'console.busy',
  message: 'too many commands are under way',
  hint: 'wait for their replies; `stop` and `estop` are always taken',
}

const BUG: Refusal = {
  code: 'console.bug',
  message: 'the service has a bug: the command ended in an error of its own',
  hint: 'the log has the text; please report it',
}

function timer(ms: number, call: () => void): () => void {
  const handle = setTimeout(call, ms)
  handle.unref()
  return () => clearTimeout(handle)
}

const nothing = (): void => undefined
const UTF8 = new TextEncoder()
