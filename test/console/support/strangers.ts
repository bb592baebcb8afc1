/**
 * Strangers at the console's door, in a process of their own.
 * Arguments: host, first port, the server's public key, how many, and the key pair of a friend, who shows that the judge can
 * tell who is served. Prints one JSON object: what they were, what they got.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { context, curveKeyPair, Dealer } from 'zeromq'
import { stream } from '#base/random.js'

const [host = '', firstPort = '', serverKey = '', count = '0', publicKey, secretKey] = process.argv.slice(2)
const rng = stream('strangers', count)
const ESTOP = JSON.stringify({ v: 1, id: 1, cmd: 'estop', by: 'stranger' })
/** at a time; the slow ones stay longer than that */
const BATCH = 150
context.blocky = false

/** @returns whether anybody answered a request of theirs */
type Stranger = (port: number) => Promise<boolean>

const dealer =
  (options: () => object): Stranger =>
  async (port) => {
    const socket = new Dealer({ linger: 0, receiveTimeout: 800, sendTimeout: 200, ...options() })
    socket.connect(`tcp://${host}:${port}`)
    try {
      await socket.send(ESTOP)
      await socket.receive()
      return true
    } catch {
      return false
    } finally {
      socket.close()
    }
  }

/** Talks TCP. @returns false always: what a server says before it is asked who one is, is no service */
const raw =
  (talk: (socket: Socket) => Promise<void>): Stranger =>
  async (port) => {
    const socket = connect(port, host)
    socket.on('error', () => undefined)
    // a CURVE server has nothing but its greeting for those who have not shown a key
    let heard = 0
    socket.on('data', (bytes) => (heard += bytes.length))
    await talk(socket)
    socket.destroy()
    return heard > 64 + 8
  }

const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => rng.int(256)))
const greeting = (mechanism: string): Buffer => {
  const it = Buffer.alloc(64)
  it.set([0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 0])
  it.write(mechanism, 12)
  return it
}

const STRANGERS: Record<string, Stranger> = {
  'a wrong key': dealer(() => {
    const { publicKey, secretKey } = curveKeyPair()
    return { curveServerKey: serverKey, curvePublicKey: publicKey, curveSecretKey: secretKey }
  }),
  'no key': dealer(() => ({})),
  PLAIN: dealer(() => ({ plainUsername: 'root', plainPassword: 'root' })),
  'a wrong server key': dealer(() => {
    const { publicKey, secretKey } = curveKeyPair()
    return { curveServerKey: curveKeyPair().publicKey, curvePublicKey: publicKey, curveSecretKey: secretKey }
  }),
  'a garbage greeting': raw(async (socket) => {
    socket.write(bytes(1 + rng.int(400)))
    await pause(300)
  }),
  'a right greeting, then garbage': raw(async (socket) => {
    socket.write(Buffer.concat([greeting('CURVE'), bytes(1 + rng.int(300))]))
    await pause(300)
  }),
  'a greeting without security, then a request': raw(async (socket) => {
    const ready = Buffer.from('\x04\x26\x05READY\x0bSocket-Type\x00\x00\x00\x06DEALER', 'latin1')
    const message = Buffer.concat([Buffer.from([0, ESTOP.length]), Buffer.from(ESTOP)])
    socket.write(Buffer.concat([greeting('NULL'), ready, message]))
    await pause(300)
  }),
  'a frame of 8 exabytes': raw(async (socket) => {
    socket.write(
      Buffer.concat([
        greeting('CURVE'),
        Buffer.from([6, 0x7f, 255, 255, 255, 255, 255, 255, 255]),
        bytes(200),
      ]),
    )
    await pause(300)
  }),
  'slow-loris': raw(async (socket) => {
    for (const byte of greeting('CURVE').subarray(0, 10)) {
      socket.write(Buffer.from([byte]))
      await pause(300)
    }
  }),
}

if (publicKey !== undefined && secretKey !== undefined)
  STRANGERS['a friend'] = dealer(() => ({
    curveServerKey: serverKey,
    curvePublicKey: publicKey,
    curveSecretKey: secretKey,
  }))
const kinds = Object.keys(STRANGERS)
const tally: Record<string, number> = {}
let served = 0
let next = 0
const one = async (): Promise<void> => {
  while (next < Number(count)) {
    const at = next++
    const kind = kinds[at % kinds.length] ?? ''
    tally[kind] = (tally[kind] ?? 0) + 1
    if (await STRANGERS[kind]?.(Number(firstPort) + (Math.floor(at / kinds.length) % 4))) served += 1
  }
}
await Promise.all(Array.from({ length: BATCH }, one))
console.log(JSON.stringify({ served, tally }))
