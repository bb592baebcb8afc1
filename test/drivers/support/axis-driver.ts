import { createServer, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { Readable, Writable } from 'node:stream'
import type { Clock } from '#base/clock.js'
import { ok } from '#base/result.js'
import { ms } from '#base/units.js'
import { DriverSide } from '#drivers/driver-side.js'
import { LineSplitter } from '#drivers/line-splitter.js'
import { decodeHostMessage, encodeDriverMessage } from '#drivers/message-codec.js'
import { SIM_OFFER, SimBody } from './sim-body.js'

/**
 * The simulated axis as a program of its own, in real time: `axis-driver.ts stdio`, `axis-driver.ts SOCKET` or
 * `axis-driver.ts PORT`. What it observes is its own account: how many commands it began, and when it last stood still.
 */
class Axis extends SimBody {
  /** CLOCK_MONOTONIC, which all processes share, ms */
  haltedAt = 0

  override halt(): void {
    if (this.moving) this.haltedAt = Number(process.hrtime.bigint()) / 1e6
    super.halt()
  }

  override observe(_wanted: unknown, answer: Parameters<SimBody['observe']>[1]): void {
    const permits = this.begun.map(({ permit }) => permit)
    const seen = {
      begun: permits.length,
      twice: permits.length - new Set(permits).size,
      halted: this.haltedAt,
    }
    answer(
      ok({ facts: Object.entries(seen).map(([fact, value]) => ({ fact, value, confidence: 1, ageMs: 0 })) }),
    )
  }
}

function serve(input: Readable, output: Writable): void {
  const clock: Clock = { now: () => ms(performance.now()) }
  const offer = { ...SIM_OFFER, facts: ['begun', 'twice', 'halted'], heartbeatMs: 1000 }
  const side = new DriverSide({ clock, offer, body: new Axis(clock) })
  const splitter = new LineSplitter()
  const tell = (): void => {
    for (const message of side.take()) output.write(`${encodeDriverMessage(message)}\n`)
  }
  const timer = setInterval(tell, 2)
  input.on('data', (bytes: Buffer) => {
    for (const line of splitter.feed(bytes)) {
      const message = line.ok ? decodeHostMessage(line.value.text) : line
      if (message.ok) side.send(message.value)
    }
    tell()
  })
  input.once('close', () => {
    side.close()
    clearInterval(timer)
  })
  output.on('error', () => undefined)
}

const where = process.argv[2] ?? 'stdio'
if (where === 'stdio') serve(process.stdin, process.stdout)
else {
  const server = createServer({ noDelay: true }, (socket: Socket) => serve(socket, socket))
  const isReady = (): void => void process.stdout.write('ready\n')
  if (/^\d+$/.test(where)) server.listen(Number(where), '127.0.0.1', isReady)
  else server.listen(where, isReady)
  // whoever started it has gone
  process.stdin.resume().once('end', () => process.exit(0))
}
