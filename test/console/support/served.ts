import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectConsole, type ConsoleClient } from '../../../src/adapters/zmq/console-client.js'
import { openConsoleServer, type ConsoleServer } from '../../../src/adapters/zmq/console-server.js'
import { readClientKey, type ClientKey } from '../../../src/adapters/zmq/key-files.js'
import { KeyStore } from '../../../src/adapters/zmq/key-store.js'
import { must } from '../../../src/base/result.js'
import type { CommandName } from '../../../src/console/catalogue.js'
import { ConsoleDesk } from '../../../src/console/desk.js'
import type { Answer, Who } from '../../../src/console/host.js'
import type { Access } from '../../../src/console/access.js'
import type { Limits } from '../../../src/console/protocol.js'
import type { Role } from '../../../src/console/roles.js'
import { Station, type StationParts } from '../../../src/runtime/station/station.js'
import { ANSWERS } from './answers.js'

export interface Served {
  readonly server: ConsoleServer
  readonly station: Station
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
  const station = new Station({ now: () => Date.now(), version: '0.0.0', parts: {} as StationParts })
  const executed: { command: CommandName; who: Who }[] = []
  const gone: string[] = []
  const failures: string[] = []
  const said: string[] = []
  const access: Access[] = []
  const clients: ConsoleClient[] = []
  let beats = 0
  const desk = new ConsoleDesk({
    host: {
      station,
      execute: (command, _, who) => {
        executed.push({ command, who })
        return options.answer?.(command) ?? { ok: true, value: ANSWERS[command] }
      },
      gone: (client) => void gone.push(client),
    },
    now: () => performance.now(),
    tell: (news) => station.tell(news),
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  })
  const opened = await openConsoleServer({
    listen: options.ipc === true ? `ipc://${join(state, 'console')}` : 'tcp://127.0.0.1:0',
    keys,
    desk,
    station,
    beat: () => (beats += 1),
    failed: (why) => failures.push(why),
    tell: (_, text) => said.push(text),
    access: (now) => access.push(now),
    started: options.started,
    ...(options.sinceTurn !== undefined && { sinceTurn: options.sinceTurn }),
  })
  const server = must(opened, 'the console')
  return {
    server,
    station,
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

/** Waits until it is so. @throws when it is not after half a minute: a hang, not a bar */
export async function until(so: () => boolean, what: string): Promise<void> {
  for (let left = 3000; !so(); left--) {
    if (left === 0) throw new Error(`waited in vain until ${what}`)
    await pause(10)
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
