import { specOf } from '../message-codec.js'
import type { Message } from '../messages.gen.js'
import { ProtocolChecker, type Breach, type WireCounts } from '../protocol-checker.js'
import { WireObserver, type WireObservation, type WireDirection } from '../wire-observer.js'
import { CommandLedger, type CommandLife } from './command-ledger.js'

/** One event on the wire, checked against law 2. `at` is in µs; a raw capture has no times. */
export type WireEvent =
  | {
      readonly kind: 'message'
      readonly at: number | undefined
      readonly direction: WireDirection
      readonly seq: number
      readonly message: Message
      /** the same command or setpoint was sent before */
      readonly again: boolean
      /** number of frames missing before it */
      readonly missing: number
      /** its number was counted as missing before */
      readonly late: boolean
      /** it is late because one that does not wait was sent ahead of it, as it should be */
      readonly overtaken: boolean
      readonly breaches: readonly Breach[]
    }
  | ({ readonly at: number | undefined } & Exclude<WireObservation, { kind: 'message' }>)

export interface WayCounts {
  bytes: number
  /** message counts by name */
  readonly messages: Map<Message['kind'], number>
  damaged: number
  unreadable: number
  /** numbers that never came */
  missing: number
  /** numbers that came after a higher one: overtaken, or sent again */
  late: number
  /** of the late ones, those that one which does not wait overtook */
  overtaken: number
}

/** The summary of a wire: message counts, the outcome of the commands, and whether law 2 held. */
export interface WireSummary {
  readonly firstAt: number | undefined
  readonly lastAt: number | undefined
  readonly sessions: number
  readonly boots: number
  readonly ways: Readonly<Record<WireDirection, Readonly<WayCounts>>>
  readonly commands: readonly CommandLife[]
  readonly counts: WireCounts
  /** number of breaches by kind */
  readonly breaches: ReadonlyMap<Breach['kind'], number>
}

/**
 * Decodes a wire using only the schema and checks law 2 on it (ARCHITECTURE.md): it knows frames, not the programs
 * that sent them.
 */
export class WireAnalyzer {
  readonly #observer = new WireObserver()
  readonly #checker = new ProtocolChecker()
  readonly #ledger = new CommandLedger()
  readonly #ways = { toFirmware: emptyWay(), toHost: emptyWay() }
  readonly #gaps = { toFirmware: new Gaps(), toHost: new Gaps() }
  readonly #sessions = new Set<number>()
  readonly #boots = new Set<number>()
  readonly #breaches = new Map<Breach['kind'], number>()
  readonly #events: string[] = []
  #firstAt: number | undefined
  #lastAt: number | undefined

  /** @param at µs */
  hear(direction: WireDirection, bytes: Uint8Array, at: number | undefined): WireEvent[] {
    this.#firstAt ??= at
    this.#lastAt = at ?? this.#lastAt
    this.#ways[direction].bytes += bytes.length
    return this.#observer.observeAll(direction, bytes).map((heard) => this.#judge(heard, at))
  }

  get summary(): WireSummary {
    return {
      firstAt: this.#firstAt,
      lastAt: this.#lastAt,
      sessions: this.#sessions.size,
      boots: this.#boots.size,
      ways: this.#ways,
      commands: this.#ledger.commands,
      counts: { ...this.#checker.counts },
      breaches: this.#breaches,
    }
  }

  /** whether law 2 was broken on this wire */
  get broken(): boolean {
    return this.#breaches.size > 0
  }

  #judge(heard: WireObservation, at: number | undefined): WireEvent {
    const way = this.#ways[heard.direction]
    if (heard.kind !== 'message') {
      way[heard.kind]++
      return { ...heard, at }
    }
    const { kind, direction, seq, message, missing } = heard
    const filled = this.#gaps[direction].filledBy(seq, missing, turnOf(message))
    const [late, overtaken] = [filled !== 'none', filled === 'overtaken']
    way.missing += missing - (late ? 1 : 0)
    way.late += late ? 1 : 0
    way.overtaken += overtaken ? 1 : 0
    way.messages.set(message.kind, (way.messages.get(message.kind) ?? 0) + 1)
    if (message.kind === 'helloAck') this.#met(message)
    this.#ledger.hear(message, at)
    const repeats = this.#checker.counts.repeats
    const breaches = this.#checker.observe(heard)
    for (const breach of breaches) this.#breaches.set(breach.kind, (this.#breaches.get(breach.kind) ?? 0) + 1)
    const again = this.#checker.counts.repeats > repeats || this.#isEcho(message)
    return { kind, at, direction, seq, message, missing, late, overtaken, again, breaches }
  }

