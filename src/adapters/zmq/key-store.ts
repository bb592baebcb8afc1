import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Diagnostic } from '../../base/diagnostic.js'
import { err, ok, type Result } from '../../base/result.js'
import type { Role } from '../../console/ports.js'
import { syncDirectory, writeDurably } from '../store/durable-file.js'
import {
  FOLDER,
  NAME,
  looseness,
  newKeyPair,
  readAllowedKey,
  readClientKey,
  readServerKey,
  type AllowedKey,
  type ClientKey,
  type ServerKey,
} from './key-files.js'

/** Where a console listens unless somebody says otherwise. */
export const DEFAULT_ENDPOINT = 'tcp://127.0.0.1:5870'

/** Who may come in now. Files that cannot be trusted let nobody in and are named. */
export interface Allowed {
  readonly keys: readonly AllowedKey[]
  readonly problems: readonly Diagnostic[]
}

export interface NewKey {
  readonly name: string
  readonly role: Role
  /** where the client will find the service */
  readonly endpoint?: string
  readonly note?: string
  /** where the client's file goes */
  readonly out: string
}

/**
 * The keys of one service, in `STATE/keys`: its own (`server.json`), who may come in (`allowed/NAME.json`), and one for the
 * console on the same machine (`local.graft-key`).
 */
export class KeyStore {
  readonly server: ServerKey
  readonly folder: string
  readonly #today: () => string

  private constructor(folder: string, server: ServerKey, today: () => string) {
    this.folder = folder
    this.server = server
    this.#today = today
  }

  /**
   * Opens the folder, and makes it on the first start.
   * @param state the service's state folder
   * @param options.make false: only one that is there
   */
  static open(
    state: string,
    { make = true, now = () => new Date() }: { make?: boolean; now?: () => Date } = {},
  ): Result<KeyStore, Diagnostic> {
    const folder = join(state, 'keys')
    const today = (): string => now().toISOString()
    if (!make && !existsSync(join(folder, 'server.json')))
      return no(
        'keys.none',
        `there are no keys in ${folder}`,
        'give the state folder of the service with --state',
      )
    try {
      mkdirSync(join(folder, 'allowed'), { recursive: true, mode: 0o700 })
      belongLike(folder, state)
      belongLike(join(folder, 'allowed'), state)
      const loose = looseness(folder, FOLDER) ?? looseness(join(folder, 'allowed'), FOLDER)
      if (loose !== undefined) return err(loose)
      const path = join(folder, 'server.json')
      if (!existsSync(path)) save(path, { version: 1, ...newKeyPair(), created: today() })
      const server = readServerKey(path)
      return server.ok ? ok(new KeyStore(folder, server.value, today)) : server
    } catch (error) {
      return err(unusable(folder, error))
    }
  }

  /**
   * The maintainer's key for `graft console` on this machine: made on the first start, and told where the service listens
   * on every other. One that was revoked stays out.
   */
  keepLocal(endpoint: string): Result<string, Diagnostic> {
    const out = join(this.folder, 'local.graft-key')
    try {
      if (!existsSync(out)) {
        if (existsSync(this.#allowedPath('local'))) return ok(out)
        return this.create({ name: 'local', role: 'maintainer', endpoint, note: 'this machine', out })
      }
      const kept = readClientKey(out)
      if (!kept.ok) return kept
      if (kept.value.endpoint !== endpoint) save(out, { ...kept.value, endpoint })
      return ok(out)
    } catch (error) {
      return err(unusable(this.folder, error))
    }
  }

  /** @returns path of the client's file: the only copy of its secret */
  create({ name, role, endpoint, note, out }: NewKey): Result<string, Diagnostic> {
    if (!NAME.test(name))
      return no(
        'keys.name',
        `${JSON.stringify(name)} cannot be the name of a key`,
        'letters, digits, . _ -; at most 40',
      )
    const path = this.#allowedPath(name)
    if (existsSync(path))
      return no('keys.taken', `there is a key ${name}`, `graft keys revoke ${name} ends it`)
    if (existsSync(out)) return no('keys.exists', `${out} exists and is not replaced`, 'choose another --out')
    const { publicKey, secretKey } = newKeyPair()
    const head = { version: 1, name, role } as const
    const client: ClientKey = {
      ...head,
      publicKey,
      secretKey,
      serverPublicKey: this.server.publicKey,
      endpoint: endpoint ?? this.#endpoint(),
    }
    try {
      save(out, client)
      save(path, { ...head, publicKey, created: this.#today(), ...(note === undefined ? {} : { note }) })
      return ok(out)
    } catch (error) {
      return err(unusable(this.folder, error))
    }
  }

  allowed(): Allowed {
    const read = readdirSync(join(this.folder, 'allowed'))
      .filter((file) => file.endsWith('.json'))
      .sort()
      .slice(0, MOST_KEYS)
      .map((file) => readAllowedKey(join(this.folder, 'allowed', file)))
    return {
      keys: read.flatMap((one) => (one.ok ? [one.value] : [])),
      problems: read.flatMap((one) => (one.ok ? [] : [one.error])),
    }
  }

  revoke(name: string): Result<void, Diagnostic> {
    const path = this.#allowedPath(name)
    if (!NAME.test(name) || !existsSync(path))
      return no('keys.unknown', `there is no key ${name}`, 'graft keys list shows those that there are')
    try {
      unlinkSync(path)
      syncDirectory(dirname(path))
      return ok(undefined)
    } catch (error) {
      return err(unusable(this.folder, error))
    }
  }

  #allowedPath(name: string): string {
    return join(this.folder, 'allowed', `${name}.json`)
  }

  #endpoint(): string {
    const local = readClientKey(join(this.folder, 'local.graft-key'))
    return local.ok ? local.value.endpoint : DEFAULT_ENDPOINT
  }
}

function save(path: string, content: object): void {
  writeDurably(path, `${JSON.stringify(content, null, 2)}\n`, 0o600)
  // a file of before may have had other permissions
  chmodSync(path, 0o600)
  belongLike(path, dirname(path))
}

/** What root makes for the service must be readable for the service. */
function belongLike(path: string, folder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  chownSync(path, uid, gid)
}

const no = (code: string, message: string, hint: string): Result<never, Diagnostic> =>
  err({ code, severity: 'error', message, hint })

const unusable = (folder: string, error: unknown): Diagnostic => ({
  code: 'keys.folder',
  severity: 'error',
  message: `${folder} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
  hint: 'run it as the user of the service, or give another --state',
})

const MOST_KEYS = 1000
