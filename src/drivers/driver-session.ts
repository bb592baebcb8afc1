import type { Clock } from '#base/clock.js'
import { CommandTable, type SessionEvent, type SkillState } from './command-table.js'
import {
  CONTRACT,
  type DriverBeat,
  type DriverHello,
  type DriverMessage,
  type DriverPeer,
  type Execute,
  type HostMessage,
  type Observation,
} from './contract.js'

const HELLO_RETRY_MS = 500
/** two turns of the reflex loop */
const HEARTBEAT_MS = 40
/** how long one `allowHeartbeat` lasts: a loop that hangs longer is not healthy */
const ALLOWANCE_MS = 100
/** a driver that is silent for this share of its own limit is degraded, and lost at the whole of it */
const DEGRADED_SHARE = 0.75
/** shortest limit that a driver may set for silence, ms: four turns of the loop */
const MIN_SILENCE_MS = 80
/** messages handled in one turn; a flood beyond them ends the session */
const MAX_MESSAGES = 1000
const MAX_EVENTS = 256
const MAX_OBSERVATIONS = 64

export type SessionStatus = 'connecting' | 'up' | 'degraded' | 'lost' | 'refused'

/**
 * The host's side of the session with one start of one driver (docs/DRIVER.md). Sans I/O: messages come from the peer,
 * `receive` and `send` are called in every turn of the reflex loop. `lost` and `refused` are final.
 *
 * Nothing that a driver says can move anything: it can only end commands that were sent to it, and each only once.
 */
export class DriverSession {
  readonly #peer: DriverPeer
  readonly #clock: Clock
  readonly #session: string
  readonly #commands = new CommandTable((event) => this.#emit(event))
  #status: SessionStatus = 'connecting'
  #hello: DriverHello | undefined
  #beat: DriverBeat | undefined
  #observations: Observation[] = []
  #events: SessionEvent[] = []
  #rpc = 0
  /** requests without an answer yet, by number */
  readonly #asked = new Map<number, Asked>()
  #beats = 0
  #at = { hello: -Infinity, beat: -Infinity, allowed: -Infinity, heard: -Infinity }
  #refusal: string | undefined
  #resetRefusal: string | undefined

  /** @param session names this session; commands of another one are void */
  constructor(peer: DriverPeer, clock: Clock, session: string) {
    this.#peer = peer
    this.#clock = clock
    this.#session = session
  }

  get status(): SessionStatus {
    return this.#status
  }

  /** What the driver said of itself; undefined while connecting. */
  get hello(): DriverHello | undefined {
    return this.#hello
  }

  get beat(): DriverBeat | undefined {
    return this.#beat
  }

  get heartbeats(): number {
    return this.#beats
  }

  /** Why the driver was refused, in words; undefined unless it was. */
  get refusal(): string | undefined {
    return this.#refusal
  }

  /** Why the newest `reset` was refused; undefined while none was. */
  get resetRefusal(): string | undefined {
    return this.#resetRefusal
  }

