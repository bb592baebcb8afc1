/**
 * A viewer who means harm, with a good key, in a process of its own.
 * Arguments: base address, key file, which attacks (comma-separated, or `all`), seconds, seed. Prints `in` when it has been let in, and at the
 * end one JSON object: how often it has begun what.
 */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { context, Dealer, Subscriber } from 'zeromq'
import { clientSocket } from '#console-sockets/client-socket.js'
import { readClientKey } from '#console-sockets/key-files.js'
import { stream } from '#base/random.js'
import { must } from '#base/result.js'

const [base = '', file = '', wanted = 'all', seconds = '10', seed = '1'] = process.argv.slice(2)
const key = must(readClientKey(file), 'key')
const port = Number(/:(\d+)$/.exec(base)?.[1])
const rng = stream('hostile', seed)
let until = Infinity
const over = (): boolean => performance.now() > until
const tally: Record<string, number> = {}
const count = (what: string, n = 1): void => void (tally[what] = (tally[what] ?? 0) + n)
const text = (length: number): string =>
  Array.from({ length }, () => String.fromCharCode(33 + rng.int(90))).join('')
const request = (cmd: string, params = {}): string => JSON.stringify({ v: 1, id: 1, cmd, params, by: 'x' })
context.blocky = false

const dealer = (at = base, options = {}): Dealer => {
  const socket = new Dealer({
    ...clientSocket(at, key),
    sendHighWaterMark: 100_000,
    sendTimeout: 500,
    ...options,
  })
  socket.connect(at)
  return socket
}
const listener = (at: string): Subscriber => {
  const socket = new Subscriber({ ...clientSocket(at, key), receiveHighWaterMark: 1 })
  socket.connect(at)
  return socket
}
const statusEvent = `tcp://127.0.0.1:${port + 3}`

