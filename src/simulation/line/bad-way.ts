import { stream, type Rng } from '#base/random.js'
import { BitErrors, withWrongBit } from './damage.js'
import { completeWay, type LineEvent, type Span, type WayFaults } from './line-faults.js'

/** a stalled line must not exhaust the memory */
const MAX_WAITING = 65_536

/** What happened to what was sent, in units. */
export interface WayCounters {
  sent: number
  dropped: number
  duplicated: number
  reordered: number
  flipped: number
  cut: number
  split: number
  stalls: number
  /** units that a scripted silence swallowed */
  silenced: number
  /** units that found the buffer full */
  overflown: number
  /** calls at which something was due but held back by a stall */
  held: number
  /** parts of units that were delivered later than they were sent */
  late: number
}

interface Parcel {
  readonly due: number
  readonly sent: number
  readonly bytes: Uint8Array
}

/**
 * Each kind of fault draws from its own random stream, so that more of one kind does not change the draws of another.
 */
const KINDS = ['drop', 'duplicate', 'reorder', 'flip', 'bits', 'cut', 'split', 'delay', 'stall'] as const

/** One direction of a bad serial line. Pure: time is an argument, randomness comes from the seed. */
export class BadWay {
  readonly counters: WayCounters = {
    sent: 0,
    dropped: 0,
    duplicated: 0,
    reordered: 0,
    flipped: 0,
    cut: 0,
    split: 0,
    stalls: 0,
    silenced: 0,
    overflown: 0,
    held: 0,
    late: 0,
  }
  readonly #usual: WayFaults
  readonly #events: readonly { readonly event: LineEvent; readonly faults: WayFaults }[]
  readonly #dice: Readonly<Record<(typeof KINDS)[number], Rng>>
  readonly #bits: BitErrors
  /** sorted by due time; at equal times, in the order of sending */
  #waiting: Parcel[] = []
  #waitingBytes = 0
  #lastDue = -Infinity
  #stalledUntil = -Infinity

  /** @param name of the random streams, as `[seed, 'toHost']` */
  constructor(faults: Partial<WayFaults>, events: readonly LineEvent[], name: readonly (string | number)[]) {
    this.#usual = completeWay(faults)
    this.#events = events.map((event) => ({
      event,
      faults: typeof event.does === 'object' ? completeWay({ ...faults, ...event.does.faults }) : this.#usual,
    }))
    const dice = KINDS.map((kind) => [kind, stream(...name, 'line', kind)] as const)
    this.#dice = Object.fromEntries(dice) as Record<(typeof KINDS)[number], Rng>
    this.#bits = new BitErrors(this.#dice.bits)
  }

  /** @param now ms, never decreasing */
  send(bytes: Uint8Array, now: number): void {
    if (bytes.length === 0) return
    const faults = this.#events.findLast(
      ({ event }) => during(event, now) && typeof event.does === 'object',
    )?.faults
    const way = faults ?? this.#usual
    for (const unit of way.unit === 'frames' ? framesOf(bytes) : [bytes]) this.#carry(unit, way, now)
  }

  /** Returns what has arrived by now, in the order of arrival. */
  receive(now: number): Uint8Array {
    const next = this.#waiting[0]
    if (next === undefined || next.due > now) return NOTHING
    if (this.#stands(now)) {
      this.counters.held++
      return NOTHING
    }
    const later = this.#waiting.findIndex(({ due }) => due > now)
    const arrived = this.#waiting.splice(0, later < 0 ? this.#waiting.length : later)
    const bytes = concat(arrived.map((parcel) => parcel.bytes))
    this.counters.late += arrived.filter(({ sent }) => now > sent).length
    this.#waitingBytes -= bytes.length
    return bytes
  }

  #carry(unit: Uint8Array, way: WayFaults, now: number): void {
    const { counters } = this
    const dice = this.#dice
    counters.sent++
    if (dice.stall.chance(way.stall)) {
      counters.stalls++
      this.#stalledUntil = Math.max(this.#stalledUntil, now + within(way.stallMs, dice.stall))
    }
    // every kind is drawn for every unit, whatever the other draws gave
    const luck = {
      drop: dice.drop.chance(way.drop),
      twice: dice.duplicate.chance(way.duplicate),
      late: dice.reorder.chance(way.reorder),
      delay: within(way.delayMs, dice.delay),
    }
    if (this.#events.some(({ event }) => during(event, now) && event.does === 'silence')) {
      counters.silenced++
      return
    }
    if (luck.drop) {
      counters.dropped++
      return
    }
    if (luck.twice) counters.duplicated++
    for (let copy = luck.twice ? 2 : 1; copy > 0; copy--) {
      const due = Math.max(this.#lastDue, now + luck.delay)
      const bytes = this.#damage(unit, way)
      const parcel = { due, sent: now, bytes }
      if (luck.late) this.#overtaken({ ...parcel, due: due + within(way.reorderMs, dice.reorder) })
      else this.#inOrder(parcel, way)
    }
  }

  #damage(unit: Uint8Array, way: WayFaults): Uint8Array {
    const { flip, cut } = this.#dice
    const before = this.#bits.flipped
    // a copy, because the sender may reuse its buffer
    let bytes = this.#bits.pass(unit.slice(), way.bitErrors)
    this.counters.flipped += this.#bits.flipped - before
    if (flip.chance(way.flip)) {
      bytes = withWrongBit(bytes, flip)
      this.counters.flipped++
    }
    if (!cut.chance(way.cut)) return bytes
    this.counters.cut++
    return bytes.subarray(0, cut.int(bytes.length))
  }

  #overtaken(parcel: Parcel): void {
    this.counters.reordered++
    this.#wait(parcel)
  }

  #inOrder(parcel: Parcel, way: WayFaults): void {
    const { due, bytes } = parcel
    const { split } = this.#dice
    this.#lastDue = due
    if (!split.chance(way.split) || bytes.length < 2) return this.#wait(parcel)
    this.counters.split++
    const at = 1 + split.int(bytes.length - 1)
    this.#lastDue = due + within(way.splitMs, split)
    this.#wait({ ...parcel, bytes: bytes.subarray(0, at) })
    this.#wait({ ...parcel, due: this.#lastDue, bytes: bytes.subarray(at) })
  }

  #wait(parcel: Parcel): void {
    if (this.#waitingBytes + parcel.bytes.length > MAX_WAITING) {
      this.counters.overflown++
      return
    }
    this.#waitingBytes += parcel.bytes.length
    const behind = this.#waiting.findLastIndex(({ due }) => due <= parcel.due)
    this.#waiting.splice(behind + 1, 0, parcel)
  }

  #stands(now: number): boolean {
    return (
      now < this.#stalledUntil ||
      this.#events.some(({ event }) => during(event, now) && event.does === 'stall')
    )
  }
}

const NOTHING = new Uint8Array(0)
const during = (event: LineEvent, now: number): boolean => now >= event.at && now < event.at + event.for
const within = ({ min, max }: Span, rng: Rng): number => min + rng.int(max - min + 1)

/** Splits bytes after each delimiter 0x00; a remainder without one is a unit too. */
function framesOf(bytes: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = []
  for (let from = 0; from < bytes.length;) {
    const zero = bytes.indexOf(0, from)
    const end = zero < 0 ? bytes.length : zero + 1
    frames.push(bytes.subarray(from, end))
    from = end
  }
  return frames
}

export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
