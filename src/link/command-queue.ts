import type { Ms } from '#base/units.js'
import type { LinkEvent } from './link-event.js'
import {
  DoneStatus,
  Reply,
  type CommandAck,
  type DoneStatusName,
  type ReplyName,
  type Telemetry,
} from './messages.gen.js'
import { specOf } from './message-codec.js'
import type { Urgency } from './tx-queue.js'
import type { CommandId, CommandState, JournalEntry, RefusalReason, WireCommand } from './wire-command.js'

const RTO_MS = 60
const MAX_TRIES = 8
/** after TRIES the outcome is `unknown`; the same bytes are then resent at this period while the link is up */
const SLOW_RETRY_MS = 500
const MAX_QUEUED = 32
const MAX_REMEMBERED = 256

export interface QueueOutlet {
  now(): Ms
  /** packs the command's frame; `undefined` if a number is out of range */
  pack(id: CommandId, command: WireCommand): Uint8Array | undefined
  send(bytes: Uint8Array, urgency: Urgency): void
  /** withdraws a frame; true if it had not been sent */
  withdraw(bytes: Uint8Array): boolean
  /** whether the frame is still queued */
  holds(bytes: Uint8Array): boolean
  emit(event: LinkEvent): void
  journal(entry: JournalEntry): void
  /** whether the `issued` entry is durable, i.e. survives a crash */
  journaled(id: CommandId): boolean
}

interface InFlight {
  readonly id: CommandId
  readonly command: WireCommand
  readonly bytes: Uint8Array
  readonly urgency: Urgency
  /** 0 = journaled but not yet sent */
  tries: number
  nextSendAt: number
  /** superseded by a stop: do not resend, only learn its outcome */
  withdrawn: boolean
}

/**
 * Executes commands exactly once: each has one id, chosen and journaled before its first byte, and each retry sends the
 * same bytes; the firmware deduplicates by id. One command is in flight at a time; stop and e-stop overtake all others.
 */
export class CommandQueue {
  retransmits = 0
  readonly #session: number
  readonly #out: QueueOutlet
  readonly #states = new Map<CommandId, CommandState>()
  readonly #refusals = new Map<CommandId, RefusalReason>()
  readonly #queue: { readonly id: CommandId; readonly command: WireCommand; readonly bytes: Uint8Array }[] =
    []
  #current: InFlight | undefined
  #urgent: InFlight[] = []
  #lastId = 0
  #closed = false

  constructor(session: number, out: QueueOutlet) {
    this.#session = session
    this.#out = out
  }

  state(id: CommandId): CommandState {
    return this.#states.get(id) ?? 'unknown'
  }

  refusal(id: CommandId): RefusalReason | undefined {
    return this.#refusals.get(id)
  }

