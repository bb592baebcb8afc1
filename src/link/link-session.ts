import type { Clock } from '#base/clock.js'
import { ms, type Ms } from '#base/units.js'
import { CommandQueue, replyName } from './command-queue.js'
import { FrameDecoder, type Frame } from './frame.js'
import { firmwareEvent, type ForeignProtocol, type LinkCounters, type LinkEvent } from './link-event.js'
import { decodePayload, isToHost } from './message-codec.js'
import {
  EventCode,
  FrameFlag,
  PROTOCOL,
  StateBit,
  StreamBit,
  type Event,
  type HelloAck,
  type MessageToHost,
  type Odometry,
  type PlaceOdometry,
  type SetSpeedScale,
  type SetVelocity,
  type Stats,
  type Telemetry,
} from './messages.gen.js'
import { TxQueue } from './tx-queue.js'
import { TimeSync } from './time-sync.js'
import type { CommandId, CommandState, JournalEntry, RefusalReason, WireCommand } from './wire-command.js'

const HELLO_RETRY_MS = 20
/** two reflex-loop periods: five in a row must be lost before the controller's 200 ms timeout */
const HEARTBEAT_MS = 40
/** how long one `allowHeartbeat` lasts: a loop that hangs longer is not healthy */
const ALLOWANCE_MS = 100
/** Without telemetry for this long nothing new is begun. */
export const DEGRADED_MS = 100
const LOST_MS = 500
/** telemetry up to this much older than the newest arrived out of order; beyond that, the controller restarted */
const LATE_MS = 500
const MAX_EVENTS = 256
/** the first minor version of the protocol with Odometry and what is said about it, and with SetSpeedScale */
const ODOMETRY_MINOR = 2

export type LinkStatus = 'connecting' | 'up' | 'degraded' | 'lost' | 'refused'

/**
 * One session with one boot of one firmware, from Hello to loss. Sans I/O: bytes enter through `feed`, leave through
 * `takeBytes`, and `poll` advances time. `lost` and `refused` are final; the caller opens a new stream and session.
 */
export class LinkSession {
  readonly #clock: Clock
  readonly #sessionId: number
  readonly #onOdometry: ((odometry: Odometry) => void) | undefined
  readonly #decoder = new FrameDecoder()
  readonly #queue: CommandQueue
  readonly #time = new TimeSync()
  readonly #txQueue = new TxQueue()
  #status: LinkStatus = 'connecting'
  #telemetry: Telemetry | undefined
  #stats: Stats | undefined
  #events: LinkEvent[] = []
  #heartbeats = 0
  /** messages of which the controller takes the one with the highest number */
  #numbered = 0
  /** minor version of the protocol that the controller knows */
  #minor = 0
  #lastEventSeq = 0
  #foreign: ForeignProtocol | undefined
  /** what the newest minor version that both sides know can be asked for: StreamBit mask */
  #streams = 0
  /** the controller's time in the newest HelloAck or telemetry */
  #newestMs: number | undefined
  #at = { hello: -Infinity, heartbeat: -Infinity, allowed: -Infinity, polled: 0, telemetry: 0 }
  #counts = { unreadable: 0, skipped: 0, eventsDropped: 0 }

