import type { Clock } from '#base/clock.js'
import {
  CONTRACT,
  type CommandResult,
  type DriverBeat,
  type DriverHello,
  type DriverMessage,
  type DriverPeer,
  type Execute,
  type HostMessage,
  type RefusalCode,
} from './contract.js'
import { Outgoing } from './side/outgoing.js'
import type { RobotBody } from './side/robot-body.js'
import { UsedNumbers } from './side/used-numbers.js'

const MAX_SESSIONS = 1024
/** characters of a sentence in a heartbeat */
const MAX_WORDS = 1000

export type DriverOffer = Omit<DriverHello, 'contract'>

interface Running {
  readonly command: Execute
  /** ms */
  readonly endsAt: number
}

/** How a command will be reported once the robot stands. */
type Ending = Omit<CommandResult, 'id'>

/**
 * The laws of the driver's side (docs/DRIVER.md) over any robot in this process. Nothing moves but by an accepted
 * command; whatever else happens ends in standing still.
 */
export class DriverSide implements DriverPeer {
  readonly #clock: Clock
  readonly #offer: DriverOffer
  readonly #body: RobotBody
  readonly #out = new Outgoing()
  readonly #sessions = new Set<string>()
  readonly #permits = new UsedNumbers()
  #session: string | undefined
  #safe: DriverBeat['why'] | undefined = 'start'
  #lastId = 0
  #heard = 0
  #at = { heard: -Infinity, beat: -Infinity, halted: Infinity }
  #running: Running | undefined
  #ending: Ending | undefined
  #lastBeat: DriverBeat | undefined
  #closed: string | undefined

  /** @param options.offer what `hello` says; its `boot` must differ at every start */
  constructor(options: { readonly clock: Clock; readonly offer: DriverOffer; readonly body: RobotBody }) {
    this.#clock = options.clock
    this.#offer = options.offer
    this.#body = options.body
  }

  get closed(): string | undefined {
    return this.#closed
  }

  close(): void {
    this.#end('closed by the host')
  }

  take(): readonly DriverMessage[] {
    this.advance()
    return this.#out.take()
  }

