import { Socket } from 'node:net'
import { BUSY, encodeReply, Gate, URGENT, type CheckedRequest, type Sender } from '#console/ports.js'
import { confine } from './confine.js'
import { Door } from './door.js'
import { FrameReader, jsonFrame, KIND, type Orders, type Said } from './wire.js'

/**
 * The console's process: the only code that reads untrusted bytes. It passes complete, bounded and validated requests
 * to the service, returns the replies, and exits when the service is gone.
 */
interface Waiting {
  readonly from: Sender
  readonly reply: (bytes: Uint8Array) => void
  readonly since: number
}

confine()
// Ctrl-C in the terminal reaches this process too; it is meant for the service, which must still be able to receive a
// stop
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
const channel = new Socket({ fd: 3 })
channel.on('error', () => process.exit())
channel.on('close', () => process.exit())
const reader = new FrameReader()
const waiting = new Map<number, Waiting>()
const listeners = new Set<(kind: string, text: Uint8Array) => void>()
let door: Door | undefined
let count = 0

channel.on('data', (chunk) => {
  for (const { kind, body } of reader.read(chunk)) take(kind, body)
})

function take(kind: number, body: Buffer): void {
  if (kind === KIND.open) void open(JSON.parse(body.toString()) as Orders)
  else if (kind === KIND.reply) settle(body.readUInt32BE(0), body.subarray(4))
  else if (kind === KIND.reload) {
    const n = body.readUInt32BE(0)
    void door?.reloadKeys().then(() => say({ what: 'reloaded', n }))
  } else if (kind === KIND.news) {
    const cut = 1 + (body[0] ?? 0)
    for (const listener of listeners) listener(body.toString('latin1', 1, cut), body.subarray(cut))
  }
}

async function open(orders: Orders): Promise<void> {
  const { limits } = orders
  const log = (level: 'info' | 'warn' | 'error', text: string): void => say({ what: 'log', level, text })
  const gate = new Gate({
    limits,
    now: () => performance.now(),
    onDisconnect: (client) => say({ what: 'gone', client }),
    say: log,
  })
  const opened = new Door({
    ...orders,
    dispatcher: {
      longest: (role) => limits.request[role],
      answer: (message, from) => {
        const read = gate.read(message, from)
        return read.ok ? ask(read.value, from, limits.reply) : read.error
      },
      closed: (role) => gate.closed(role),
      sweep: () => {
        gate.sweep()
        forget(performance.now() - limits.commandMs - GRACE_MS)
      },
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    say: (level, text) => say({ what: 'log', level, text }),
    failed: end,
  })
  try {
    await opened.open()
  } catch (error) {
    return end(error instanceof Error ? error.message : String(error))
  }
  door = opened
  say({ what: 'open', endpoint: orders.listen })
  let turnedAt = performance.now()
  setInterval(() => {
    const now = performance.now()
    if (opened.turned()) turnedAt = now
    // a beat means that the console is serving, not only that its process exists
    if (now - turnedAt < SILENT_MS) say({ what: 'beat', ...opened.access() })
  }, BEAT_MS)
}

/** Forwards a request to the service; viewers cannot use up the capacity of other roles. */
function ask(request: CheckedRequest, from: Sender, reply: number): Uint8Array | Promise<Uint8Array> {
  const viewer = from.role === 'viewer'
  const asked = [...waiting.values()].filter((one) => (one.from.role === 'viewer') === viewer).length
  if (asked >= (viewer ? MOST_OF_VIEWERS : MOST) && !URGENT.has(request.command))
    return encodeReply(request.id, { ok: false, error: BUSY }, { reply })
  const n = (count = (count + 1) >>> 0)
  channel.write(jsonFrame(viewer ? KIND.askViewer : KIND.ask, { n, from, request }))
  return new Promise((resolve) => waiting.set(n, { from, reply: resolve, since: performance.now() }))
}

function settle(n: number, bytes: Uint8Array): void {
  waiting.get(n)?.reply(bytes)
  waiting.delete(n)
}

/** Drops old requests that the service will never answer. */
function forget(before: number): void {
  for (const [n, { since }] of waiting) {
    if (since > before) return
    waiting.delete(n)
  }
}

function say(said: Said): void {
  // a service that does not read gets no messages: it will notice the missing beats
  if (channel.writableLength < MOST_UNSAID) channel.write(jsonFrame(KIND.said, said))
}

function end(why: string): void {
  channel.end(jsonFrame(KIND.said, { what: 'failed', why }), () => process.exit(1))
}

const BEAT_MS = 100
/** each socket's loop runs at least twice a second */
const SILENT_MS = 1500
const GRACE_MS = 5000
const MOST = 256
const MOST_OF_VIEWERS = 32
const MOST_UNSAID = 1_048_576
