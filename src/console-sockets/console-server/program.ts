import { Socket } from 'node:net'
import { BUSY, encodeReply, Gate, URGENT, type CheckedRequest, type Sender } from '#console/ports.js'
import type { LogLevel } from '#runtime/status/status-event.js'
import { confine } from './confine.js'
import { ConsoleServer } from './console-server.js'
import { FrameReader, jsonFrame, KIND, type Orders, type Report } from './wire.js'

// The console's process: the only code that reads untrusted bytes. It passes complete, bounded and validated requests
// to the service, returns the replies, and exits when the service is gone.

/** A request that the service has not answered yet. */
interface Waiting {
  readonly from: Sender
  readonly reply: (bytes: Uint8Array) => void
  readonly since: number
}

confine()
// Ctrl-C in the terminal, and its closing, reach this process too; they are meant for the service, which must still be
// able to receive a stop
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
const channel = new Socket({ fd: 3 })
channel.on('error', () => process.exit())
channel.on('close', () => process.exit())
const reader = new FrameReader()
const waiting = new Map<number, Waiting>()
const listeners = new Set<(kind: string, text: Uint8Array) => void>()
let server: ConsoleServer | undefined
let count = 0

channel.on('data', (chunk) => {
  for (const { kind, body } of reader.read(chunk)) onFrame(kind, body)
})

function onFrame(kind: number, body: Buffer): void {
  if (kind === KIND.open) void open(JSON.parse(body.toString()) as Orders)
  else if (kind === KIND.reply) settle(body.readUInt32BE(0), body.subarray(4))
  else if (kind === KIND.reload) {
    const n = body.readUInt32BE(0)
    void server?.reloadKeys().then(() => report({ what: 'reloaded', n }))
  } else if (kind === KIND.news) {
    const cut = 1 + (body[0] ?? 0)
    for (const listener of listeners) listener(body.toString('latin1', 1, cut), body.subarray(cut))
  }
}

async function open(orders: Orders): Promise<void> {
  const { limits } = orders
  const log = (level: LogLevel, text: string): void => report({ what: 'log', level, text })
  const gate = new Gate({
    limits,
    now: () => performance.now(),
    onDisconnect: (client) => report({ what: 'gone', client }),
    say: log,
  })
  const opening = new ConsoleServer({
    ...orders,
    dispatcher: {
      longest: (role) => limits.request[role],
      answer: (message, from) => {
        const read = gate.read(message, from)
        return read.ok ? forward(read.value, from, limits.reply) : read.error
      },
      closed: (role) => gate.closed(role),
      sweep: () => {
        gate.sweep()
        dropOlderThan(performance.now() - limits.commandMs - GRACE_MS)
      },
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    log,
    failed: end,
  })
  try {
    await opening.open()
  } catch (error) {
    return end(error instanceof Error ? error.message : String(error))
  }
  server = opening
  report({ what: 'open', endpoint: orders.listen })
  let turnedAt = performance.now()
  setInterval(() => {
    const now = performance.now()
    if (opening.allLoopsRan()) turnedAt = now
    // a beat means that the console is serving, not only that its process exists
    if (now - turnedAt < SILENT_MS) report({ what: 'beat', ...opening.access() })
  }, BEAT_MS)
}

/** Forwards a request to the service; viewers cannot use up the capacity of other roles. */
function forward(request: CheckedRequest, from: Sender, reply: number): Uint8Array | Promise<Uint8Array> {
  const viewer = from.role === 'viewer'
  const pending = [...waiting.values()].filter((one) => (one.from.role === 'viewer') === viewer).length
  if (pending >= (viewer ? MAX_VIEWER_REQUESTS : MAX_REQUESTS) && !URGENT.has(request.command))
    return encodeReply(request.id, { ok: false, error: BUSY }, { reply })
  const n = (count = (count + 1) >>> 0)
  channel.write(jsonFrame(viewer ? KIND.viewerRequest : KIND.request, { n, from, request }))
  return new Promise((resolve) => waiting.set(n, { from, reply: resolve, since: performance.now() }))
}

function settle(n: number, bytes: Uint8Array): void {
  waiting.get(n)?.reply(bytes)
  waiting.delete(n)
}

/** Drops old requests that the service will never answer. */
function dropOlderThan(before: number): void {
  for (const [n, { since }] of waiting) {
    if (since > before) return
    waiting.delete(n)
  }
}

function report(message: Report): void {
  // a service that does not read gets no messages: it will notice the missing beats
  if (channel.writableLength < MAX_UNSENT) channel.write(jsonFrame(KIND.report, message))
}

function end(why: string): void {
  channel.end(jsonFrame(KIND.report, { what: 'failed', why }), () => process.exit(1))
}

const BEAT_MS = 100
/** each socket's loop runs at least twice a second */
const SILENT_MS = 1500
const GRACE_MS = 5000
const MAX_REQUESTS = 256
const MAX_VIEWER_REQUESTS = 32
const MAX_UNSENT = 1_048_576