  /**
   * @param options.sessionId random, 1…2³²−1; lets the firmware refuse bytes of an older session
   * @param options.journal called with each command before its first byte leaves, and when its outcome is final
   * @param options.journaled whether its first byte may leave; polled; by default true once `journal` has returned
   * @param options.onOdometry called with each Odometry; without it none is asked for. Since minor version 2
   */
  constructor(options: {
    readonly clock: Clock
    readonly sessionId: number
    readonly journal?: (entry: JournalEntry) => void
    readonly journaled?: ((id: CommandId) => boolean) | undefined
    readonly onOdometry?: ((odometry: Odometry) => void) | undefined
  }) {
    this.#clock = options.clock
    this.#sessionId = options.sessionId
    this.#onOdometry = options.onOdometry
    this.#queue = new CommandQueue(options.sessionId, {
      now: () => this.#clock.now(),
      pack: (cmdId, command) =>
        this.#txQueue.pack({ session: options.sessionId, cmdId, ...command }, FrameFlag.needsAck),
      send: (bytes, urgency) => this.#txQueue.push(bytes, urgency),
      withdraw: (bytes) => this.#txQueue.withdraw(bytes),
      holds: (bytes) => this.#txQueue.holds(bytes),
      emit: (event) => this.#emit(event),
      journal: options.journal ?? (() => undefined),
      journaled: options.journaled ?? (() => true),
    })
  }

  get status(): LinkStatus {
    return this.#status
  }

  /** The newest telemetry, of any session; `undefined` before the first. */
  get telemetry(): Telemetry | undefined {
    return this.#telemetry
  }

  /** The newest answer to `requestStats`. */
  get stats(): Stats | undefined {
    return this.#stats
  }

  /** The controller's protocol, if it was refused because of it. */
  get foreign(): ForeignProtocol | undefined {
    return this.#foreign
  }

  /** Heartbeats queued so far; each is sent with the next `takeBytes`. */
  get heartbeats(): number {
    return this.#heartbeats
  }

  /** How long the controller has been silent, ms; `undefined` before its first message. */
  get silentMs(): Ms | undefined {
    if (this.#at.telemetry === 0) return undefined
    return ms(this.#clock.now() - this.#at.telemetry)
  }

  get counters(): LinkCounters {
    const { frames: txFrames, dropped: txDropped } = this.#txQueue
    const { retransmits } = this.#queue
    return { ...this.#decoder.counters, ...this.#counts, txFrames, txDropped, retransmits }
  }

  feed(bytes: Uint8Array): void {
    if (this.#ended) return
    for (const frame of this.#decoder.feed(bytes)) this.#onFrame(frame)
  }

  /** Runs all time-driven work. Call it at least once per reflex tick, and after `feed`. */
  poll(): void {
    if (this.#ended) return
    const now = this.#clock.now()
    if (this.#status === 'connecting') this.#sendHello(now)
    else this.#keepAlive(now)
    this.#at.polled = now
    if (!this.#ended) this.#queue.poll(this.#status === 'up')
  }

  /** Call when the stream has closed: no more bytes will be received or sent. */
  hangUp(): void {
    if (!this.#ended) this.#end('lost', { kind: 'lost', why: 'hungUp' })
  }

  takeBytes(): Uint8Array {
    return this.#txQueue.take()
  }

  takeEvents(): LinkEvent[] {
    const events = this.#events
    this.#events = []
    return events
  }

  /**
   * Declares the reflex loop healthy: without a call in the last 100 ms no heartbeat is sent, and the firmware
   * stops the robot.
   */
  allowHeartbeat(): void {
    this.#at.allowed = this.#clock.now()
  }

  /**
   * Queues a command. Never fails: a command that cannot be sent is `refused` at once, with a reason.
   * Stop and e-stop cancel every command that has not started.
   */
  command(command: WireCommand): CommandId {
    if (command.kind === 'stop' || command.kind === 'estop') this.#txQueue.withdrawSetpoints()
    return this.#queue.issue(command)
  }

  /** Refuses the actuations waiting for the link, so no command with a stale verdict is sent once it recovers. */
  withdrawWaiting(): void {
    this.#queue.withdrawWaiting()
  }

  /** Whether a stop or e-stop is in flight and not yet acknowledged. */
  get stopping(): boolean {
    return this.#queue.stopping
  }

  /** The state of a command; the last 256 are remembered, older ones are `unknown`. */
  commandState(id: CommandId): CommandState {
    return this.#queue.state(id)
  }

  refusal(id: CommandId): RefusalReason | undefined {
    return this.#queue.refusal(id)
  }

  /** Ramps the robot to a standstill. Needs no permit and overtakes every queue. */
  stop(): CommandId {
    return this.command({ kind: 'stop' })
  }

  /** Streams one setpoint: not acknowledged, not resent, expires after `ttlMs`. @returns false if it was not sent */
  setVelocity(setpoint: Omit<SetVelocity, 'kind' | 'session'>): boolean {
    return (
      this.#status === 'up' &&
      !this.#queue.stopping &&
      this.#txQueue.send({ kind: 'setVelocity', session: this.#sessionId, ...setpoint })
    )
  }

  /**
   * Says where the origin of the odometry lies in the field. Not acknowledged: `placeSeq` of a later Odometry tells.
   * @returns its number; undefined if it was not sent: no link, an older controller, or a number out of its range
   */
  placeOdometry(place: Omit<PlaceOdometry, 'kind' | 'session' | 'seq'>): number | undefined {
    return this.#streams === 0 ? undefined : this.#sendNumbered({ kind: 'placeOdometry', ...place })
  }

  /**
   * Holds the base to a share of its speed: not said again before `ttlMs` is over, it stands. `speedScale` tells.
   * @returns its number; undefined if it was not sent: no link, an older controller, or a number out of its range
   */
  setSpeedScale(limit: Omit<SetSpeedScale, 'kind' | 'session' | 'seq'>): number | undefined {
    return this.#minor < ODOMETRY_MINOR ? undefined : this.#sendNumbered({ kind: 'setSpeedScale', ...limit })
  }

  #sendNumbered(message: Unnumbered<PlaceOdometry> | Unnumbered<SetSpeedScale>): number | undefined {
    const numbered = { ...message, session: this.#sessionId, seq: this.#numbered + 1 }
    if (this.#status !== 'up' || !this.#txQueue.send(numbered)) return undefined
    return ++this.#numbered
  }

  requestStats(): void {
    if (!this.#ended) this.#txQueue.send({ kind: 'getStats' })
  }

  /** Converts a firmware timestamp to host time, on this session's clock. */
  hostTime(firmwareMs: number): Ms | undefined {
    return this.#time.hostTime(firmwareMs)
  }

  get #ended(): boolean {
    return this.#status === 'lost' || this.#status === 'refused'
  }

  #sendHello(now: Ms): void {
    if (now - this.#at.hello < HELLO_RETRY_MS) return
    this.#at.hello = now
    const { major, minor, schemaHash } = PROTOCOL
    this.#txQueue.send({
      kind: 'hello',
      protoMajor: major,
      protoMinor: minor,
      schemaHash,
      session: this.#sessionId,
    })
  }

  #keepAlive(now: Ms): void {
    const silent = now - this.#at.telemetry
    if (silent >= LOST_MS) return this.#end('lost', { kind: 'lost', why: 'silence' })
    if (silent >= DEGRADED_MS) this.#degrade()
    if (now - this.#at.allowed <= ALLOWANCE_MS && this.#beatIsDue(now)) {
      this.#at.heartbeat = now
      const beat = { session: this.#sessionId, counter: ++this.#heartbeats, streams: this.#streams }
      this.#txQueue.send({ kind: 'heartbeat', ...beat })
    }
    const token = this.#time.poll(now)
    if (token !== undefined) this.#txQueue.send({ kind: 'timeSync', token })
  }

  /** Picks the poll nearest to the due time: a real loop jitters by a few tenths of a millisecond. */
  #beatIsDue(now: Ms): boolean {
    const period = Math.min(now - this.#at.polled, HEARTBEAT_MS / 2)
    return now - this.#at.heartbeat >= HEARTBEAT_MS - period / 2
  }

  #onFrame(frame: Frame): void {
    const message = decodePayload(frame.type, frame.payload)
    if (message.ok && isToHost(message.value)) this.#onMessage(message.value)
    else if (!message.ok && message.error.kind === 'unknownType') this.#counts.skipped++
    else this.#counts.unreadable++
  }

  #onMessage(message: MessageToHost): void {
    const up = this.#status === 'up' || this.#status === 'degraded'
    switch (message.kind) {
      case 'helloAck':
        return this.#onHelloAck(message)
      case 'telemetry':
        return this.#onTelemetry(message)
      case 'stats':
        this.#stats = message
        return
      case 'timeReply':
        return this.#time.onReply(message.token, message.tMs + message.us / 1000, this.#clock.now())
      case 'odometry':
        return up ? this.#onOdometry?.(message) : undefined
      case 'commandAck':
        // before Hello is acknowledged, this answers an older session's command with the same id
        return up ? this.#queue.onAck(message) : undefined
      case 'event':
        return up ? this.#onEvent(message) : undefined
      case 'nak':
        return this.#emit({ kind: 'nak', type: message.frameType, reply: replyName(message.reply) })
    }
  }

  #onHelloAck(ack: HelloAck): void {
    if (this.#status !== 'connecting') return
    // check its protocol here too: a controller that accepts every Hello may still speak another protocol
    const { protoMajor: major, schemaHash } = ack
    if (ack.accepted === 0 || major !== PROTOCOL.major || schemaHash !== PROTOCOL.schemaHash) {
      this.#foreign = { major, schemaHash }
      return this.#end('refused', { kind: 'refused', firmware: this.#foreign })
    }
    if (ack.session !== this.#sessionId) return
    this.#status = 'up'
    this.#minor = ack.protoMinor
    if (this.#minor >= ODOMETRY_MINOR && this.#onOdometry !== undefined) this.#streams = StreamBit.odometry
    this.#newestMs = ack.uptimeMs
    this.#at.telemetry = this.#clock.now()
    this.#emit({ kind: 'up', bootId: ack.bootId })
  }

  #onTelemetry(telemetry: Telemetry): void {
    if (this.#isLate(telemetry)) return
    this.#newestMs = telemetry.tMs
    this.#telemetry = telemetry
    if (this.#status === 'connecting' || this.#ended) return
    this.#at.telemetry = this.#clock.now()
    // the firmware restarted or another host took over: our ids mean nothing there
    if (telemetry.session !== this.#sessionId) return this.#end('lost', { kind: 'lost', why: 'sessionLost' })
    // the controller is missing our heartbeats and has stopped: the link is degraded in that direction
    if ((telemetry.state & StateBit.commLoss) !== 0) this.#degrade()
    else this.#recover()
    this.#queue.onTelemetry(telemetry)
  }

  #degrade(): void {
    if (this.#status !== 'up') return
    this.#status = 'degraded'
    this.#emit({ kind: 'degraded' })
  }

  #recover(): void {
    if (this.#status !== 'degraded') return
    this.#status = 'up'
    this.#emit({ kind: 'recovered' })
  }

  /** Arrived out of order: newer frames supersede it, and it may even belong to the session before ours. */
  #isLate({ tMs, session }: Telemetry): boolean {
    if (this.#newestMs === undefined) return false
    const age = (this.#newestMs - tMs) >>> 0
    return age <= LATE_MS && (age > 0 || session !== this.#sessionId)
  }

  #onEvent(event: Event): void {
    // event numbers restart at boot, and the rebooted firmware does not know our session
    if (event.code === EventCode.booted) return this.#onBooted(event)
    if (event.eventSeq <= this.#lastEventSeq) return
    this.#lastEventSeq = event.eventSeq
    if (event.code === EventCode.commandDone)
      return this.#queue.onDone(event.cmdId, event.status, event.detail)
    const known = firmwareEvent(event)
    if (known !== undefined) this.#emit(known)
  }

  /** If the controller had been up for a while, it rebooted; otherwise this is a late report of the boot we know of. */
  #onBooted({ tMs, status, detail }: Event): void {
    if (this.#newestMs === undefined || this.#newestMs <= LATE_MS) return
    this.#emit({ kind: 'firmware', code: 'booted', at: tMs, status, detail })
    this.#end('lost', { kind: 'lost', why: 'sessionLost' })
  }

  #end(status: 'lost' | 'refused', event: LinkEvent): void {
    this.#status = status
    this.#emit(event)
    this.#queue.abandon()
    this.#txQueue.take()
  }

  #emit(event: LinkEvent): void {
    this.#events.push(event)
    if (this.#events.length <= MAX_EVENTS) return
    this.#events.shift()
    this.#counts.eventsDropped++
  }
}

type Unnumbered<T> = Omit<T, 'session' | 'seq'>
