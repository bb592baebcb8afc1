import type { Ms } from '#base/units.js'
import type { CommandResult, DriverHello, Execute } from '../contract.js'
import type {
  BreachKind,
  CommandId,
  CommandState,
  DriverEvent,
  DriverJournalEntry,
  Order,
  RefusalReason,
} from './driver-event.js'

const MAX_WAITING = 32
const MAX_IN_FLIGHT = 64
const MAX_REMEMBERED = 256

export interface LedgerOutlet {
  readonly session: string
  now(): Ms
  send(command: Execute): void
  emit(event: DriverEvent): void
  breach(kind: BreachKind, text: string): void
  journal(entry: DriverJournalEntry): void
  /** whether the `issued` entry is durable */
  journaled(id: CommandId): boolean
}

interface InFlight {
  readonly command: Execute
  /** `accepted` is due by then, and afterwards the end, ms */
  due: number
  /** its time was over: it has the time of the stop that followed to end after all */
  overdue: boolean
}

/**
 * The life of every command: one id each, never used twice, one end each. Commands wait here only for the journal, so
 * a stop has nothing to overtake; the driver itself refuses what it cannot run now.
 */
export class CommandLedger {
  readonly #out: LedgerOutlet
  readonly #states = new Map<CommandId, CommandState>()
  readonly #refusals = new Map<CommandId, RefusalReason>()
  readonly #flights = new Map<CommandId, InFlight>()
  #waiting: Execute[] = []
  #lastId = 0
  #lastSent = 0

  constructor(out: LedgerOutlet) {
    this.#out = out
  }

  state(id: CommandId): CommandState {
    return this.#states.get(id) ?? 'unknown'
  }

  refusal(id: CommandId): RefusalReason | undefined {
    return this.#refusals.get(id)
  }

  /** @param obstacle why it cannot be sent now */
  issue(order: Order, obstacle: RefusalReason | undefined): CommandId {
    const id = ++this.#lastId as CommandId
    const { permit, skill, params, deadlineMs } = order
    const command: Execute = { id, permit, skill, params: { ...params }, deadlineMs }
    this.#remember(id, 'queued')
    if (obstacle !== undefined) this.#refuse(id, obstacle, SAID[obstacle] ?? obstacle)
    else if (!isSendable(command))
      this.#refuse(
        id,
        'bad-params',
        'a number of the command is not finite, or its time or permit is not above 0',
      )
    else if (this.#waiting.length >= MAX_WAITING || this.#flights.size >= MAX_IN_FLIGHT)
      this.#refuse(id, 'queueFull', SAID.queueFull)
    else {
      this.#out.journal({ kind: 'issued', at: this.#out.now(), session: this.#out.session, command })
      this.#waiting.push(command)
    }
    return id
  }

