import { err } from '#base/result.js'
import type { StatusEventBody } from '#runtime/status/status-event.js'
import { CATALOGUE, type CommandName } from './catalogue.js'
import type { Sender } from './roles.js'
import { tooFast, type CheckedRequest, sanitiseLine, describeCommand } from './gate/gate.js'
import { TokenBucket } from './gate/token-bucket.js'
import { InFlightLimiter } from './gate/in-flight-limiter.js'
import type { Answer, ConsoleHost, Who } from './host.js'
import type { ConsolePort } from './ports.js'
import { LIMITS, URGENT, type Limits } from './protocol.js'
import { BUG, BUSY, encodeReply } from './reply.js'

export interface DispatcherOptions {
  readonly host: ConsoleHost
  /** monotonic milliseconds */
  readonly now: () => number
  /** publishes what operators do: `StatusPublisher.publish` */
  readonly publish: (statusEvent: StatusEventBody) => void
  readonly limits?: Partial<Limits>
  /**
   * Calls `call` after `ms`.
   * @returns a function that cancels it
   */
  readonly schedule?: (ms: number, call: () => void) => () => void
}

/**
 * Executes checked requests as commands, with exactly one reply each. It shares the reflex loop's thread, so viewers
 * have a budget in milliseconds of that thread, and nobody else queues behind them.
 */
export class CommandDispatcher implements ConsolePort {
  readonly limits: Limits
  readonly #host: ConsoleHost
  readonly #now: () => number
  readonly #publish: (statusEvent: StatusEventBody) => void
  readonly #schedule: (ms: number, call: () => void) => () => void
  readonly #inFlight: InFlightLimiter
  /** remaining budget of the viewers, milliseconds of this thread */
  readonly #viewerBudget: TokenBucket

  constructor({ host, now, publish, limits, schedule = timer }: DispatcherOptions) {
    this.#host = host
    this.#now = now
    this.#publish = publish
    this.#schedule = schedule
    this.limits = { ...LIMITS, ...limits }
    this.#inFlight = new InFlightLimiter(this.limits)
    this.#viewerBudget = new TokenBucket(this.limits.viewersMsPerSecond, this.limits.viewersMsAtOnce, now())
  }

  handle(request: CheckedRequest, from: Sender): Uint8Array | Promise<Uint8Array> {
    const begun = this.#now()
    if (from.role !== 'viewer') return this.#run(request, from)
    if (!this.#viewerBudget.has(begun)) return encodeReply(request.id, err(tooFast('role')), this.limits)
    const reply = this.#run(request, from)
    this.#viewerBudget.spend(this.#now() - begun)
    return reply
  }

  releaseClient(client: string): void {
    try {
      this.#host.releaseClient(client)
    } catch (error) {
      this.#log('error', `releasing client ${client} failed: ${String(error)}`)
    }
  }

  #run({ id, command, by, params, quiet }: CheckedRequest, from: Sender): Uint8Array | Promise<Uint8Array> {
    const { role, client } = from
    const release = URGENT.has(command) ? noop : this.#inFlight.acquire(from)
    if (release === undefined) return encodeReply(id, err(BUSY), this.limits)
    const who: Who = { name: by, role, client }
    const description = describeCommand(command, params)
    // every stop of a flood stops the robot, but stops are reported only at the normal message rate
    const reported = isReported(command) && !quiet
    if (reported) this.#publish({ kind: 'operator', by, role, did: description })
    const done = (answer: Answer): Uint8Array => {
      if (reported)
        this.#log(
          answer.ok ? 'info' : 'warn',
          `${by} (${role}, ${client}): ${description}: ${describeOutcome(answer)}`,
        )
      const begun = this.#now()
      const bytes = encodeReply(id, answer, this.limits)
      if (role === 'viewer') this.#viewerBudget.spend(this.#now() - begun)
      return bytes
    }
    const answer = this.#execute(command, params, who)
    if (!(answer instanceof Promise)) {
      release()
      return done(answer)
    }
    // a command that runs past its time limit still counts as in progress
    const conclusion = answer.then((value) => (release(), value))
    return new Promise((resolve) => {
      const cancel = this.#schedule(this.limits.commandMs, () =>
        resolve(done(timedOut(command, this.limits))),
      )
      void conclusion.then((value) => {
        cancel()
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
        `\`${command}\` threw an error: ${error instanceof Error ? (error.stack ?? '') : String(error)}`,
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
    this.#publish({ kind: 'log', level, source: 'console', text: sanitiseLine(text) })
  }
}

/** Viewer commands are not reported; nor what teleoperation repeats many times a second. */
const isReported = (command: CommandName): boolean =>
  CATALOGUE[command].role !== 'viewer' && command !== 'teleop.drive' && command !== 'teleop.alive'

const describeOutcome = (answer: Answer): string =>
  answer.ok ? 'done' : `refused, ${answer.error.code}: ${answer.error.message}`

const timedOut = (command: CommandName, { commandMs }: Limits): Answer =>
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

const noop = (): void => undefined
