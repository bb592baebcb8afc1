import type { Clock } from '#base/clock.js'
import {
  CONTRACT,
  type CommandResult,
  type DriverBeat,
  type DriverHello,
  type DriverMessage,
  type DriverPeer,
  type Execute,
  type FactValue,
  type HostMessage,
  type Observation,
  type RefusalCode,
} from './contract.js'

/** A robot as its driver commands it: one skill at a time. Nothing here may block. */
export interface DriverBody {
  /** Starts a skill. @returns why it cannot, or undefined when it has started */
  begin(skill: string, params: Readonly<Record<string, FactValue>>): string | undefined
  /** Stops all motion; the running skill ends. */
  stop(): void
  readonly moving: boolean
  /** How far the running skill is, 0…1. */
  readonly fraction: number
  /** How the running skill ended, once. */
  takeEnded(): Omit<CommandResult, 'id'> | undefined
  observe(): Observation
}

type Why = NonNullable<DriverBeat['why']>

interface Running {
  readonly id: number
  /** ms of the driver's clock */
  readonly until: number
  /** as last reported */
  fraction: number
}

/**
 * The driver's side of the contract for a robot in this process: it refuses what the laws forbid, whatever it is sent.
 * Call `tick` at least every 20 ms.
 */
export class DriverSide implements DriverPeer {
  readonly #offer: DriverHello
  readonly #body: DriverBody
  readonly #clock: Clock
  #out: DriverMessage[] = []
  #closed: string | undefined
  #session: string | undefined
  #safe: Why | undefined = 'start'
  /** something holds it in its safe state: a pressed button */
  #latched: string | undefined
  #running: Running | undefined
  #lastId = 0
  readonly #permits = new Set<number>()
  #heard = { n: 0, at: -Infinity }
  #beatAt = -Infinity

  /** @param offer what it says of itself, without the contract's version */
  constructor(offer: Omit<DriverHello, 'contract'>, body: DriverBody, clock: Clock) {
    this.#offer = { ...offer, contract: CONTRACT }
    this.#body = body
    this.#clock = clock
  }

  get closed(): string | undefined {
    return this.#closed
  }

  take(): readonly DriverMessage[] {
    const out = this.#out
    this.#out = []
    return out
  }

  /** The host hangs up: the robot makes itself safe. */
  close(): void {
    this.#becomeSafe('silence')
    this.#closed ??= 'it was closed'
  }

  /** The process behind it ends, as seen from the host; for tests of what follows. */
  fail(text: string): void {
    this.#becomeSafe('fault')
    this.#out = []
    this.#closed ??= text
  }

  /** Presses or releases the emergency stop of the robot. */
  pressEstop(pressed: boolean): void {
    this.#latched = pressed ? 'the emergency stop is pressed: release the button' : undefined
    if (pressed) this.#becomeSafe('estop')
  }

  /** Facts that the robot has noticed without being asked. */
  notice(observation: Observation): void {
    if (observation.facts.length > 0) this.#out.push({ kind: 'facts', observation })
  }