  /** Sends what the journal has; in order. @param answerMs the driver answers within this time */
  send(answerMs: number): void {
    for (;;) {
      const command = this.#waiting[0]
      if (command === undefined || !this.#out.journaled(command.id as CommandId)) return
      this.#waiting.shift()
      this.#lastSent = command.id
      this.#flights.set(command.id as CommandId, {
        command,
        due: this.#out.now() + answerMs,
        overdue: false,
      })
      this.#remember(command.id as CommandId, 'sent')
      this.#out.send(command)
    }
  }

  /** Refuses what waits. */
  withdraw(reason: RefusalReason): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const { id } of waiting) this.#refuse(id as CommandId, reason, SAID[reason] ?? reason)
  }

  /** @param lasts the command's end is due within this time, ms */
  accepted(id: CommandId, lasts: (command: Execute) => number): void {
    const flight = this.#flights.get(id)
    if (flight === undefined) return
    flight.due = this.#out.now() + lasts(flight.command)
    this.#remember(id, 'accepted')
    this.#out.emit({ kind: 'accepted', id })
  }

  refused(id: CommandId, reason: RefusalReason, text: string): void {
    if (this.#flights.has(id)) this.#refuse(id, reason, text)
  }

  progress(id: CommandId, fraction: number): void {
    if (id > this.#lastSent) this.#out.breach('unknown-id', `progress of command ${id}, which was never sent`)
    else if (this.state(id) === 'accepted') this.#out.emit({ kind: 'progress', id, fraction })
  }

  result({ id: number, status, reason }: CommandResult): void {
    const id = number as CommandId
    if (id > this.#lastSent)
      return this.#out.breach('unknown-id', `a result of command ${id}, which was never sent`)
    const state = this.state(id)
    if (typeof state === 'object' || (state === 'unknown' && !this.#flights.has(id)))
      return this.#out.breach('ended-twice', `a second result of command ${id}, ${status}`)
    if (state === 'refused' || state === 'sent')
      return this.#out.breach(
        'ended-unaccepted',
        `a result of command ${id}, which it has not accepted: ${status}`,
      )
    this.#settle(id, { done: status, ...(reason === undefined ? {} : { reason }) })
    this.#out.emit({ kind: 'done', id, status, reason })
  }

  /** Whether a command was sent that has not ended. */
  get awaited(): boolean {
    return this.#flights.size > 0
  }

  /** A stop was sent: what is under way has ended by then, ms. */
  halted(by: number): void {
    for (const flight of this.#flights.values()) flight.due = Math.min(flight.due, by)
  }

  /**
   * Declares the commands unknown that were not answered, or did not end, in time. A stop then gives them the time of
   * one more.
   * @returns whether there were any, and which has not even ended by the stop that followed, in words
   */
  expire(): { readonly any: boolean; readonly unended: string | undefined } {
    let any = false
    let unended: string | undefined
    for (const [id, flight] of this.#flights) {
      if (this.#out.now() < flight.due) continue
      if (flight.overdue) {
        unended ??= `a stop has not ended command ${id} (${flight.command.skill}) in its time`
        continue
      }
      ;[any, flight.due, flight.overdue] = [true, Infinity, true]
      const what = this.state(id) === 'accepted' ? 'has not ended in its time' : 'was not answered'
      this.#remember(id, 'unknown')
      this.#out.emit({ kind: 'outcomeUnknown', id })
      this.#out.breach('overdue', `command ${id} (${flight.command.skill}) ${what}`)
    }
    return { any, unended }
  }

  /** The session is over: what was sent stays unknown, what was not is never sent. */
  abandon(): void {
    this.withdraw('linkLost')
    for (const id of [...this.#flights.keys()]) {
      const known = this.state(id) === 'unknown'
      this.#settle(id, 'unknown')
      if (!known) this.#out.emit({ kind: 'outcomeUnknown', id })
    }
  }

  #refuse(id: CommandId, reason: RefusalReason, text: string): void {
    this.#refusals.set(id, reason)
    this.#settle(id, 'refused')
    this.#out.emit({ kind: 'commandRefused', id, reason, text })
  }

  #settle(id: CommandId, state: CommandState): void {
    this.#flights.delete(id)
    this.#remember(id, state)
    this.#out.journal({ kind: 'settled', at: this.#out.now(), session: this.#out.session, id, state })
  }

  #remember(id: CommandId, state: CommandState): void {
    this.#states.set(id, state)
    if (this.#states.size <= MAX_REMEMBERED) return
    for (const oldest of this.#states.keys()) {
      // a command that has not ended is never forgotten: its end must find it
      if (this.#flights.has(oldest)) continue
      this.#states.delete(oldest)
      this.#refusals.delete(oldest)
      return
    }
  }
}

/** How long a command may take by the driver's own account, with a stop at its end, ms. */
export function lastsAtMost({ skill, deadlineMs }: Execute, hello: DriverHello | undefined): number {
  const offer = hello?.skills.find(({ name }) => name === skill)
  return Math.min(deadlineMs, offer?.timeoutMs ?? Infinity) + (hello?.stopMs ?? 0)
}

const isSendable = ({ permit, params, deadlineMs }: Execute): boolean =>
  Number.isSafeInteger(permit) &&
  permit > 0 &&
  deadlineMs > 0 &&
  [deadlineMs, ...Object.values(params)].every((value) => typeof value !== 'number' || Number.isFinite(value))

const SAID: Partial<Record<RefusalReason, string>> & { readonly queueFull: string } = {
  cancelled: 'a stop came first',
  queueFull: 'too many commands are under way',
  linkDegraded: 'the driver is late or does not hear us',
  linkLost: 'the session with the driver is not up',
}
