import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSerial } from '#adapters/serial/open-serial.js'
import type { Clock } from '#base/clock.js'
import { err, ok, type Result } from '#base/result.js'
import type { ByteStream } from '#link/byte-stream.js'
import { describeMismatch } from '#link/link-event.js'
import { LinkSession } from '#link/link-session.js'
import { WireObserver } from '#link/wire-observer.js'
import type { BringUpFailure } from '#runtime/bring-up.js'
import { deviceNames } from '#config/device-names.js'
import { anyOf } from '../command-line/words.js'

const BAUD = 921_600
/** A controller answers Hello within milliseconds; a device that is silent for this long is not one. */
const PROBE_TIMEOUT_MS = 500
const POLL_MS = 10

/** A device that was tried and is not the controller. */
interface Skipped {
  readonly device: string
  readonly why: string
}

export interface FoundController {
  readonly device: string
  /** a fresh connection: only Hello was written to it */
  readonly stream: ByteStream
  /** identifies this boot of the firmware */
  readonly bootId: number
  readonly skipped: readonly Skipped[]
}

export interface ControllerSearch {
  /** the value of `--serial`: see `deviceNames` */
  readonly devices: string
  /** how long to wait for one that answers, ms */
  readonly timeoutMs: number
  readonly clock: Clock
  readonly signal?: AbortSignal
}

/**
 * Sends Hello to every device present until one answers in our protocol. Device names change with every replug, so
 * the answer counts, not the name. Two answers are refused: nobody could say which robot would move.
 */
export async function findController(
  search: ControllerSearch,
): Promise<Result<FoundController, BringUpFailure>> {
  const probes = new Probes(search.clock)
  const deadline = search.clock.now() + search.timeoutMs
  try {
    for (;;) {
      await probes.open(await deviceNames(search.devices))
      const found = probes.outcome()
      if (found !== undefined) return found
      const overdue = search.clock.now() >= deadline && !probes.hasAnswer
      if (overdue || search.signal?.aborted === true) return err(probes.failure(search.devices))
      await sleep(POLL_MS)
    }
  } finally {
    probes.closeOthers()
  }
}

/** Checks that a device exists at all: nobody is asked to arm a robot that is not connected. */
export async function awaitDevice({
  devices,
  timeoutMs,
  clock,
}: ControllerSearch): Promise<Result<void, BringUpFailure>> {
  for (const until = clock.now() + timeoutMs; (await deviceNames(devices)).length === 0;) {
    if (clock.now() >= until) return err({ kind: 'no-answer', text: noDevice(devices) })
    await sleep(POLL_MS)
  }
  return ok(undefined)
}

interface Probe {
  readonly device: string
  readonly stream: ByteStream
  readonly session: LinkSession
  /** when it was first opened: one that hangs up again and again must not hold up the others */
  readonly since: number
  bootId?: number
}

class Probes {
  readonly #clock: Clock
  readonly #probes = new Map<string, Probe>()
  readonly #refused = new Map<string, string>()
  #kept: ByteStream | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Opens devices that are new or could not be opened before: a device file exists before this user may open it. */
  async open(devices: readonly string[]): Promise<void> {
    for (const device of devices) {
      const before = this.#probes.get(device)
      if (before?.stream.open === true) continue
      const opened = await openSerial({ path: device, baud: BAUD, isUrgent: isStop })
      if (!opened.ok) {
        this.#refused.set(device, opened.error.message)
        continue
      }
      this.#refused.delete(device)
      const session = new LinkSession({ clock: this.#clock, sessionId: randomInt(1, 2 ** 32) })
      const since = before?.since ?? this.#clock.now()
      this.#probes.set(device, { device, stream: opened.value, session, since })
    }
  }

  /** Something has answered; only undecided probes may still delay the verdict. */
  get hasAnswer(): boolean {
    return this.#answers().length > 0
  }

  /** `undefined` while undecided. */
  outcome(): Result<FoundController, BringUpFailure> | undefined {
    const probes = [...this.#probes.values()]
    for (const probe of probes) if (probe.bootId === undefined) this.#ask(probe)
    const answers = this.#answers()
    const [first, second] = answers
    if (first === undefined || probes.some((probe) => this.#isOpen(probe))) return undefined
    if (second !== undefined) return err(severalControllers(answers.map(({ device }) => device)))
    this.#kept = first.stream
    // what it sent to the probe is not for the session that follows
    first.stream.read()
    const { device, stream, bootId = 0 } = first
    return ok({ device, stream, bootId, skipped: this.#others(device) })
  }

  failure(devices: string): BringUpFailure {
    const others = this.#others()
    const foreign = [...this.#probes.values()].find(({ session }) => session.status === 'refused')
    if (foreign !== undefined) {
      return {
        kind: 'refused',
        text: describeMismatch(`the controller on ${foreign.device}`, foreign.session.foreign),
      }
    }
    const where = others.map(({ device, why }) => `${device}: ${why}`).join('; ')
    const text =
      others.length === 0
        ? noDevice(devices)
        : `no controller answers on ${anyOf(devices)} (${where}); is it powered, is this the right device?`
    return { kind: 'no-answer', text }
  }

  closeOthers(): void {
    for (const { stream } of this.#probes.values()) if (stream !== this.#kept) stream.close()
  }

  #answers(): readonly Probe[] {
    return [...this.#probes.values()].filter(({ bootId, stream }) => bootId !== undefined && stream.open)
  }

  #ask(probe: Probe): void {
    const { session, stream } = probe
    session.feed(stream.read())
    for (const event of session.takeEvents()) if (event.kind === 'up') probe.bootId = event.bootId
    if (session.status !== 'connecting') return
    session.poll()
    stream.write(session.takeBytes())
  }

  #isOpen({ bootId, session, stream, since }: Probe): boolean {
    const undecided = bootId === undefined && session.status === 'connecting' && stream.open
    return undecided && this.#clock.now() - since < PROBE_TIMEOUT_MS
  }

  #others(controller?: string): readonly Skipped[] {
    const silent = [...this.#probes.values()].map(({ device, session }) => ({
      device,
      why:
        session.status === 'refused'
          ? 'it speaks another protocol version'
          : 'it does not answer Hello in our protocol',
    }))
    const closed = [...this.#refused].map(([device, why]) => ({ device, why }))
    return [...silent, ...closed].filter(({ device }) => device !== controller)
  }
}

const noDevice = (devices: string): string =>
  `there is no serial device ${anyOf(devices)}; look under /dev/serial/by-id: is the controller plugged in?`

function severalControllers(devices: readonly string[]): BringUpFailure {
  const text = `${devices.length} controllers answer: ${devices.join(' and ')}; name one of them with --serial`
  return { kind: 'refused', text }
}

/** Frames that overtake others while the port accepts nothing. */
const isStop = (frame: Uint8Array): boolean =>
  new WireObserver()
    .observe('toFirmware', frame)
    .some(({ message: { kind } }) => kind === 'stop' || kind === 'estop')
