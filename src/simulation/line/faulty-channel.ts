import { stream, type Rng } from '#base/random.js'
import { BitErrors, flipRandomBit } from './damage.js'
import { completeFaults, type LineEvent, type Span, type ChannelFaults } from './line-faults.js'

/** a stalled line must not exhaust the memory */
const MAX_QUEUED = 65_536

/** What happened to what was sent, in units. */
const newCounters = () => ({
  sent: 0,
  dropped: 0,
  duplicated: 0,
  reordered: 0,
  flipped: 0,
  cut: 0,
  split: 0,
  stalls: 0,
  /** units that a scripted silence swallowed */
  silenced: 0,
  /** units that found the buffer full */
  overflown: 0,
  /** calls at which something was due but held back by a stall */
  held: 0,
  /** parts of units that were delivered later than they were sent */
  late: 0,
})

export type ChannelCounters = ReturnType<typeof newCounters>

interface Packet {
  readonly due: number
  readonly sent: number
  readonly bytes: Uint8Array
}

/**
 * Each kind of fault draws from its own random stream, so that more of one kind does not change the draws of another.
 */
const KINDS = ['drop', 'duplicate', 'reorder', 'flip', 'bits', 'cut', 'split', 'delay', 'stall'] as const

/** One direction of a faulty serial line. Pure: time is an argument, randomness comes from the seed. */
export class FaultyChannel {
  readonly counters = newCounters()
  readonly #defaults: ChannelFaults
  readonly #events: readonly { readonly event: LineEvent; readonly faults: ChannelFaults }[]
  readonly #rngs: Readonly<Record<(typeof KINDS)[number], Rng>>
  readonly #bits: BitErrors
  /** sorted by due time; at equal times, in the order of sending */
  #queue: Packet[] = []
  #queuedBytes = 0
  #lastDue = -Infinity
  #stalledUntil = -Infinity

  /** @param name of the random streams, as `[seed, 'toHost']` */
  constructor(
    faults: Partial<ChannelFaults>,
    events: readonly LineEvent[],
    name: readonly (string | number)[],
  ) {
    this.#defaults = completeFaults(faults)
    this.#events = events.map((event) => ({
      event,
      faults:
        typeof event.does === 'object' ? completeFaults({ ...faults, ...event.does.faults }) : this.#defaults,
    }))
    const rngs = KINDS.map((kind) => [kind, stream(...name, 'line', kind)] as const)
    this.#rngs = Object.fromEntries(rngs) as Record<(typeof KINDS)[number], Rng>
    this.#bits = new BitErrors(this.#rngs.bits)
  }

  /** @param now ms, never decreasing */
  send(bytes: Uint8Array, now: number): void {
    if (bytes.length === 0) return
    const scripted = this.#events.findLast(
      ({ event }) => isActive(event, now) && typeof event.does === 'object',
    )?.faults
    const faults = scripted ?? this.#defaults
    for (const unit of faults.unit === 'frames' ? framesOf(bytes) : [bytes]) this.#transmit(unit, faults, now)
  }

  /** Returns what has arrived by now, in the order of arrival. */
  receive(now: number): Uint8Array {
    const next = this.#queue[0]
    if (next === undefined || next.due > now) return NOTHING
    if (this.#isStalled(now)) {
      this.counters.held++
      return NOTHING
    }
    const later = this.#queue.findIndex(({ due }) => due > now)
    const arrived = this.#queue.splice(0, later < 0 ? this.#queue.length : later)
    const bytes = concat(arrived.map((packet) => packet.bytes))
    this.counters.late += arrived.filter(({ sent }) => now > sent).length
    this.#queuedBytes -= bytes.length
    return bytes
  }

  #transmit(unit: Uint8Array, faults: ChannelFaults, now: number): void {
    const { counters } = this
    const rngs = this.#rngs
    counters.sent++
    if (rngs.stall.chance(faults.stall)) {
      counters.stalls++
      this.#stalledUntil = Math.max(this.#stalledUntil, now + drawFrom(faults.stallMs, rngs.stall))
    }
    // every kind is drawn for every unit, whatever the other draws gave
    const drawn = {
      drop: rngs.drop.chance(faults.drop),
      twice: rngs.duplicate.chance(faults.duplicate),
      late: rngs.reorder.chance(faults.reorder),
      delay: drawFrom(faults.delayMs, rngs.delay),
    }
    if (this.#events.some(({ event }) => isActive(event, now) && event.does === 'silence')) {
      counters.silenced++
      return
    }
    if (drawn.drop) {
      counters.dropped++
      return
    }
    if (drawn.twice) counters.duplicated++
    for (let copy = drawn.twice ? 2 : 1; copy > 0; copy--) {
      const due = Math.max(this.#lastDue, now + drawn.delay)
      const bytes = this.#damage(unit, faults)
      const packet = { due, sent: now, bytes }
      if (drawn.late)
        this.#enqueueReordered({ ...packet, due: due + drawFrom(faults.reorderMs, rngs.reorder) })
      else this.#enqueueInOrder(packet, faults)
    }
  }

  #damage(unit: Uint8Array, faults: ChannelFaults): Uint8Array {
    const { flip, cut } = this.#rngs
    const before = this.#bits.flipped
    // a copy, because the sender may reuse its buffer
    let bytes = this.#bits.pass(unit.slice(), faults.bitErrors)
    this.counters.flipped += this.#bits.flipped - before
    if (flip.chance(faults.flip)) {
      bytes = flipRandomBit(bytes, flip)
      this.counters.flipped++
    }
    if (!cut.chance(faults.cut)) return bytes
    this.counters.cut++
    return bytes.subarray(0, cut.int(bytes.length))
  }

  #enqueueReordered(packet: Packet): void {
    this.counters.reordered++
    this.#enqueue(packet)
  }

  #enqueueInOrder(packet: Packet, faults: ChannelFaults): void {
    const { due, bytes } = packet
    const { split } = this.#rngs
    this.#lastDue = due
    if (!split.chance(faults.split) || bytes.length < 2) return this.#enqueue(packet)
    this.counters.split++
    const at = 1 + split.int(bytes.length - 1)
    this.#lastDue = due + drawFrom(faults.splitMs, split)
    this.#enqueue({ ...packet, bytes: bytes.subarray(0, at) })
    this.#enqueue({ ...packet, due: this.#lastDue, bytes: bytes.subarray(at) })
  }

  #enqueue(packet: Packet): void {
    if (this.#queuedBytes + packet.bytes.length > MAX_QUEUED) {
      this.counters.overflown++
      return
    }
    this.#queuedBytes += packet.bytes.length
    const behind = this.#queue.findLastIndex(({ due }) => due <= packet.due)
    this.#queue.splice(behind + 1, 0, packet)
  }

  #isStalled(now: number): boolean {
    return (
      now < this.#stalledUntil ||
      this.#events.some(({ event }) => isActive(event, now) && event.does === 'stall')
    )
  }
}

const NOTHING = new Uint8Array(0)
const isActive = (event: LineEvent, now: number): boolean => now >= event.at && now < event.at + event.for
const drawFrom = ({ min, max }: Span, rng: Rng): number => min + rng.int(max - min + 1)

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
