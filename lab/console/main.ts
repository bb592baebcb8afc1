import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Request } from 'zeromq'
import { connectConsole, type ConsoleClient } from '#console-sockets/console-client.js'
import { readClientKey } from '#console-sockets/key-files.js'
import { must } from '#base/result.js'
import { percentilesOf, type Percentiles } from '../stop/percentiles.js'
import type { Opened } from './service.js'

/**
 * How long `status` takes over CURVE on loopback, beside a bare REQ/REP pair of zeromq that gives the same
 * bytes without encryption, keys or parsing; both in another process, and asked in turn. Then the same while
 * a viewer floods its endpoint.
 *
 *     npx tsx lab/console/main.ts --samples 2000
 */
const { values } = parseArgs({
  options: { samples: { type: 'string', default: '2000' }, json: { type: 'boolean', default: false } },
})
const samples = Number(values.samples)
/** an endpoint takes 400 messages a second for long, also while it is measured */
const PACE_MS = 4
const service = fork(fileURLToPath(new URL('service.ts', import.meta.url)), [], {
  execArgv: process.execArgv,
})
const [opened] = (await once(service, 'message')) as [Opened]
const connect = (name: string): ConsoleClient =>
  must(connectConsole({ key: must(readClientKey(join(opened.state, `${name}.graft-key`)), name) }), name)
const anna = connect('anna')
const viewer = connect('flood')
const bare = new Request({ linger: 0 })
bare.connect(opened.bare)
const request = JSON.stringify({ v: 1, id: 1, cmd: 'status', by: 'anna' })

const ofStatus = async (): Promise<void> => void must(await anna.request('status'), 'status')
const ofBare = async (): Promise<void> => {
  await bare.send(request)
  await bare.receive()
}
for (let i = 0; i < 200; i++) {
  await ofStatus()
  await ofBare()
  await pause(PACE_MS)
}
const status: number[] = []
const echo: number[] = []
for (let i = 0; i < samples; i++) {
  echo.push(await timed(ofBare))
  status.push(await timed(ofStatus))
  await pause(PACE_MS)
}
let flooding = true
let refused = 0
let served = 0
const flood = Array.from({ length: 32 }, async () => {
  while (flooding) {
    const { ok } = await viewer.request('status')
    if (ok) served += 1
    else refused += 1
  }
})
const flooded: number[] = []
for (let i = 0; i < samples / 4; i++) {
  flooded.push(await timed(ofStatus))
  await pause(PACE_MS)
}
flooding = false
await Promise.all(flood)
anna.close()
viewer.close()
bare.close()
service.disconnect()

const rows = {
  'bare zeromq REQ/REP': percentilesOf(echo),
  'console status': percentilesOf(status),
  'console status, a viewer floods': percentilesOf(flooded),
}
const ratio = rows['console status'].p50 / rows['bare zeromq REQ/REP'].p50
if (values.json)
  print(JSON.stringify({ bytes: opened.bytes, rows, ratio, flood: { served, refused }, load: loadavg() }))
else {
  print(`a reply has ${opened.bytes} bytes; milliseconds; load ${loadavg()[0]?.toFixed(1)}`)
  for (const [what, row] of Object.entries(rows)) print(line(what, row))
  print(
    `ratio of the p50: ${ratio.toFixed(1)}; bar: p50 of status ≤ 5 ms: ` +
      `${rows['console status'].p50 <= 5 ? 'met' : 'MISSED'}`,
  )
  print(`the flood: ${served} messages served, ${refused} refused`)
}

async function timed(ask: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await ask()
  return performance.now() - began
}

function line(what: string, { n, p50, p99, max }: Percentiles): string {
  const figures = [p50, p99, max].map((ms) => ms.toFixed(2).padStart(8)).join('')
  return `${what.padEnd(34)}${String(n).padStart(6)}   p50 p99 max ${figures}`
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