  /** Whether a stop has not been answered yet. */
  get stopping(): boolean {
    return [...this.#asked.values()].some(({ kind }) => kind === 'stop' || kind === 'estop')
  }

  /** How long the driver has been silent, ms; undefined before its first message. */
  get silentMs(): number | undefined {
    return this.#at.heard === -Infinity ? undefined : this.#clock.now() - this.#at.heard
  }

  /** Takes in what has arrived, and notices when the peer has closed or fallen silent. */
  receive(): void {
    if (this.#ended) return
    const messages = this.#peer.take()
    if (messages.length > 0) this.#at.heard = this.#clock.now()
    if (messages.length > MAX_MESSAGES) {
      this.#end('lost', `the driver sent ${messages.length} messages in one turn`)
      return
    }
    for (const message of messages) this.#take(message)
    if (this.#peer.closed !== undefined) this.#end('lost', this.#peer.closed)
    this.#watchSilence()
  }

  /** The loop lives: the next heartbeats may be sent. */
  allowHeartbeat(): void {
    this.#at.allowed = this.#clock.now()
  }

  /** Does what is due by time: hello and heartbeats. Commands are sent when they are given. */
  send(): void {
    if (this.#ended) return
    const now = this.#clock.now()
    if (this.#status === 'connecting') {
      if (now - this.#at.hello < HELLO_RETRY_MS) return
      this.#at.hello = now
      this.#ask('hello', (rpc) => ({ kind: 'hello', rpc, session: this.#session, contract: CONTRACT }))
    } else if (now - this.#at.beat >= HEARTBEAT_MS && now - this.#at.allowed <= ALLOWANCE_MS) {
      this.#at.beat = now
      this.#peer.send({ kind: 'heartbeat', n: ++this.#beats })
    }
  }

  /** Sends a command with its permit. @returns its id */
  execute(command: Omit<Execute, 'id'>): number {
    const id = this.#commands.open()
    if (this.#status !== 'up') this.#commands.refuse(id, `the driver is ${this.#status}`)
    else this.#ask('execute', (rpc) => ({ kind: 'execute', rpc, command: { ...command, id } }), id)
    return id
  }

  commandState(id: number): SkillState {
    return this.#commands.state(id)
  }

  /** Asks for the facts that the driver can see now; at most one such request is open. */
  observe(): void {
    if (this.#status !== 'up' || [...this.#asked.values()].some(({ kind }) => kind === 'observe')) return
    this.#ask('observe', (rpc) => ({ kind: 'observe', rpc }))
  }

  /** What has been observed since the last call, in order, asked for or not. */
  takeObservations(): readonly Observation[] {
    const observations = this.#observations
    this.#observations = []
    return observations
  }

  /** What happened on the line since the last call, in order. */
  takeEvents(): readonly SessionEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  /** Stops all motion: outside every queue, without a permit. */
  stop(): void {
    this.#halt('stop')
  }

  /** As `stop`, and the driver stays safe until it is reset. */
  estop(): void {
    this.#halt('estop')
  }

  /** Asks the driver to leave its safe state. */
  reset(): void {
    this.#resetRefusal = undefined
    if (!this.#ended) this.#ask('reset', (rpc) => ({ kind: 'reset', rpc }))
  }

  #halt(kind: 'stop' | 'estop'): void {
    // also to a driver that has not answered hello: it may be moving
    if (!this.#ended) this.#ask(kind, (rpc) => ({ kind, rpc }))
  }

  #ask(kind: Asked['kind'], make: (rpc: number) => HostMessage, command?: number): void {
    const rpc = ++this.#rpc
    this.#asked.set(rpc, { kind, command })
    this.#peer.send(make(rpc))
  }

  #take(message: DriverMessage): void {
    switch (message.kind) {
      case 'heartbeat':
        this.#beat = message.beat
        return
      case 'progress':
        this.#commands.progress(message.progress)
        return
      case 'result':
        this.#commands.end(message.result)
        return
      case 'facts':
        this.#keep(message.observation)
        return
      case 'hello':
      case 'done':
      case 'observed':
      case 'refused':
        this.#answer(message)
    }
  }

  #answer(message: Extract<DriverMessage, { readonly rpc: number }>): void {
    const asked = this.#asked.get(message.rpc)
    if (asked === undefined || !fits(asked.kind, message.kind)) {
      this.#emit({ kind: 'unasked', text: `an answer (${message.kind}) to a request that is not open` })
      return
    }
    this.#asked.delete(message.rpc)
    const { kind, command } = asked
    if (message.kind === 'hello') this.#greet(message.hello)
    else if (message.kind === 'observed') this.#keep(message.observation)
    else if (message.kind === 'done' && command !== undefined) this.#commands.accept(command)
    else if (message.kind === 'refused') {
      const text = `${message.text} (${message.code})`
      if (command !== undefined) this.#commands.refuse(command, text)
      if (kind === 'reset') this.#resetRefusal = text
      if (kind === 'hello') this.#end('refused', text)
      this.#emit({ kind: 'refused', text: `${kind}: ${text}` })
    }
  }

  #greet(hello: DriverHello): void {
    if (this.#status !== 'connecting') return
    if (hello.contract.major !== CONTRACT.major)
      return this.#end(
        'refused',
        `the driver speaks version ${hello.contract.major} of the contract, graft version ${CONTRACT.major}`,
      )
    if (!(hello.heartbeatMs >= MIN_SILENCE_MS && hello.stopMs >= 0 && hello.stopMs < 60_000))
      return this.#end(
        'refused',
        `the driver's limits make no sense: stop ${hello.stopMs} ms, silence ${hello.heartbeatMs} ms`,
      )
    this.#hello = hello
    this.#status = 'up'
    this.#emit({ kind: 'up', text: `${hello.robot} answers` })
  }

  #keep(observation: Observation): void {
    this.#observations.push(observation)
    if (this.#observations.length > MAX_OBSERVATIONS) this.#observations.shift()
  }

  #watchSilence(): void {
    const limit = this.#hello?.heartbeatMs
    const silent = this.silentMs
    if (limit === undefined || silent === undefined || this.#ended) return
    if (silent >= limit) this.#end('lost', `the driver has been silent for ${Math.round(silent)} ms`)
    else if (silent >= limit * DEGRADED_SHARE) this.#become('degraded')
    else this.#become('up')
  }

  #become(status: 'up' | 'degraded'): void {
    if (this.#status === status || this.#status === 'connecting') return
    this.#status = status
    this.#emit({ kind: status === 'up' ? 'recovered' : 'degraded', text: '' })
  }

  get #ended(): boolean {
    return this.#status === 'lost' || this.#status === 'refused'
  }

  #end(status: 'lost' | 'refused', text: string): void {
    if (this.#ended) return
    this.#status = status
    if (status === 'refused') this.#refusal = text
    this.#commands.abandon(text)
    this.#emit({ kind: status, text })
  }

  #emit(event: SessionEvent): void {
    if (this.#events.length < MAX_EVENTS) this.#events.push(event)
  }
}

interface Asked {
  readonly kind: 'hello' | 'execute' | 'observe' | 'stop' | 'estop' | 'reset'
  /** the command that it is about */
  readonly command: number | undefined
}

const fits = (asked: Asked['kind'], answer: DriverMessage['kind']): boolean =>
  answer === 'refused' ||
  (asked === 'hello' ? answer === 'hello' : asked === 'observe' ? answer === 'observed' : answer === 'done')