  /** Whether a message is one of those that the controller repeats to make sure that they arrive. */
  #isEcho(message: Message): boolean {
    if (message.kind === 'commandAck') return message.reply >= REPEATED
    if (message.kind !== 'event') return false
    const slot = message.eventSeq % EVENT_SLOTS
    const key = `${message.eventSeq}/${message.tMs}`
    const known = this.#events[slot] === key
    this.#events[slot] = key
    return known
  }

  #met({ accepted, session, bootId }: Extract<Message, { kind: 'helloAck' }>): void {
    // a hostile wire must not exhaust memory
    if (this.#sessions.size < MAX_NAMES && accepted === 1) this.#sessions.add(session)
    if (this.#boots.size < MAX_NAMES) this.#boots.add(bootId)
  }
}

/**
 * How a frame is sent (`TxQueue`, `CommandQueue`). All are numbered when they are issued. A stop goes ahead of whatever
 * waits; other commands wait for each other, while heartbeats and the like go on.
 */
type Turn = 'urgent' | 'command' | 'stream'

function turnOf(message: Message): Turn {
  if (message.kind === 'stop' || message.kind === 'estop') return 'urgent'
  return 'cmdId' in message && specOf(message.kind).dir === 'toFirmware' ? 'command' : 'stream'
}

interface Gap {
  /** how many messages had been heard, and how the one that skipped the number was sent */
  readonly since: number
  readonly by: Turn
  readonly missing: number
}

/** The numbers missing in one direction, as long as they can still come. */
class Gaps {
  readonly #open = new Map<number, Gap>()
  #heard = 0
  #newestCommand: number | undefined

  /**
   * @param missing frames missing before it
   * @returns whether `seq` was one of those that were missing
   */
  filledBy(seq: number, missing: number, turn: Turn): 'none' | 'late' | 'overtaken' {
    const gap = this.#open.get(seq)
    this.#open.delete(seq)
    this.#heard++
    const opened = { since: this.#heard, by: turn, missing }
    for (let back = Math.min(missing, LATEST); back > 0; back--) this.#open.set((seq - back) & 0xffff, opened)
    const isLate = gap !== undefined && this.#heard - gap.since <= LATEST
    const result = !isLate ? 'none' : this.#wasOvertaken(seq, gap, turn) ? 'overtaken' : 'late'
    if (turn === 'command' && (this.#newestCommand === undefined || isAfter(seq, this.#newestCommand)))
      this.#newestCommand = seq
    return result
  }

  /** A command that comes behind a later one was not; what a stop overtook comes right behind it. */
  #wasOvertaken(seq: number, { since, by, missing }: Gap, turn: Turn): boolean {
    if (turn !== 'command') return by === 'urgent' && this.#heard - since <= missing
    return by !== 'command' && (this.#newestCommand === undefined || isAfter(seq, this.#newestCommand))
  }
}

const isAfter = (seq: number, other: number): boolean => ((seq - other) & 0xffff) < 0x8000

/** how many frames later a number may still come; far below 65,536, after which numbers are used again */
const LATEST = 1024
/** bit 7 of a reply: a repeated answer to a known id */
const REPEATED = 0x80
const MAX_NAMES = 65_536
/** the controller repeats eight at a time */
const EVENT_SLOTS = 64
const emptyWay = (): WayCounts => ({
  bytes: 0,
  messages: new Map(),
  damaged: 0,
  unreadable: 0,
  missing: 0,
  late: 0,
  overtaken: 0,
})
