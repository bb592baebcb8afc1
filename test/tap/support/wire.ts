import { must } from '#base/result.js'
import { packFrame } from '#link/frame.js'
import { encodePayload, specOf } from '#link/message-codec.js'
import { PROTOCOL, type Message } from '#link/messages.gen.js'
import { wireHeader, wireMark, wireRecords } from '#app/run-folder/wire-file.js'
import type { WireDirection } from '#link/wire-observer.js'
import type { Io } from '#terminal/io.js'
import { sniff, type SnifferOptions } from '#cli/tap/tap.js'

/** A wire as a test writes it: messages get frames and numbers, bytes stand for themselves. */
export class Script {
  readonly #parts: Uint8Array[] = [wireHeader('virtual')]
  readonly #seq = { toFirmware: 0, toHost: 0 }

  /** @param at ms */
  say(at: number, message: Message, seq?: number): this {
    const spec = specOf(message.kind)
    const payload = must(encodePayload(message), message.kind)
    const number = seq ?? this.#seq[spec.dir]++
    return this.bytes(at, spec.dir, packFrame({ type: spec.id, flags: 0, seq: number, payload }))
  }

  /** @param at ms */
  bytes(at: number, direction: WireDirection, bytes: Uint8Array): this {
    this.#parts.push(wireRecords(direction, at * 1000, bytes))
    return this
  }

  /** The file, closed in good order unless said otherwise. */
  file(closed = true): Uint8Array {
    return Buffer.concat(closed ? [...this.#parts, wireMark({ kind: 'end' }, 0)] : this.#parts)
  }
}

const SESSION = 0xabcd
const { major: protoMajor, minor: protoMinor, schemaHash } = PROTOCOL
const version = { protoMajor, protoMinor, schemaHash }

const hello: Message = { kind: 'hello', ...version, session: SESSION }
const helloAck: Message = {
  kind: 'helloAck',
  ...version,
  session: SESSION,
  bootId: 0x77,
  uptimeMs: 5,
  hbTimeoutMs: 200,
  telemetryMs: 20,
  accepted: 1,
  state: 1,
}
export const heartbeat = (counter: number): Message => ({
  kind: 'heartbeat',
  session: SESSION,
  counter,
  streams: 0,
})
export const rotate = (cmdId: number, permitId: number, mask = 5): Message => ({
  kind: 'rotate',
  session: SESSION,
  cmdId,
  permitId,
  mask,
})
export const stop = (cmdId: number): Message => ({ kind: 'stop', session: SESSION, cmdId })
export const ack = (cmdId: number, reply = 0): Message => ({
  kind: 'commandAck',
  cmdId,
  reply,
  state: 1,
  execCount: cmdId,
})
const done = (eventSeq: number, cmdId: number): Message => ({
  kind: 'event',
  eventSeq,
  tMs: 100 * eventSeq,
  cmdId,
  code: 1,
  status: 1,
  detail: 5,
})

/** Runs `graft tap` in this process and keeps what it prints. */
export async function runTap(
  source: string,
  options: Partial<SnifferOptions> = {},
  stdin: readonly Uint8Array[] = [],
  signal: AbortSignal = new AbortController().signal,
) {
  const [out, err]: [string[], string[]] = [[], []]
  const io: Io = {
    out: { write: (text) => out.push(text) > 0 },
    err: { write: (text) => err.push(text) > 0 },
    env: { LANG: 'en_GB.UTF-8', NO_COLOR: '1' },
  }
  const all: SnifferOptions = {
    json: false,
    follow: false,
    all: false,
    shows: 'messages',
    out: 'runs',
    ...options,
  }
  const code = await sniff(source, all, { signal, io, stdin: toAsync(stdin) })
  return { code, out: out.join(''), err: err.join('') }
}

async function* toAsync(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk)
}

/** a short honest conversation: a lost acknowledgement and its retry */
export const honest = (): Script =>
  new Script()
    .say(0, hello)
    .say(20, helloAck)
    .say(40, heartbeat(1))
    .say(80, heartbeat(2))
    .say(100, rotate(1, 7), 50)
    .say(160, rotate(1, 7), 50)
    .say(180.5, ack(1, 0x80))
    .say(3100, done(1, 1))
    .say(3120, done(1, 1))
