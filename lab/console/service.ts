import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Reply } from 'zeromq'
import { openConsoleProcess } from '#console-sockets/open-console.js'
import { KeyStore } from '#console-sockets/key-store.js'
import { must } from '#base/result.js'
import { CommandDispatcher } from '#console/command-dispatcher.js'
import { StatusPublisher, type StatusParts } from '#runtime/status/status-publisher.js'
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
const statusPublisher = new StatusPublisher({
  now: () => Date.now(),
  version: '0.0.0',
  parts: PARTS as unknown as StatusParts,
})
const dispatcher = new CommandDispatcher({
  host: {
    statusPublisher,
    execute: () => ({ ok: true, value: statusPublisher.status() }),
    releaseClient: () => undefined,
  },
  now: () => performance.now(),
  publish: (statusEvent) => statusPublisher.publish(statusEvent),
  // one client that asks all the time is what is measured: it may have all that its endpoint gives
  limits: { perSecond: 400, atOnce: 800 },
})
const server = must(
  await openConsoleProcess({
    listen: 'tcp://127.0.0.1:0',
    keys,
    manager: dispatcher,
    statusPublisher,
  }),
  'console',
)
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
const reply = await dispatcher.handle(
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