  /** Looks at the clock and the robot. `send` and `take` do so too; call it where time goes on without the host. */
  advance(): void {
    if (this.#closed !== undefined) return
    this.#watch()
    const now = this.#clock.now()
    if (this.#running !== undefined && this.#ending === undefined) {
      const outcome = this.#body.outcome()
      // its end is reported when it stands, and it gets as long for that as after a stop
      if (outcome !== undefined) this.#ends(outcome)
      else if (now >= this.#running.endsAt) this.#stand({ status: 'failed', reason: 'its time was over' })
    }
    if (!this.#body.moving) this.#stands()
    else if (now > this.#at.halted + this.#offer.stopMs) {
      this.#makeSafe('fault', `it moved on longer than ${this.#offer.stopMs} ms after a stop`)
      this.#stands()
    }
    this.#beat()
  }

  send(message: HostMessage): void {
    if (this.#closed !== undefined) return
    // whoever was frozen first notices that it has heard nothing for too long, then reads what came meanwhile
    this.#watch()
    switch (message.kind) {
      case 'hello':
        return this.#onHello(message)
      case 'execute':
        return this.#onExecute(message.rpc, message.command)
      case 'observe':
        return this.#onObserve(message)
      case 'stop':
      case 'estop':
        return this.#onStop(message)
      case 'reset':
        return this.#onReset(message.rpc)
      case 'heartbeat':
        if (this.#session === undefined || message.n <= this.#heard) return
        this.#heard = message.n
        this.#at.heard = this.#clock.now()
    }
  }

  #onHello({ rpc, session, contract }: Extract<HostMessage, { readonly kind: 'hello' }>): void {
    if (contract.major !== CONTRACT.major)
      return this.#refuse(
        rpc,
        'contract',
        `this driver speaks version ${CONTRACT.major}, not ${contract.major}`,
      )
    if (this.#sessions.has(session)) return this.#refuse(rpc, 'repeated-id', 'this session was opened before')
    if (this.#sessions.size >= MAX_SESSIONS)
      return this.#refuse(rpc, 'failed', `${MAX_SESSIONS} sessions since its start: start the driver anew`)
    this.#sessions.add(session)
    // what an earlier session asked for is void: its answers too
    this.#body.halt()
    this.#running = this.#ending = undefined
    this.#out.take()
    this.#session = session
    this.#safe = 'start'
    this.#permits.clear()
    this.#lastId = this.#heard = 0
    this.#at.heard = this.#clock.now()
    this.#out.push({ kind: 'hello', rpc, hello: { contract: CONTRACT, ...this.#offer } })
    this.#beat()
  }

  #onExecute(rpc: number, command: Execute): void {
    const refusal = this.#refusalOf(command)
    if (refusal !== undefined) return this.#refuse(rpc, ...refusal)
    const offer = this.#offer.skills.find(({ name }) => name === command.skill)
    const lasts = Math.min(command.deadlineMs, offer?.timeoutMs ?? 0)
    this.#running = { command, endsAt: this.#clock.now() + lasts }
    this.#out.push({ kind: 'done', rpc })
    this.#body.begin(command, (fraction) => {
      if (this.#running?.command === command && this.#ending === undefined)
        this.#out.push({ kind: 'progress', progress: { id: command.id, fraction: clamp(fraction) } })
    })
    this.advance()
  }

  /** Every command uses up its id and its permit, refused or not: neither is ever worth a second try. */
  #refusalOf(command: Execute): [RefusalCode, string] | undefined {
    const { id, permit, skill, params, deadlineMs } = command
    if (this.#session === undefined) return ['no-session', 'say hello first']
    // both are used up before either is judged: what a repeated id carried could else move the robot under a new one
    const [lastId, fresh] = [this.#lastId, this.#permits.use(permit)]
    if (!Number.isSafeInteger(id) || id <= lastId)
      return ['repeated-id', `command ${id} comes after command ${lastId}`]
    this.#lastId = id
    if (!fresh) return ['used-permit', `permit ${permit} was used before or is none`]
    if (this.#safe !== undefined) return ['safe', `the robot is SAFE (${this.#safe}): reset first`]
    if (this.#running !== undefined) return ['busy', `command ${this.#running.command.id} has not ended`]
    if (this.#body.moving) return ['busy', 'the robot does not stand yet']
    if (!(deadlineMs > 0)) return ['expired', `its time is over: ${deadlineMs} ms`]
    const offer = this.#offer.skills.find(({ name }) => name === skill)
    if (offer === undefined) return ['unknown-skill', `no skill ${skill.slice(0, 64)}`]
    const given = Object.keys(params)
    if (given.length !== offer.params.length || !offer.params.every((name) => given.includes(name)))
      return [
        'bad-params',
        `${skill} takes ${offer.params.join(', ') || 'nothing'}, got ${given.join(', ').slice(0, 200)}`,
      ]
    const objection = this.#body.objectionTo(command)
    return objection === undefined ? undefined : ['bad-params', objection]
  }

  #onObserve({ rpc, facts, pictures }: Extract<HostMessage, { readonly kind: 'observe' }>): void {
    const session = this.#session
    if (session === undefined) return this.#refuse(rpc, 'no-session', 'say hello first')
    const unknown =
      facts?.find((name) => !this.#offer.facts.includes(name)) ??
      pictures?.find((name) => !this.#offer.pictures.some((picture) => picture.name === name))
    if (unknown !== undefined)
      return this.#refuse(rpc, 'bad-params', `it cannot observe ${unknown.slice(0, 64)}`)
    this.#body.observe({ ...(facts && { facts }), ...(pictures && { pictures }) }, (answer) => {
      if (this.#session !== session) return
      if (answer.ok) this.#out.push({ kind: 'observed', rpc, observation: answer.value })
      else this.#refuse(rpc, 'failed', answer.error)
    })
  }

  #onStop({ kind, rpc }: { readonly kind: 'stop' | 'estop'; readonly rpc: number }): void {
    if (kind === 'estop') this.#makeSafe('estop')
    else this.#stand({ status: 'stopped', reason: 'stopped by the host' })
    this.#out.push({ kind: 'done', rpc })
    this.advance()
  }

  #onReset(rpc: number): void {
    const fault = this.#body.fault?.text
    if (this.#session === undefined) return this.#refuse(rpc, 'no-session', 'say hello first')
    if (fault !== undefined) return this.#refuse(rpc, 'safe', fault)
    if (this.#isSilent()) return this.#refuse(rpc, 'safe', 'no heartbeat is heard')
    if (this.#body.moving || this.#running) return this.#refuse(rpc, 'safe', 'the robot does not stand yet')
    this.#safe = undefined
    this.#out.push({ kind: 'done', rpc })
    this.#beat()
  }

  #isSilent(): boolean {
    return this.#clock.now() - this.#at.heard > this.#offer.heartbeatMs
  }

  /** What must make it SAFE, whoever asks. */
  #watch(): void {
    const fault = this.#body.fault
    if (fault !== undefined && this.#safe !== 'estop' && this.#safe !== fault.why)
      this.#makeSafe(fault.why, fault.text)
    if (this.#session !== undefined && this.#safe === undefined && this.#isSilent())
      this.#makeSafe('silence', `no heartbeat for ${this.#offer.heartbeatMs} ms`)
    if (this.#out.full) this.#end('the host does not read')
  }

  #end(why: string): void {
    if (this.#closed !== undefined) return
    this.#closed = why
    this.#makeSafe('silence')
  }

  #ends(ending: Ending): void {
    this.#ending ??= ending
    this.#at.halted = Math.min(this.#at.halted, this.#clock.now())
  }

  #stand(ending: Ending): void {
    this.#body.halt()
    if (this.#running !== undefined || this.#body.moving) this.#ends(ending)
    if (this.#running === undefined) this.#ending = undefined
  }

  #stands(): void {
    this.#at.halted = Infinity
    if (this.#running === undefined || this.#ending === undefined) return
    const { id } = this.#running.command
    this.#out.push({ kind: 'result', result: { id, ...this.#ending } })
    this.#running = this.#ending = undefined
  }

  #makeSafe(why: NonNullable<DriverBeat['why']>, text: string = why): void {
    if (this.#safe !== 'estop') this.#safe = why
    this.#stand({ status: 'stopped', reason: text })
  }

  #beat(): void {
    if (this.#session === undefined) return
    const now = this.#clock.now()
    const safe = this.#safe !== undefined
    const fault = this.#safe === 'fault' ? this.#body.fault : undefined
    const beat: DriverBeat = {
      heard: this.#heard,
      moving: this.#body.moving,
      safe,
      ...(this.#safe === undefined ? {} : { why: this.#safe }),
      ...(fault?.isUnreachable && { unreachable: fault.text.slice(0, MAX_WORDS) }),
    }
    const changed = beat.moving !== this.#lastBeat?.moving || safe !== this.#lastBeat.safe
    if (!changed && now - this.#at.beat < this.#offer.heartbeatMs / 4) return
    this.#at.beat = now
    this.#lastBeat = beat
    this.#out.push({ kind: 'heartbeat', beat })
  }

  #refuse(rpc: number, code: RefusalCode, text: string): void {
    this.#out.push({ kind: 'refused', rpc, code, text })
  }
}

const clamp = (fraction: number): number => (fraction >= 0 ? Math.min(fraction, 1) : 0)
