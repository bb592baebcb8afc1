import { err } from '#base/result.js'
import type { StatusEventBody } from '#runtime/status/status-event.js'
import { CATALOGUE, type CommandName } from './catalogue.js'
import type { From } from './roles.js'
import { tooFast, type Checked, plain, sayCommand } from './gate/gate.js'
import { TokenBucket } from './gate/token-bucket.js'
import { UnderWay } from './gate/under-way.js'
import type { Answer, ConsoleHost, Who } from './host.js'
import type { ConsolePort } from './ports.js'
import { LIMITS, URGENT, type Limits } from './protocol.js'
import { BUG, BUSY, encodeReply } from './reply.js'

export interface DispatcherOptions {
  readonly host: ConsoleHost
  /** monotonic milliseconds */
  readonly now: () => number
  /** publishes what operators do: `StatusPublisher.publish` */
  readonly tell: (statusEvent: StatusEventBody) => void
  readonly limits?: Partial<Limits>
  /**
   * Calls `call` after `ms`.
   * @returns a function that cancels it
   */
  readonly later?: (ms: number, call: () => void) => () => void
}

/**
 * Executes checked requests as commands, with exactly one reply each. It shares the reflex loop's thread, so viewers
 * have a budget in milliseconds of that thread, and nobody else queues behind them.
 */
export class CommandDispatcher implements ConsolePort {
  readonly limits: Limits
  readonly #host: ConsoleHost
  readonly #now: () => number
  readonly #tell: (statusEvent: StatusEventBody) => void
  readonly #later: (ms: number, call: () => void) => () => void
  readonly #underWay: UnderWay
  /** remaining budget of the viewers, milliseconds of this thread */
  readonly #forViewers: TokenBucket

  constructor({ host, now, tell, limits, later = timer }: DispatcherOptions) {
    this.#host = host
    this.#now = now
    this.#tell = tell
    this.#later = later
    this.limits = { ...LIMITS, ...limits }
    this.#underWay = new UnderWay(this.limits)
    this.#forViewers = new TokenBucket(this.limits.viewersMsPerSecond, this.limits.viewersMsAtOnce, now())
  }

  carryOut(request: Checked, from: From): Uint8Array | Promise<Uint8Array> {
    const begun = this.#now()
    if (from.role !== 'viewer') return this.#carryOut(request, from)
    if (!this.#forViewers.has(begun)) return encodeReply(request.id, err(tooFast('role')), this.limits)
    const reply = this.#carryOut(request, from)
    this.#forViewers.spend(this.#now() - begun)
    return reply
  }

  gone(client: string): void {
    try {
      this.#host.gone(client)
    } catch (error) {
      this.#log('error', `letting go of ${client} has a bug: ${String(error)}`)
    }
  }

  #carryOut({ id, command, by, params, quiet }: Checked, from: From): Uint8Array | Promise<Uint8Array> {
    const { role, client } = from
    const end = URGENT.has(command) ? nothing : this.#underWay.begin(from)
    if (end === undefined) return encodeReply(id, err(BUSY), this.limits)
    const who: Who = { name: by, role, client }
    const did = sayCommand(command, params)
    // every stop of a flood stops the robot, but stops are reported only at the normal message rate
    const reported = isDeed(command) && !quiet
    if (reported) this.#tell({ kind: 'operator', by, role, did })
    const done = (answer: Answer): Uint8Array => {
      if (reported)
        this.#log(answer.ok ? 'info' : 'warn', `${by} (${role}, ${client}): ${did}: ${outcome(answer)}`)
      const begun = this.#now()
      const bytes = encodeReply(id, answer, this.limits)
      if (role === 'viewer') this.#forViewers.spend(this.#now() - begun)
      return bytes
    }
    const answer = this.#execute(command, params, who)
    if (!(answer instanceof Promise)) {
      end()
      return done(answer)
    }
    // a command that runs past its time limit still counts as in progress
    const conclusion = answer.then((value) => (end(), value))
    return new Promise((resolve) => {
      const callOff = this.#later(this.limits.commandMs, () => resolve(done(slow(command, this.limits))))
      void conclusion.then((value) => {
        callOff()
        resolve(done(value))
      })
    })
  }

  #execute(
    command: CommandName,
    params: Readonly<Record<string, unknown>>,
    who: Who,
  ): Promise<Answer> | Answer {
    const bug = (error: unknown): Answer => {
      this.#log(
        'error',
        `\`${command}\` has a bug: ${error instanceof Error ? (error.stack ?? '') : String(error)}`,
      )
      return err(BUG)
    }
    try {
      // the parameters have passed the schema of this command
      const answer = this.#host.execute(command, params, who)
      return answer instanceof Promise ? answer.catch(bug) : answer
    } catch (error) {
      return bug(error)
    }
  }

  #log(level: 'info' | 'warn' | 'error', text: string): void {
    this.#tell({ kind: 'log', level, source: 'console', text: plain(text) })
  }
}

/** Viewer commands are not reported; teleoperation only at its begin and end. */
const isDeed = (command: CommandName): boolean =>
  CATALOGUE[command].role !== 'viewer' && command !== 'teleop.drive'

const outcome = (answer: Answer): string =>
  answer.ok ? 'done' : `refused, ${answer.error.code}: ${answer.error.message}`

const slow = (command: CommandName, { commandMs }: Limits): Answer =>
  err({
    code: 'console.slow',
    message: `\`${command}\` has taken longer than ${commandMs / 1000} s and goes on`,
    hint: '`status` and `log` show what comes of it',
  })

function timer(ms: number, call: () => void): () => void {
  const handle = setTimeout(call, ms)
  handle.unref()
  return () => clearTimeout(handle)
}

const nothing = (): void => undefined
