import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSerial } from '#adapters/serial/open-serial.js'
import type { Clock } from '#base/clock.js'
import type { ByteStream } from '#link/byte-stream.js'
import { describeMismatch, type ForeignProtocol } from '#link/link-event.js'
import { LinkSession } from '#link/link-session.js'
import { StateBit } from '#link/messages.gen.js'
import { TxQueue } from '#link/tx-queue.js'
import type { CommandState } from '#link/wire-command.js'
import { deviceNames } from '#config/device-names.js'

const BAUD = 921_600
const LOOK_MS = 5
/** ms; a controller answers Hello within a few */
const HELLO_MS = 800
/** ms; the robot brakes from top speed within half a second; STOP is repeated until it is acknowledged */
const STOP_MS = 2000

/** The outcome for one device that may be the controller. */
export interface StopOutcome {
  readonly device: string
  readonly what:
    | 'stopped'
    /** another program holds the port and controls the robot */
    | 'not-opened'
    /** no answer in our protocol */
    | 'silent'
    /**
     * it answered, but the STOP was not acknowledged, or it uses another protocol, or the robot did not come to
     * rest in time
     */
    | 'unconfirmed'
  readonly text: string
}

/**
 * Sends Hello on every device, then STOP, even to a device that does not answer, and closes them. Needs no permit and
 * no knowledge of what the robot was doing; if two controllers answer, both are stopped.
 * @param devices paths and patterns, as in `robot.devices` of the configuration
 */
export async function safeStop(devices: string, clock: Clock): Promise<readonly StopOutcome[]> {
  return Promise.all((await deviceNames(devices)).map((device) => stopOne(device, clock)))
}

async function stopOne(device: string, clock: Clock): Promise<StopOutcome> {
  const opened = await openSerial({ path: device, baud: BAUD })
  if (!opened.ok) return { device, what: 'not-opened', text: opened.error.message }
  const stream = opened.value
  const sessionId = randomInt(1, 2 ** 32)
  const session = new LinkSession({ clock, sessionId })
  const pumpUntil = async (patience: number, done: () => boolean): Promise<boolean> => {
    const until = clock.now() + patience
    while (stream.open && clock.now() < until) {
      session.feed(stream.read())
      session.poll()
      stream.write(session.takeBytes())
      if (done()) return true
      await sleep(LOOK_MS)
    }
    return done()
  }
  try {
    await pumpUntil(HELLO_MS, () => session.status !== 'connecting')
    if (session.status !== 'up' && session.status !== 'degraded') {
      await lastWords(stream, sessionId)
      return session.status === 'refused'
        ? { device, what: 'unconfirmed', text: foreignText(session.foreign) }
        : { device, what: 'silent', text: `it does not answer Hello in our protocol. ${SENT}` }
    }
    const id = session.stop()
    const state = (): CommandState => session.commandState(id)
    const answered = await pumpUntil(STOP_MS, () => typeof state() === 'object' || state() === 'refused')
    if (!answered || typeof state() !== 'object')
      return { device, what: 'unconfirmed', text: `STOP was not acknowledged: ${JSON.stringify(state())}` }
    const acknowledged = session.telemetry?.tMs
    const stands = await pumpUntil(STOP_MS, () => {
      const { tMs, state: bits } = session.telemetry ?? { tMs: acknowledged, state: StateBit.moving }
      return tMs !== acknowledged && (bits & (StateBit.moving | StateBit.busy)) === 0
    })
    return stands
      ? { device, what: 'stopped', text: 'STOP acknowledged, telemetry says that nothing moves' }
      : { device, what: 'unconfirmed', text: 'STOP acknowledged, but telemetry says that it still moves' }
  } finally {
    stream.close()
  }
}

/**
 * Last attempt for a controller that uses another protocol, or whose answers do not reach us, but that may understand
 * us: sends STOP in case it did accept our session, and the emergency stop, which this family of controllers latches
 * without a session. No driving program can hold the port meanwhile, so the controller has stopped for lack of
 * heartbeats in any case.
 */
async function lastWords(stream: ByteStream, session: number): Promise<void> {
  const txQueue = new TxQueue()
  for (let i = 0; i < LAST_WORDS; i++) {
    txQueue.send({ kind: 'stop', session, cmdId: 1 })
    txQueue.send({ kind: 'estop', session, cmdId: 2 })
    stream.write(txQueue.take())
    await sleep(LAST_WORDS_MS)
  }
}

const SENT = 'STOP and the emergency stop were sent'
const LAST_WORDS = 5
const LAST_WORDS_MS = 40

const foreignText = (foreign: ForeignProtocol | undefined): string =>
  `${describeMismatch('it', foreign)}. ${SENT}; its answer cannot be trusted`