  issue(command: WireCommand): CommandId {
    const urgent = command.kind === 'stop' || command.kind === 'estop'
    if (urgent) this.#withdrawAll()
    const pending = urgent ? this.#urgent.find((flight) => flight.command.kind === command.kind) : undefined
    if (pending) {
      // pressing stop again resends at once instead of waiting for the next retry
      this.#sendAgain(pending, RTO_MS)
      return pending.id
    }

    const id = ++this.#lastId as CommandId
    this.#remember(id, 'queued')
    const bytes = this.#out.pack(id, command)
    if (bytes === undefined) this.#refuse(id, 'badRange')
    else if (this.#closed) this.#refuse(id, 'linkLost')
    else if (urgent) this.#urgent.push(this.#launch(id, command, bytes, 'urgent'))
    else if (this.#queue.length >= MAX_QUEUED) this.#refuse(id, 'queueFull')
    else this.#queue.push({ id, command, bytes })
    return id
  }

  /** Whether a stop or e-stop is in flight and not yet acknowledged. */
  get stopping(): boolean {
    return this.#urgent.length > 0
  }

  /** @param linkUp commands and their retries may be sent; a retry counts too, as it may be the first copy to arrive */
  poll(linkUp: boolean): void {
    // a stop is resent until it is acknowledged, however long that takes
    for (const flight of this.#urgent) if (this.#due(flight)) this.#resend(flight, RTO_MS)
    if (!linkUp) return
    if (this.#current) this.#retry(this.#current)
    if (this.#current || this.stopping) return
    const next = this.#queue.shift()
    if (next === undefined) return
    this.#current = this.#launch(next.id, next.command, next.bytes, 'in-turn')
    this.#retry(this.#current)
  }

  /** Refuses every queued actuation; a command already sent is left alone. */
  withdrawWaiting(): void {
    const isActuation = (entry: { readonly command: WireCommand }): boolean =>
      specOf(entry.command.kind).role === 'actuation'
    const waiting = this.#queue.splice(0)
    this.#queue.push(...waiting.filter((entry) => !isActuation(entry)))
    const unsent = this.#current?.tries === 0 ? [this.#current] : []
    for (const { id } of [...unsent, ...waiting].filter(isActuation)) this.#refuse(id, 'linkDegraded')
  }

  onAck(ack: CommandAck): void {
    const reply = replyName(ack.reply)
    const urgent = this.#urgent.find((flight) => flight.id === ack.cmdId)
    if (urgent) {
      if (this.#neverSent(urgent)) return
      // until Hello is acknowledged, a stop has no session: it is resent until it has one
      if (reply === 'noSession') return
      this.#urgent = this.#urgent.filter((flight) => flight !== urgent)
      this.#out.withdraw(urgent.bytes)
      this.#handleReply(urgent, reply)
      return
    }
    const flight = this.#current
    if (flight?.id !== ack.cmdId || this.#neverSent(flight) || this.state(flight.id) === 'accepted') return
    if (reply !== 'noSession') this.#handleReply(flight, reply)
  }

  /** Processes telemetry of this session: resolves commands whose acknowledgement was lost. */
  onTelemetry(t: Telemetry): void {
    if (this.#current === undefined || this.#neverSent(this.#current)) return
    const { id } = this.#current
    if (t.doneCmdId === id) this.#finish(id, doneName(t.doneStatus), t.doneDetail)
    else if (t.activeCmdId === id) this.#accept(id)
    else if (t.lastCmdId > id && this.state(id) !== 'accepted') this.#resolveOvertaken(id, this.#current)
  }

  onDone(cmdId: number, status: number, detail: number): void {
    if (this.#current?.id === cmdId && !this.#neverSent(this.#current))
      this.#finish(this.#current.id, doneName(status), detail)
  }

  /** The link is gone: sent commands stay unknown, unsent ones are never sent; stops and moves alike. */
  abandon(): void {
    this.#closed = true
    if (this.#current?.tries === 0) this.#refuse(this.#current.id, 'linkLost')
    for (const flight of [...this.#urgent, ...(this.#current ? [this.#current] : [])])
      this.#settleUnknown(flight.id)
    for (const { id } of this.#queue.splice(0)) this.#refuse(id, 'linkLost')
    this.#urgent = []
    this.#current = undefined
  }

  #launch(id: CommandId, command: WireCommand, bytes: Uint8Array, urgency: Urgency): InFlight {
    this.#out.journal({ kind: 'issued', at: this.#out.now(), session: this.#session, id, command })
    const flight = { id, command, bytes, urgency, tries: 0, nextSendAt: 0, withdrawn: false }
    // a stop moves nothing, so it does not wait for the disk
    if (urgency === 'urgent') this.#sendFirst(flight)
    return flight
  }

  #sendFirst(flight: InFlight): void {
    flight.tries = 1
    flight.nextSendAt = this.#out.now() + RTO_MS
    this.#remember(flight.id, 'sent')
    this.#out.send(flight.bytes, flight.urgency)
  }

  /** No byte of it has been sent: an answer must refer to the same id in an older session. */
  #neverSent({ bytes, tries }: InFlight): boolean {
    return tries === 0 || (tries === 1 && this.#out.holds(bytes))
  }

  #due = (flight: InFlight): boolean => this.#out.now() >= flight.nextSendAt

  /** For lack of an answer: it counts as a retransmission, which tells of the line. */
  #resend(flight: InFlight, pause: number): void {
    this.retransmits++
    this.#sendAgain(flight, pause)
  }

  #sendAgain(flight: InFlight, pause: number): void {
    if (!this.#out.holds(flight.bytes)) flight.tries++
    flight.nextSendAt = this.#out.now() + pause
    this.#out.send(flight.bytes, flight.urgency)
  }

  #retry(flight: InFlight): void {
    if (flight.tries === 0) {
      if (this.#out.journaled(flight.id)) this.#sendFirst(flight)
      return
    }
    const state = this.state(flight.id)
    if ((state !== 'sent' && state !== 'unknown') || flight.withdrawn || !this.#due(flight)) return
    if (flight.tries === MAX_TRIES && state === 'sent') this.#markUnknown(flight.id)
    this.#resend(flight, flight.tries < MAX_TRIES ? RTO_MS : SLOW_RETRY_MS)
  }

  #withdrawAll(): void {
    for (const { id } of this.#queue.splice(0)) this.#refuse(id, 'cancelled')
    const flight = this.#current
    if (flight === undefined) return
    flight.withdrawn = true
    const kept = this.#neverSent(flight)
    this.#out.withdraw(flight.bytes)
    if (kept) this.#refuse(flight.id, 'cancelled')
  }

  /**
   * A later id was accepted first. Had this been an actuation that ran, telemetry would report it as the last
   * one done; for other commands the outcome is unknown.
   */
  #resolveOvertaken(id: CommandId, flight: InFlight | undefined): void {
    const actuation = flight !== undefined && specOf(flight.command.kind).role === 'actuation'
    if (actuation) this.#refuse(id, 'superseded')
    else this.#settleUnknown(id)
  }

  #handleReply(flight: InFlight, reply: ReplyName | undefined): void {
    if (reply === 'accepted') {
      this.#accept(flight.id)
      if (specOf(flight.command.kind).role === 'instant') this.#finish(flight.id, 'ok', 0)
    } else if (reply === 'stale' || reply === undefined) {
      this.#settleUnknown(flight.id)
      this.#release(flight.id)
    } else {
      this.#refuse(flight.id, reply)
    }
  }

  #accept(id: CommandId): void {
    const state = this.state(id)
    if (state !== 'sent' && state !== 'unknown') return
    this.#remember(id, 'accepted')
    this.#out.emit({ kind: 'accepted', id })
  }

  #finish(id: CommandId, status: DoneStatusName, detail: number): void {
    this.#settle(id, { done: status, detail })
    this.#out.emit({ kind: 'done', id, status, detail })
  }

  #refuse(id: CommandId, reason: RefusalReason): void {
    this.#refusals.set(id, reason)
    this.#settle(id, 'refused')
    this.#out.emit({ kind: 'commandRefused', id, reason })
  }

  #markUnknown(id: CommandId): void {
    this.#remember(id, 'unknown')
    this.#out.emit({ kind: 'outcomeUnknown', id })
  }

  #settleUnknown(id: CommandId): void {
    this.#settle(id, 'unknown')
    this.#out.emit({ kind: 'outcomeUnknown', id })
  }

  #settle(id: CommandId, state: CommandState): void {
    this.#remember(id, state)
    this.#out.journal({ kind: 'settled', at: this.#out.now(), session: this.#session, id, state })
    this.#release(id)
  }

  /** Ends a settled command's flight and withdraws any retry still waiting in the transmit queue. */
  #release(id: CommandId): void {
    if (this.#current?.id !== id) return
    this.#out.withdraw(this.#current.bytes)
    this.#current = undefined
  }

  #remember(id: CommandId, state: CommandState): void {
    this.#states.set(id, state)
    if (this.#states.size <= MAX_REMEMBERED) return
    const oldest = this.#states.keys().next().value
    if (oldest === undefined) return
    this.#states.delete(oldest)
    this.#refusals.delete(oldest)
  }
}

const names = <N extends string>(numbers: Readonly<Record<N, number>>): ReadonlyMap<number, N> =>
  new Map(Object.entries(numbers).map(([name, value]) => [value as number, name as N]))
const replies = names<ReplyName>(Reply)
const endings = names<DoneStatusName>(DoneStatus)

/** bit 7 marks a repeated answer to a known id */
export const replyName = (wire: number): ReplyName | undefined => replies.get(wire & 0x7f)
const doneName = (wire: number): DoneStatusName => endings.get(wire) ?? 'none'
