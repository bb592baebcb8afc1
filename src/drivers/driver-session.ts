import type { Clock } from '#base/clock.js'
import { ms, type Ms } from '#base/units.js'
import {
  CONTRACT,
  type DriverBeat,
  type DriverHello,
  type DriverMessage,
  type DriverPeer,
  type LineProblem,
} from './contract.js'
import { CommandLedger, lastsAtMost } from './session/command-ledger.js'
import { SafeState } from './session/safe-state.js'
import { Standstill } from './session/standstill.js'
import type {
  BreachKind,
  CommandId,
  CommandState,
  DriverEvent,
  LossReason,
  Order,
  RefusalReason,
} from './session/driver-event.js'
import { EventLog, MAX_A_SECOND } from './session/event-log.js'
import { HostBeats } from './session/host-beats.js'
import { Requests, type Asked } from './session/requests.js'
import { HELLO_MS, noHello, objectionTo, wordsOf } from './session/judge-hello.js'
import type { DriverCounters, DriverSessionOptions, DriverStatus } from './session/session-options.js'

/** a request is answered within this time, and a command's end may be late by as much */
const ANSWER_MS = 1000

/**
 * One session with one driver, from hello to loss; the counterpart of `LinkSession`. Sans I/O: `poll` takes what has
 * arrived and advances time; call it on every tick of the reflex loop. `lost` and `refused` are final: the caller
 * closes the peer and opens a new one. Whatever the driver does ends in an event; nothing here waits or throws.
 */
export class DriverSession {
  readonly #clock: Clock
  readonly #peer: DriverPeer
  readonly #helloMs: number
  readonly #objection: (hello: DriverHello) => string | undefined
  readonly #ledger: CommandLedger
  readonly #beats = new HostBeats()
  readonly #requests = new Requests()
  #status: DriverStatus = 'connecting'
  #hello: DriverHello | undefined
  #beat: DriverBeat | undefined
  readonly #safe = new SafeState()
  /** what it wrote last that was no message */
  #garbage: string | undefined
  readonly #log = new EventLog()
  readonly #standstill = new Standstill()
  /** ms */
  #at: { readonly start: number; heard: number }

