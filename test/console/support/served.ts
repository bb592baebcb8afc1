import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectConsole, type ConsoleClient } from '#console-sockets/console-client.js'
import { openConsoleProcess, type ConsoleHandle } from '#console-sockets/open-console.js'
import { readClientKey, type ClientKey } from '#console-sockets/key-files.js'
import { KeyStore } from '#console-sockets/key-store.js'
import { must } from '#base/result.js'
import type { CommandName } from '#console/catalogue.js'
import { CommandDispatcher } from '#console/command-dispatcher.js'
import type { Answer, Who } from '#console/host.js'
import type { Access, Role } from '#console/roles.js'
import type { Limits } from '#console/protocol.js'
import { StatusPublisher, type StatusParts } from '#runtime/status/status-publisher.js'
import { ANSWERS } from './answers.js'

export interface Served {
  readonly server: ConsoleHandle
  readonly statusPublisher: StatusPublisher
  readonly keys: KeyStore
  readonly executed: { readonly command: CommandName; readonly who: Who }[]
  readonly gone: string[]
  readonly failures: string[]
  readonly said: string[]
  /** who could stop the robot, as it was told */
  readonly access: Access[]
  beats(): number
  key(name: string, role: Role): ClientKey
  connect(key: ClientKey): ConsoleClient
  close(): Promise<void>
}

/** A console on loopback with a host that notes what reaches it. */
export async function serve(
  options: {
    readonly limits?: Partial<Limits>
    readonly ipc?: boolean
    readonly answer?: (command: CommandName) => Promise<Answer> | Answer
    readonly started?: ChildProcess
    readonly sinceTurn?: () => number
  } = {},
): Promise<Served> {
  const state = mkdtempSync(join(tmpdir(), 'graft-console-'))
  const keys = must(KeyStore.open(state), 'keys')
  const statusPublisher = new StatusPublisher({
    now: () => Date.now(),
    version: '0.0.0',
    parts: {} as StatusParts,
  })
  const executed: { command: CommandName; who: Who }[] = []
  const gone: string[] = []
  const failures: string[] = []
  const said: string[] = []
  const access: Access[] = []
  const clients: ConsoleClient[] = []
  let beats = 0
  const dispatcher = new CommandDispatcher({
    host: {
      statusPublisher,
      execute: (command, _, who) => {
        executed.push({ command, who })
        return options.answer?.(command) ?? { ok: true, value: ANSWERS[command] }
      },
      releaseClient: (client) => void gone.push(client),
    },
    now: () => performance.now(),
    publish: (statusEvent) => statusPublisher.publish(statusEvent),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  })
  const opened = await openConsoleProcess({
    listen: options.ipc === true ? `ipc://${join(state, 'console')}` : 'tcp://127.0.0.1:0',
    keys,
    manager: dispatcher,
    statusPublisher,
    beat: () => (beats += 1),
    failed: (why) => failures.push(why),
    log: (_, text) => said.push(text),
    access: (now) => access.push(now),
    started: options.started,
    ...(options.sinceTurn !== undefined && { sinceTurn: options.sinceTurn }),
  })
  const server = must(opened, 'the console')
  return {
    server,
    statusPublisher,
    keys,
    executed,
    gone,
    failures,
    said,
    access,
    beats: () => beats,
    key: (name, role) => {
      const out = join(state, `${name}.graft-key`)
      must(keys.create({ name, role, out, endpoint: server.endpoint }), 'a key')
      // the folder is watched, and a test does not wait for that
      void server.reloadKeys()
      return must(readClientKey(out), 'a key file')
    },
    connect: (key) => {
      const client = must(connectConsole({ key }), 'a client')
      clients.push(client)
      return client
    },
    close: async () => {
      for (const client of clients) client.close()
      await server.close()
      rmSync(state, { recursive: true })
    },
  }
}

/** Waits until it is so. @throws when it is not after 100 s: a hang, not a bar */
export async function until(so: () => boolean, what: string): Promise<void> {
  for (let left = 10_000; !so(); left--) {
    if (left === 0) throw new Error(`waited in vain until ${what}`)
    await pause(10)
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
