import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Reply } from 'zeromq'
import { openConsoleServer } from '../../src/adapters/zmq/console-server.js'
import { KeyStore } from '../../src/adapters/zmq/key-store.js'
import { must } from '../../src/base/result.js'
import { ConsoleDesk } from '../../src/console/desk.js'
import { Station, type StationParts } from '../../src/runtime/station/station.js'
import { PARTS } from './parts.js'

/** What the bench is told: the folder with the keys, and where a bare REP socket echoes the same reply. */
export interface Opened {
  readonly state: string
  readonly bare: string
  readonly bytes: number
}

/** A console with a full snapshot and a bare REQ/REP pair beside it, in a process of their own. */
const state = mkdtempSync(join(tmpdir(), 'graft-bench-'))
const keys = must(KeyStore.open(state), 'keys')
const station = new Station({
  now: () => Date.now(),
  version: '0.0.0',
  parts: PARTS as unknown as StationParts,
})
const desk = new ConsoleDesk({
  host: { station, execute: () => ({ ok: true, value: station.snapshot() }), gone: () => undefined },
  now: () => performance.now(),
  tell: (news) => station.tell(news),
  // one client that asks all the time is what is measured: it may have all that its endpoint gives
  limits: { perSecond: 400, atOnce: 800 },
})
const server = must(await openConsoleServer({ listen: 'tcp://127.0.0.1:0', keys, desk, station }), 'console')
for (const name of ['anna', 'flood'])
  must(
    keys.create({
      name,
      role: name === 'anna' ? 'operator' : 'viewer',
      endpoint: server.endpoint,
      out: join(state, `${name}.graft-key`),
    }),
    'a key',
  )
const reply = await desk.carryOut(
  { id: 1, command: 'status', params: {}, by: 'anna', quiet: false },
  { role: 'operator', client: 'bench' },
)
const bare = new Reply({ linger: 0 })
await bare.bind('tcp://127.0.0.1:*')
process.send?.({ state, bare: bare.lastEndpoint ?? '', bytes: reply.length } satisfies Opened)
process.once('disconnect', () => {
  bare.close()
  void server.close().then(() => rmSync(state, { recursive: true }))
})
for await (const _ of bare) await bare.send(reply)
