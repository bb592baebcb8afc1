import type { Ms } from '../base/units.js'
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
import type { CommandId, CommandState, JournalEntry, RefusalReason, WireCommand } from './wire-command.js'

const RTO_MS = 60
const TRIES = 8
/** after the tries the outcome is `unknown`; the same bytes are offered now and then, while the link lives */
const SLOW_RETRY_MS = 500
const MAX_QUEUED = 32
const MAX_REMEMBERED = 256

export interface LaneOutlet {
  now(): Ms
  /** bytes of the frame that carries the command, or `undefined` if a number is out of its range */
  pack(id: CommandId, command: WireCommand): Uint8Array | undefined
  send(bytes: Uint8Array, first: boolean): void
  emit(event: LinkEvent): void
  journal(entry: JournalEntry): void
}

interface InFlight {
  readonly id: CommandId
  readonly command: WireCommand
  readonly bytes: Uint8Array
  tries: number
  nextSendAt: number
  /** a stop came: offer it no more, only find out what became of it */
  withdrawn: boolean
}

/**
 * Commands, executed exactly once: one id for each, chosen and journaled before the first byte, the same bytes on each
 * retry; the firmware tells repeats by the id. One command is in flight; stop and e-stop pass by all others.
 */
export class CommandLane {
  retransmits = 0
  readonly #session: number
  readonly #out: LaneOutlet
  readonly #states = new Map<CommandId, CommandState>()
  readonly #refusals = new Map<CommandId, RefusalReason>()
  readonly #queue: { readonly id: CommandId; readonly command: WireCommand; readonly bytes: Uint8Array }[] =
    []
  #current: InFlight | undefined
  #urgent: InFlight[] = []
  #lastId = 0
  #closed = false

  constructor(session: number, out: LaneOutlet) {
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
    if (pending) return pending.id

    const id = ++this.#lastId as CommandId
    this.#remember(id, 'queued')
    const bytes = this.#out.pack(id, command)
    if (bytes === undefined) this.#refuse(id, 'badRange')
    else if (this.#closed) this.#refuse(id, 'linkLost')
    else if (urgent) this.#urgent.push(this.#launch(id, command, bytes, true))
    else if (this.#queue.length >= MAX_QUEUED) this.#refuse(id, 'queueFull')
    else this.#queue.push({ id, command, bytes })
    return id
  }

  /** @param mayStart the link is up: a new command may leave */
  poll(mayStart: boolean): void {
    // a stop is repeated until it is answered, however long that takes
    for (const flight of this.#urgent) if (this.#due(flight)) this.#resend(flight, RTO_MS)
    if (this.#current) this.#retry(this.#current)
    if (!mayStart || this.#current || this.#urgent.length > 0) return
    const next = this.#queue.shift()
    if (next) this.#current = this.#launch(next.id, next.command, next.bytes, false)
  }

  onAck(ack: CommandAck): void {
    const reply = replyName(ack.reply)
    const urgent = this.#urgent.find((flight) => flight.id === ack.cmdId)
    if (urgent) {
      // before Hello is through, a stop has no session yet: it is repeated until it has
      if (reply === 'noSession') return
      this.#urgent = this.#urgent.filter((flight) => flight !== urgent)
      this.#answer(urgent, reply)
      return
    }
    const flight = this.#current
    if (flight?.id !== ack.cmdId || this.state(flight.id) === 'accepted') return
    if (reply !== 'noSession') this.#answer(flight, reply)
  }

  /** Telemetry of this session: resolves what acknowledgements left open. */
  onTelemetry(t: Telemetry): void {
    const id = this.#current?.id
    if (id === undefined) return
    if (t.doneCmdId === id) this.#finish(id, doneName(t.doneStatus), t.doneDetail)
    else if (t.activeCmdId === id) this.#accept(id)
    else if (t.lastCmdId > id && this.state(id) !== 'accepted') this.#refuse(id, 'superseded')
  }

  onDone(cmdId: number, status: number, detail: number): void {
    if (this.#current?.id === cmdId) this.#finish(this.#current.id, doneName(status), detail)
  }

  /** The link is gone: what was sent stays unknown, what was not sent never will be, a stop no more than a move. */
  abandon(): void {
    this.#closed = true
    for (const flight of [...this.#urgent, ...(this.#current ? [this.#current] : [])]) this.#lose(flight.id)
    for (const { id } of this.#queue.splice(0)) this.#refuse(id, 'linkLost')
    this.#urgent = []
    this.#current = undefined
  }

  #launch(id: CommandId, command: WireCommand, bytes: Uint8Array, first: boolean): InFlight {
    this.#out.journal({ kind: 'issued', at: this.#out.now(), session: this.#session, id, command })
    this.#remember(id, 'sent')
    this.#out.send(bytes, first)
    return { id, command, bytes, tries: 1, nextSendAt: this.#out.now() + RTO_MS, withdrawn: false }
  }

  #due = (flight: InFlight): boolean => this.#out.now() >= flight.nextSendAt

  #resend(flight: InFlight, pause: number): void {
    flight.tries++
    flight.nextSendAt = this.#out.now() + pause
    this.retransmits++
    this.#out.send(flight.bytes, false)
  }

  #retry(flight: InFlight): void {
    const state = this.state(flight.id)
    if ((state !== 'sent' && state !== 'unknown') || flight.withdrawn || !this.#due(flight)) return
    if (flight.tries === TRIES && state === 'sent') this.#doubt(flight.id)
    this.#resend(flight, flight.tries < TRIES ? RTO_MS : SLOW_RETRY_MS)
  }

  #withdrawAll(): void {
    for (const { id } of this.#queue.splice(0)) this.#refuse(id, 'cancelled')
    if (this.#current) this.#current.withdrawn = true
  }

  #answer(flight: InFlight, reply: ReplyName | undefined): void {
    if (reply === 'accepted') {
      this.#accept(flight.id)
      if (specOf(flight.command.kind).role === 'instant') this.#finish(flight.id, 'ok', 0)
    } else if (reply === 'stale' || reply === undefined) {
      this.#lose(flight.id)
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

  #doubt(id: CommandId): void {
    this.#remember(id, 'unknown')
    this.#out.emit({ kind: 'outcomeUnknown', id })
  }

  #lose(id: CommandId): void {
    this.#settle(id, 'unknown')
    this.#out.emit({ kind: 'outcomeUnknown', id })
  }

  #settle(id: CommandId, state: CommandState): void {
    this.#remember(id, state)
    this.#out.journal({ kind: 'settled', at: this.#out.now(), session: this.#session, id, state })
    this.#release(id)
  }

  #release(id: CommandId): void {
    if (this.#current?.id === id) this.#current = undefined
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

/** bit 7 marks the repeated answer to a known id */
export const replyName = (wire: number): ReplyName | undefined => replies.get(wire & 0x7f)
const doneName = (wire: number): DoneStatusName => endings.get(wire) ?? 'none'