  constructor(options: DriverSessionOptions) {
    const { clock, peer, session } = options
    this.#clock = clock
    this.#peer = peer
    this.#helloMs = options.helloMs ?? HELLO_MS
    this.#objection = (hello) => objectionTo(hello, options.limits) ?? options.objection?.(hello)
    this.#at = { start: clock.now(), heard: clock.now() }
    this.#ledger = new CommandLedger({
      session,
      now: () => clock.now(),
      send: (command) =>
        peer.send({
          kind: 'execute',
          rpc: this.#ask({ kind: 'execute', id: command.id as CommandId }),
          command,
        }),
      emit: (event) => this.#log.emit(event),
      breach: (kind, text) => this.#breach(kind, text),
      journal: options.journal ?? (() => undefined),
      journaled: options.journaled ?? (() => true),
    })
    peer.send({ kind: 'hello', rpc: this.#ask({ kind: 'hello' }), session, contract: CONTRACT })
  }

  get status(): DriverStatus {
    return this.#status
  }

  /** What the driver said of itself; `undefined` until the session is up. */
  get hello(): DriverHello | undefined {
    return this.#hello
  }

  /** The newest sign of life; `undefined` before the first. */
  get beat(): DriverBeat | undefined {
    return this.#beat
  }

  /** Heartbeats sent so far. */
  get heartbeats(): number {
    return this.#beats.newest
  }

  /** How long the driver has been silent, ms; `undefined` before its hello. */
  get silentMs(): Ms | undefined {
    return this.#hello === undefined ? undefined : ms(this.#clock.now() - this.#at.heard)
  }

  get counters(): DriverCounters {
    return this.#log.counts
  }

  /** Takes what has arrived and runs all time-driven work. Call it on every tick of the reflex loop. */
  poll(): void {
    if (this.#ended) return
    this.#receive()
    if (this.#ended) return
    if (this.#peer.closed !== undefined) return this.#lose('closed', this.#peer.closed)
    if (this.#status === 'connecting') return this.#awaitHello()
    this.#keepAlive()
    if (!this.#ended) this.#checkTimes()
    if (this.#status === 'up') this.#ledger.send(ANSWER_MS)
  }

  takeEvents(): DriverEvent[] {
    return this.#log.take()
  }

  /** Declares the reflex loop healthy for 100 ms: without it no heartbeat is sent, and the driver makes itself safe. */
  allowHeartbeat(): void {
    this.#beats.allow(this.#clock.now())
  }

  /** Sends a command. Never fails: one that cannot be sent is `refused` at once, with a reason. */
  execute(order: Order): CommandId {
    const id = this.#ledger.issue(order, this.#obstacle)
    if (this.#status === 'up') this.#ledger.send(ANSWER_MS)
    return id
  }

  /** The state of a command; the last 256 and all unfinished ones are remembered, older ones are `unknown`. */
  commandState(id: CommandId): CommandState {
    return this.#ledger.state(id)
  }

  refusal(id: CommandId): RefusalReason | undefined {
    return this.#ledger.refusal(id)
  }

  /** Refuses the commands that wait for the journal, so that none with a stale permit leaves later. */
  withdrawWaiting(): void {
    this.#ledger.withdraw('linkDegraded')
  }

  /** Stops the robot in any state of the session. Needs no permit, overtakes what waits and cancels it. */
  stop(): void {
    this.#halt('stop')
  }

  /** As `stop`, and the driver stays SAFE until `reset`. */
  estop(): void {
    this.#halt('estop')
  }

  /** Whether a stop or e-stop has not been answered yet. */
  get stopping(): boolean {
    return this.#requests.has('stop') || this.#requests.has('estop')
  }

  /** Whether a stop is not fulfilled yet: not answered, or the robot is not known to stand. No command leaves then. */
  get halting(): boolean {
    return this.stopping || this.#standstill.isPending
  }

  /** Asks the driver to leave SAFE; the answer is an event, `ready` or `resetRefused`. */
  reset(): void {
    if (this.#ended || this.#hello === undefined)
      return this.#log.emit({ kind: 'resetRefused', text: 'the session with the driver is not up' })
    this.#peer.send({ kind: 'reset', rpc: this.#ask({ kind: 'reset' }) })
  }

  /**
   * Asks for an observation, by default of everything. @returns the number under which `observed` or `observeRefused`
   * comes; `undefined` if it could not be asked: the session is not up, or 32 questions are open
   */
  observe(
    wanted: { readonly facts?: readonly string[]; readonly pictures?: readonly string[] } = {},
  ): number | undefined {
    if (this.#status !== 'up' || this.#requests.count('observe') >= 32) return undefined
    const rpc = this.#ask({ kind: 'observe' })
    this.#peer.send({ kind: 'observe', rpc, ...wanted })
    return rpc
  }

  /** Stops the robot, for good, and closes the peer. */
  close(): void {
    this.#lose('closed', 'closed by graft')
    this.#peer.close()
  }

  get #ended(): boolean {
    return this.#status === 'lost' || this.#status === 'refused'
  }

  get #obstacle(): RefusalReason | undefined {
    if (this.#status === 'up') return this.halting ? 'cancelled' : undefined
    return this.#status === 'degraded' ? 'linkDegraded' : 'linkLost'
  }

  #ask(asked: Asked): number {
    return this.#requests.add(asked, this.#clock.now() + (asked.kind === 'hello' ? Infinity : ANSWER_MS))
  }

  #halt(kind: 'stop' | 'estop'): void {
    this.#ledger.withdraw('cancelled')
    if (this.#ended) return
    const due = this.#clock.now() + (this.#hello?.stopMs ?? 0) + ANSWER_MS
    this.#standstill.stop(due, this.#ledger.awaited)
    this.#ledger.halted(this.#standstill.due)
    // pressing stop again sends again, and the first that is not answered in time still counts
    if (this.#requests.count(kind) >= 8) return
    const rpc = this.#ask({ kind })
    if (kind === 'estop') this.#safe.estopSent(rpc)
    this.#peer.send({ kind, rpc })
  }

  #receive(): void {
    for (const problem of this.#peer.takeProblems?.() ?? []) this.#onGarbage(problem)
    for (const message of this.#peer.take()) {
      if (this.#ended) return
      if (this.#log.isFlood(this.#clock.now()))
        return this.#lose('flood', `more than ${MAX_A_SECOND} messages in a second`)
      this.#onMessage(message)
    }
  }

  #onGarbage(problem: LineProblem): void {
    this.#garbage = wordsOf(problem)
    this.#breach('garbage', this.#garbage)
    const { rpc: request = 0 } = problem
    const kind = this.#requests.asked(request)?.kind
    // what it should have answered is still due, a stop above all
    if (kind !== 'hello' && kind !== 'observe') return
    this.#requests.take(request)
    const text = `its answer to ${kind} is wrong: ${this.#garbage}`
    if (kind === 'observe') return this.#log.emit({ kind: 'observeRefused', request, text })
    this.#end('refused', { kind: 'refused', text })
  }

  #onMessage(message: DriverMessage): void {
    switch (message.kind) {
      case 'hello':
      case 'done':
      case 'observed':
      case 'refused':
        return this.#onAnswer(message)
      case 'progress':
        return this.#ledger.progress(message.progress.id as CommandId, message.progress.fraction)
      case 'result':
        return this.#ledger.result(message.result)
      case 'facts':
        return this.#log.emit({ kind: 'noticed', observation: message.observation })
      case 'heartbeat':
        return this.#onBeat(message.beat)
    }
  }

  #onAnswer(message: Extract<DriverMessage, { readonly rpc: number }>): void {
    const { asked, isLate } = this.#requests.take(message.rpc) ?? {}
    if (asked === undefined)
      return this.#breach('unknown-answer', `${message.kind} to request ${message.rpc}`)
    // too late for anything but this: a command that was refused has not begun, and has no other end
    if (isLate && !(message.kind === 'refused' && asked.kind === 'execute')) return
    if (message.kind === 'refused') return this.#onRefused(asked, message)
    if (asked.kind === 'hello' && message.kind === 'hello') return this.#onHello(message.hello)
    if (asked.kind === 'observe' && message.kind === 'observed')
      return this.#log.emit({ kind: 'observed', request: message.rpc, observation: message.observation })
    if (asked.kind === 'hello')
      return this.#end('refused', { kind: 'refused', text: 'its answer to hello has no `contract`' })
    if (message.kind !== 'done' || asked.kind === 'observe') {
      this.#breach('wrong-answer', `${message.kind} to ${asked.kind}`)
      // what it should have answered is still due
      return this.#requests.putBack(message.rpc, asked)
    }
    if (asked.kind === 'execute')
      this.#ledger.accepted(asked.id, (command) => {
        const lasts = lastsAtMost(command, this.#hello) + ANSWER_MS
        // a stop that overtook the answer ends it sooner
        return Math.min(lasts, this.#standstill.due - this.#clock.now())
      })
    if (asked.kind === 'reset') {
      const isValid = this.#safe.resetGranted(message.rpc)
      this.#log.emit(isValid ? { kind: 'ready' } : { kind: 'resetRefused', text: 'an e-stop followed it' })
    }
  }

  #onRefused(asked: Asked, { rpc, code, text }: Extract<DriverMessage, { readonly kind: 'refused' }>): void {
    if (asked.kind === 'execute') this.#ledger.refused(asked.id, code, text)
    if (asked.kind === 'hello') return this.#end('refused', { kind: 'refused', text: `${code}: ${text}` })
    if (asked.kind === 'observe')
      this.#log.emit({ kind: 'observeRefused', request: rpc, text: `${code}: ${text}` })
    if (asked.kind === 'reset') this.#log.emit({ kind: 'resetRefused', text })
    if (asked.kind === 'stop' || asked.kind === 'estop')
      return this.#lose('deaf', `it refused to ${asked.kind}: ${code}: ${text}`)
    if (code === 'no-session') this.#lose('session-lost', text)
  }

  #onHello(hello: DriverHello): void {
    const objection = this.#objection(hello)
    if (objection !== undefined) return this.#end('refused', { kind: 'refused', text: objection })
    this.#hello = hello
    this.#status = 'up'
    this.#at.heard = this.#clock.now()
    // what an earlier session began ends with the hello
    this.#standstill.begin(this.#clock.now() + hello.stopMs + ANSWER_MS)
    this.#log.emit({ kind: 'up', hello })
  }

  #onBeat(beat: DriverBeat): void {
    if (this.#hello === undefined) return
    if (this.#safe.isAnother(beat)) return this.#lose('session-lost', 'the driver has started anew')
    if (!this.#beats.heard(beat.heard))
      return this.#breach('heard-the-future', `heartbeat ${beat.heard} of ${this.#beats.newest}`)
    this.#at.heard = this.#clock.now()
    this.#beat = beat
    this.#standstill.heard(beat.moving, this.#clock.now())
    const became = this.#safe.heard(beat)
    if (became !== undefined) this.#log.emit(became)
    // law 7: while a stop has its time, that is what is watched
    if (!beat.moving || this.#ledger.awaited || this.#standstill.isPending) return
    this.#breach('unpermitted-motion', 'it moves although no command is under way: it is told to stop')
    this.stop()
  }

  #awaitHello(): void {
    if (this.#clock.now() - this.#at.start >= this.#helloMs)
      this.#lose('no-hello', noHello(this.#helloMs, this.#garbage))
  }

  #keepAlive(): void {
    const now = this.#clock.now()
    const limit = this.#hello?.heartbeatMs ?? 0
    const late = Math.max(now - this.#at.heard, this.#beats.unheardMs(now))
    const worst = Math.max(3 * limit, 500)
    const silent = `nothing heard or confirmed for ${Math.round(late)} ms, at most ${worst} ms`
    if (late >= worst) return this.#lose('silence', silent)
    if (late > limit && this.#status === 'up') this.#turn('degraded', { kind: 'degraded' })
    if (late <= limit && this.#status === 'degraded') this.#turn('up', { kind: 'recovered' })
    const n = this.#beats.due(now, limit)
    if (n !== undefined) this.#peer.send({ kind: 'heartbeat', n })
  }

  #turn(status: 'up' | 'degraded', event: DriverEvent): void {
    this.#status = status
    this.#log.emit(event)
  }

  #checkTimes(): void {
    const now = this.#clock.now()
    for (const { rpc, asked } of this.#requests.expired(now)) {
      if (asked.kind === 'stop' || asked.kind === 'estop')
        return this.#lose('deaf', `${asked.kind} was not answered within ${ANSWER_MS} ms`)
      if (asked.kind === 'reset') this.#log.emit({ kind: 'resetRefused', text: 'not answered' })
      if (asked.kind === 'observe')
        this.#log.emit({ kind: 'observeRefused', request: rpc, text: 'not answered' })
    }
    const { any, unended } = this.#ledger.expire()
    // whoever does not end a command in time may still be moving
    if (any && !this.#ended) this.stop()
    // law 4: no command may follow one that has not ended, so nothing can come of this session any more
    if (unended !== undefined) this.#lose('unended', unended)
    this.#checkStanding(now)
  }

  /** A robot that does not stand in its declared time is lost. */
  #checkStanding(now: Ms): void {
    if (this.#ended || !this.#standstill.isPending) return
    if (!this.#ledger.awaited) this.#standstill.settle(now)
    if (this.#beat?.moving !== true || now < this.#standstill.due) return
    const text = `it moves on longer than ${this.#hello?.stopMs ?? 0} ms after a stop`
    this.#breach('moves-after-stop', text)
    this.#lose('moves-on', text)
  }

  #breach(kind: BreachKind, text: string): void {
    if (this.#ended) return
    const tooMany = this.#log.breach(kind, text)
    if (tooMany !== undefined) this.#lose('breaches', tooMany)
  }

  #lose(why: LossReason, text: string): void {
    if (!this.#ended) this.#end('lost', { kind: 'lost', why, text })
  }

  #end(status: 'lost' | 'refused', event: DriverEvent): void {
    this.#status = status
    // it may still be listening; if not, it makes itself safe without our heartbeats
    if (this.#peer.closed === undefined) this.#peer.send({ kind: 'estop', rpc: this.#ask({ kind: 'estop' }) })
    this.#log.emit(event)
    this.#ledger.abandon()
    this.#requests.clear()
  }
}