/** A client behind a way that does with its bytes what it likes, once the key has been shown and a request served. */
async function meddled(
  what: string,
  to: number,
  meddle: (bytes: Buffer, server: Socket) => void,
): Promise<void> {
  let meddling = false
  const server = createServer((client) => {
    const there = connect(to, '127.0.0.1')
    for (const one of [client, there]) one.on('error', () => undefined)
    client.on('close', () => there.destroy())
    there.on('close', () => client.destroy())
    there.on('data', (bytes) => client.write(bytes))
    client.on('data', (bytes) => {
      if (!meddling) return void there.write(bytes)
      count(what)
      meddle(bytes, there)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = dealer(`tcp://127.0.0.1:${(server.address() as { port: number }).port}`)
  await socket.send(request('status')).catch(() => undefined)
  await socket.receive().catch(() => undefined)
  meddling = true
  for (let i = 0; i < 20; i++) {
    await socket.send(request('status')).catch(() => undefined)
    await pause(20)
  }
  socket.close()
  server.close()
}

const ATTACKS: Record<string, () => Promise<void>> = {
  multipart: async () => {
    const socket = dealer()
    await socket.send(request('status'))
    await socket.receive()
    count('multipart')
    await socket
      .send(Array<string>(Number(process.env['HOSTILE_FRAMES'] ?? 1_000_000)).fill('x'))
      .catch(() => undefined)
    await pause(3000)
    socket.close()
  },
  'large multipart': async () => {
    const socket = dealer()
    count('large multipart')
    await socket.send(Array<string>(4000).fill('y'.repeat(8000))).catch(() => undefined)
    await pause(2000)
    socket.close()
  },
  'multipart shapes': async () => {
    const socket = dealer()
    for (let i = 0; i < 40 && !over(); i++) {
      count('multipart shapes')
      const frames = rng.int(i % 8 === 0 ? 3000 : 40)
      const longest = [1, 300, 9000][i % 3] ?? 0
      await socket
        .send(Array.from({ length: 1 + frames }, () => Buffer.alloc(rng.int(longest + 1), rng.int(256))))
        .catch(() => undefined)
      await pause(rng.int(20))
    }
    socket.close()
  },
  subscriptions: async () => {
    const socket = listener(statusEvent)
    count('subscriptions', 20_000)
    for (let i = 0; i < 20_000; i++) {
      socket.subscribe(text(900))
      if (i % 500 === 0) await pause(1)
    }
    await pause(2000)
    socket.close()
  },
  'short subscriptions': async () => {
    const socket = listener(statusEvent)
    count('short subscriptions', 5000)
    for (let i = 0; i < 5000; i++) socket.subscribe(text(12))
    await pause(1000)
    socket.close()
  },
  sizes: async () => {
    const socket = dealer()
    for (let i = 0; i < 300 && !over(); i++) {
      count('sizes')
      await socket
        .send(Buffer.alloc(rng.int(i % 10 === 0 ? 100_000 : 9000), rng.int(256)))
        .catch(() => undefined)
      if (i % 10 === 0) await pause(10)
    }
    socket.close()
  },
  flood: async () => {
    const socket = dealer()
    for (let i = 0; i < 2000 && !over(); i++) {
      count('flood')
      const cmd = ['status', 'news', 'estop', 'log'][i % 4] ?? ''
      await socket.send(request(cmd, cmd === 'news' ? { limit: 500 } : {})).catch(() => undefined)
      if (i % 20 === 0) await pause(10)
    }
    socket.close()
  },
  'half messages': () =>
    meddled(
      'half messages',
      port,
      (bytes, server) => void server.write(bytes.subarray(0, rng.int(bytes.length))),
    ),
  'any bytes': () =>
    meddled('any bytes', port, (bytes, server) => {
      for (let i = 0; i < 8; i++) bytes[rng.int(bytes.length)] = rng.int(256)
      server.write(bytes)
    }),
  'slow readers': async () => {
    const sockets = Array.from({ length: 8 }, () => dealer(base, { receiveHighWaterMark: 1 }))
    const ears = Array.from({ length: 8 }, () => listener(statusEvent))
    for (const ear of ears) ear.subscribe()
    for (let i = 0; i < 40; i++)
      for (const socket of sockets) {
        count('slow readers')
        await socket.send(request('news', { limit: 500 })).catch(() => undefined)
      }
    await pause(3000)
    for (const one of [...sockets, ...ears]) one.close()
  },
  connects: async () => {
    for (let i = 0; i < 200 && !over(); i++) {
      count('connects')
      const socket = connect(port + (i % 4), '127.0.0.1')
      socket.on('error', () => undefined)
      setTimeout(() => socket.destroy(), rng.int(400))
      if (i % 3 === 0) socket.write(Buffer.from([255, 0, 0, 0, 0, 0, 0, 0, 1, 127, 3, 0, rng.int(256)]))
      if (i % 5 === 0) await pause(5)
    }
  },
  garbage: async () => {
    for (let i = 0; i < 50 && !over(); i++) {
      count('garbage')
      const socket = connect(port + (i % 4), '127.0.0.1')
      socket.on('error', () => undefined)
      // some of it greets first, as CURVE does
      if (i % 2 === 0) socket.write(GREETING)
      const noise = Buffer.from(Array.from({ length: 1 + rng.int(20_000) }, () => rng.int(256)))
      socket.write(noise)
      setTimeout(() => socket.destroy(), rng.int(300))
      await pause(rng.int(10))
    }
  },
  'comes and goes': async () => {
    for (let i = 0; i < 20 && !over(); i++) {
      count('comes and goes')
      const socket = dealer()
      await socket.send(request('status')).catch(() => undefined)
      await pause(rng.int(60))
      socket.close()
    }
  },
}

const GREETING = Buffer.alloc(64)
GREETING.set([0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 0])
GREETING.write('CURVE', 12)

/** attacks that have begun within the time may go on for so long */
const LATE_MS = 5000

const first = dealer()
await first.send(request('status'))
await first.receive()
first.close()
process.stdout.write('in\n')
// several of them begin together: the first would keep the others out
if (process.env['HOSTILE_WAITS'] === 'yes') await once(process.stdin, 'data')
until = performance.now() + Number(seconds) * 1000
const chosen = wanted === 'all' ? Object.keys(ATTACKS) : wanted.split(',')
const attacks = chosen.map(async (name) => {
  while (!over()) {
    await ATTACKS[name]?.().catch(() => undefined)
    await pause(20)
  }
})
// who was cut may wait for an answer for ever
await Promise.race([Promise.all(attacks), pause(Number(seconds) * 1000 + LATE_MS)])
process.stdout.write(`${JSON.stringify(tally)}\n`, () => process.exit(0))
