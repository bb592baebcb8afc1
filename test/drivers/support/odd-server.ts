import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { DriverAddress } from '#adapters/drivers/driver-socket.js'

/** What a driver does in the middle of a command, instead of what it should. */
export type OddAct = (socket: Socket, say: (message: object) => void) => void

const HELLO = {
  contract: { major: 1, minor: 0 },
  robot: 'odd',
  boot: 'b',
  skills: [{ name: 'Move', params: ['ms'], timeoutMs: 5000 }],
  facts: [],
  pictures: [],
  stopMs: 200,
  heartbeatMs: 400,
}
/** one buffer for all writes: what is measured is the reader's memory */
const MEGABYTE = Buffer.alloc(1_000_000, 0x61)

/** One way to break the contract each. */
export const ODD_ACTS = {
  leaves: (socket) => socket.end(),
  // a reset on TCP, a broken pipe on a Unix socket
  resets: (socket) => ('port' in socket.address() ? socket.resetAndDestroy() : socket.destroy()),
  half: (socket) => socket.end('{"jsonrpc":"2.0","method":'),
  garbage: (socket) => socket.write('z\n'.repeat(40)),
  binary: (socket) => socket.write(Buffer.from('\xff\xfe\n'.repeat(40), 'latin1')),
  lies: (_, say) => {
    for (let id = 100; id < 140; id++) say({ method: 'result', params: { id, status: 'ok' } })
  },
  'ends twice': (_, say) => {
    for (let i = 0; i < 40; i++) say({ method: 'result', params: { id: 1, status: 'ok' } })
  },
  'answers for others': (_, say) => {
    for (let id = 1000; id < 1040; id++) say({ id, result: {} })
  },
  prophesies: (_, say) => {
    for (let i = 0; i < 40; i++)
      say({ method: 'heartbeat', params: { heard: 1e6 + i, moving: false, safe: false } })
  },
  floods: (socket) =>
    repeat(socket, Buffer.from('{"jsonrpc":"2.0","method":"facts","params":{"facts":[]}}\n')),
  'long line': (socket) => repeat(socket, MEGABYTE, 100),
  'endless line': (socket) => repeat(socket, MEGABYTE),
  'long lines': (socket) => repeat(socket, Buffer.concat([MEGABYTE, MEGABYTE, Buffer.from('\n')])),
  deaf: (socket) => socket.pause(),
  'starts anew': (_, say) =>
    say({ method: 'heartbeat', params: { heard: 0, moving: false, safe: true, why: 'start' } }),
} as const satisfies Readonly<Record<string, OddAct>>

/** Acts after which the driver is not heard again, as if it hung or its lines had become one. */
const MUTE: ReadonlySet<string> = new Set(['long line', 'endless line', 'long lines', 'deaf'])

/** A driver that listens, answers what a lawful one would, and at its first command does one thing against the contract. */
export function oddServer(how: keyof typeof ODD_ACTS, address: DriverAddress): Promise<Server> {
  const server = createServer((socket) => serve(socket, how))
  return new Promise((resolve) => {
    if ('path' in address) server.listen(address.path, () => resolve(server))
    else server.listen(address.port, address.host, () => resolve(server))
  })
}

function serve(socket: Socket, how: keyof typeof ODD_ACTS): void {
  let isOdd = false
  const say = (message: object): void => {
    if (!socket.writableEnded) socket.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }
  socket.on('error', () => undefined)
  createInterface({ input: socket }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line) as { id: number; method: string; params: { n: number } }
    if (isOdd && MUTE.has(how)) return
    if (method === 'heartbeat')
      return say({ method, params: { heard: params.n, moving: isOdd, safe: false } })
    say({ id, result: method === 'hello' ? HELLO : {} })
    if (method !== 'execute') return
    isOdd = true
    ODD_ACTS[how](socket, say)
  })
}

/** As much as the other side takes. */
function repeat(socket: Socket, part: Buffer, times = Infinity): void {
  for (let left = times; left > 0; left--) {
    if (socket.destroyed) return
    if (!socket.write(part)) return void socket.once('drain', () => repeat(socket, part, left - 1))
  }
}