  send(message: HostMessage): void {
    if (this.#closed !== undefined) return
    switch (message.kind) {
      case 'hello':
        return this.#greet(message)
      case 'heartbeat':
        this.#heard = { n: message.n, at: this.#clock.now() }
        return
      case 'execute':
        return this.#execute(message.rpc, message.command)
      case 'observe':
        this.#out.push({ kind: 'observed', rpc: message.rpc, observation: this.#body.observe() })
        return
      case 'stop':
        this.#stop()
        return this.#done(message.rpc)
      case 'estop':
        this.#becomeSafe('estop')
        return this.#done(message.rpc)
      case 'reset':
        return this.#reset(message.rpc)
    }
  }

  /** Ends what has ended, reports progress, watches deadlines and the host's heartbeats, and sends its own. */
  tick(): void {
    if (this.#closed !== undefined) return
    const now = this.#clock.now()
    const ended = this.#body.takeEnded()
    if (ended !== undefined) this.#end(ended)
    if (this.#running !== undefined) this.#follow(this.#running, now)
    if (this.#safe === undefined && now - this.#heard.at > this.#offer.heartbeatMs)
      this.#becomeSafe('silence')
    if (this.#session === undefined || now - this.#beatAt < this.#offer.heartbeatMs / BEATS_PER_LIMIT) return
    this.#beatAt = now
    this.#beat()
  }

  #greet({ rpc, session, contract }: Extract<HostMessage, { kind: 'hello' }>): void {
    if (contract.major !== CONTRACT.major)
      return this.#refuse(rpc, 'contract', `this driver speaks version ${CONTRACT.major} of the contract`)
    // a new session: whatever the last one asked for is over
    if (session !== this.#session) {
      this.#becomeSafe('start')
      this.#session = session
      this.#lastId = 0
      this.#permits.clear()
    }
    this.#heard = { n: 0, at: this.#clock.now() }
    this.#out.push({ kind: 'hello', rpc, hello: this.#offer })
    this.#beat()
  }

  #execute(rpc: number, command: Execute): void {
    const refusal = this.#judge(command)
    if (refusal !== undefined) return this.#refuse(rpc, ...refusal)
    this.#lastId = command.id
    this.#permits.add(command.permit)
    const why = this.#body.begin(command.skill, command.params)
    if (why !== undefined) return this.#refuse(rpc, 'failed', why)
    this.#running = { id: command.id, until: this.#clock.now() + command.deadlineMs, fraction: 0 }
    this.#done(rpc)
  }

  #judge({ id, permit, skill, params, deadlineMs }: Execute): [RefusalCode, string] | undefined {
    const offer = this.#offer.skills.find(({ name }) => name === skill)
    if (this.#session === undefined) return ['no-session', 'say hello first']
    if (!(Number.isInteger(id) && id > this.#lastId))
      return ['repeated-id', `command ${id} is not newer than ${this.#lastId}`]
    if (!Number.isInteger(permit) || permit < 1 || this.#permits.has(permit))
      return ['used-permit', `permit ${permit} is none, or was used before`]
    if (this.#safe !== undefined) return ['safe', `the robot is safe (${this.#safe}): reset it first`]
    if (offer === undefined) return ['unknown-skill', `this robot has no skill ${skill}`]
    const given = Object.keys(params)
    if (given.length !== offer.params.length || given.some((name) => !offer.params.includes(name)))
      return ['bad-params', `${skill} takes ${offer.params.join(', ') || 'nothing'}`]
    if (!(deadlineMs > 0)) return ['expired', 'its deadline has passed']
    if (this.#running !== undefined) return ['busy', `command ${this.#running.id} is still running`]
    return undefined
  }

  #follow(running: Running, now: number): void {
    const { fraction } = this.#body
    if (now >= running.until) {
      this.#body.stop()
      this.#end({ status: 'failed', reason: 'its deadline passed' })
    } else if (fraction - running.fraction >= PROGRESS_STEP) {
      running.fraction = fraction
      this.#out.push({ kind: 'progress', progress: { id: running.id, fraction } })
    }
  }

  #end({ status, reason }: Omit<CommandResult, 'id'>): void {
    const running = this.#running
    if (running === undefined) return
    this.#running = undefined
    this.#out.push({
      kind: 'result',
      result: { id: running.id, status, ...(reason !== undefined && { reason }) },
    })
  }

  #stop(): void {
    this.#body.stop()
    this.#end({ status: 'stopped' })
  }

  #becomeSafe(why: Why): void {
    this.#stop()
    this.#safe = why
    if (this.#session !== undefined) this.#beat()
  }

  #reset(rpc: number): void {
    if (this.#latched !== undefined) return this.#refuse(rpc, 'safe', this.#latched)
    if (this.#body.moving) return this.#refuse(rpc, 'busy', 'the robot is still coming to rest')
    this.#safe = undefined
    this.#heard = { ...this.#heard, at: this.#clock.now() }
    this.#done(rpc)
    this.#beat()
  }

  #beat(): void {
    const { moving } = this.#body
    const safe = this.#safe !== undefined
    const why = this.#safe === undefined ? {} : { why: this.#safe }
    this.#out.push({ kind: 'heartbeat', beat: { heard: this.#heard.n, moving, safe, ...why } })
  }

  #done(rpc: number): void {
    this.#out.push({ kind: 'done', rpc })
  }

  #refuse(rpc: number, code: RefusalCode, text: string): void {
    this.#out.push({ kind: 'refused', rpc, code, text })
  }
}

/** own heartbeats within the time after which silence counts */
const BEATS_PER_LIMIT = 6
/** progress is reported in steps of this much */
const PROGRESS_STEP = 0.1
