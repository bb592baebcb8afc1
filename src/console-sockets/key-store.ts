import { lstatSync, readdirSync, renameSync, statSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { Role } from '#console/ports.js'
import { makeFolders } from '#adapters/files/make-folders.js'
import { untrustedPath } from '#adapters/files/untrusted-path.js'
import { createDurably, syncDirectory, writeDurably } from '#adapters/files/durable-file.js'
import {
  FOLDER,
  LONGEST,
  NAME,
  permissionProblem,
  newKeyPair,
  readAllowedKey,
  readClientKey,
  readServerKey,
  type AllowedKey,
  type ClientKey,
  type ServerKey,
} from './key-files.js'

/** Default address of a console. */
const DEFAULT_ENDPOINT = 'tcp://127.0.0.1:5870'

/** The keys allowed now. Untrusted files admit nobody and are listed as problems. */
export interface Allowed {
  readonly keys: readonly AllowedKey[]
  readonly problems: readonly Diagnostic[]
}

export interface NewKey {
  readonly name: string
  readonly role: Role
  /** address of the service for the client */
  readonly endpoint?: string
  readonly note?: string
  /** path of the client's key file */
  readonly out: string
}

/** Runs an action with the invoking user's rights, while the store itself is written with its owner's rights. */
export type AsInvoker = (action: () => void) => void

export interface KeyStoreSetting {
  readonly made: boolean
  readonly today: () => string
  readonly asInvoker: AsInvoker
}

/**
 * The keys of one service, in `STATE/keys`: its own (`server.json`), the allowed clients (`allowed/NAME.json`), and one
 * for the console on the same machine (`local.graft-key`).
 */
export class KeyStore {
  readonly server: ServerKey
  /** the service's key was generated now: existing clients do not know it */
  readonly made: boolean
  readonly folder: string
  readonly #today: () => string
  readonly #asInvoker: AsInvoker

  private constructor(folder: string, server: ServerKey, { made, today, asInvoker }: KeyStoreSetting) {
    this.folder = folder
    this.server = server
    this.made = made
    this.#today = today
    this.#asInvoker = asInvoker
  }

  /**
   * Opens the key folder, or creates it on the first start.
   * @param state the service's state folder
   * @param options.make false: open only an existing folder
   * @param options.renew generate a new service key to replace a lost one
   */
  static open(
    state: string,
    {
      make = true,
      renew = false,
      now = () => new Date(),
      asInvoker = (action) => action(),
    }: { make?: boolean; renew?: boolean; now?: () => Date; asInvoker?: AsInvoker } = {},
  ): Result<KeyStore, Diagnostic> {
    const folder = join(state, 'keys')
    const today = (): string => now().toISOString()
    const untrusted = untrustedPath(state)
    if (untrusted !== undefined) return err(untrusted)
    try {
      const path = join(folder, 'server.json')
      const lost = !isThere(path)
      if (lost && !renew) {
        const clients = keyNamesIn(join(folder, 'allowed'))
        if (clients.length > 0) return err(serverLost(path, clients))
        if (!make)
          return refusal(
            'keys.none',
            `there are no keys in ${folder}`,
            'pass the state folder of the service with --state',
          )
      }
      makeFolders(join(folder, 'allowed'), 0o700)
      for (const each of [folder, join(folder, 'allowed')]) {
        const problem = permissionProblem(each, statSync(each), FOLDER)
        if (problem !== undefined) return err(problem)
      }
      if (lost || renew) save(path, { version: 1, ...newKeyPair(), created: today() })
      const server = readServerKey(path)
      return server.ok
        ? ok(new KeyStore(folder, server.value, { made: lost, today, asInvoker }))
        : err(brokenServer(server.error))
    } catch (error) {
      return err(unusable(folder, error))
    }
  }

  /**
   * Maintains the maintainer's key for `graft console` on this machine: created on the first start, and updated on
   * later ones with the service's address and public key. A revoked key stays revoked; a lost or broken one is
   * regenerated.
   */
  keepLocal(endpoint: string, report: (text: string) => void = () => undefined): Result<string, Diagnostic> {
    const out = join(this.folder, 'local.graft-key')
    const path = this.#allowedPath('local')
    try {
      const there = isThere(out)
      if (!isThere(path)) return there ? ok(out) : this.create({ ...LOCAL, endpoint, out })
      const listed = readAllowedKey(path)
      const kept = readClientKey(out)
      if (kept.ok && listed.ok && kept.value.publicKey === listed.value.publicKey) {
        const { publicKey: serverPublicKey } = this.server
        if (kept.value.endpoint !== endpoint || kept.value.serverPublicKey !== serverPublicKey)
          save(out, { ...kept.value, endpoint, serverPublicKey })
        return ok(out)
      }
      report(`the key of this machine cannot be used (${firstProblem(kept, listed)}): a new one is made`)
      if (there) renameSync(out, `${out}.broken`)
      unlinkSync(path)
      return this.create({ ...LOCAL, role: listed.ok ? listed.value.role : LOCAL.role, endpoint, out })
    } catch (error) {
      return err(unusable(this.folder, error))
    }
  }

  /** @returns path of the client's key file, the only copy of its secret key */
  create({ name, role, endpoint, note, out }: NewKey): Result<string, Diagnostic> {
    if (!NAME.test(name))
      return refusal(
        'keys.name',
        `${JSON.stringify(name)} is not a valid key name`,
        'letters, digits, . _ -; at most 40',
      )
    const long = tooLong({ note, endpoint })
    if (long !== undefined) return err(long)
    const path = this.#allowedPath(name)
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
      if (isThere(path))
        return refusal('keys.taken', `there is a key ${name}`, `revoke it with graft keys revoke ${name}`)
      this.#asInvoker(() => createDurably(out, textOf(client), 0o600))
    } catch (error) {
      return hasCode(error, 'EEXIST')
        ? refusal('keys.exists', `${out} exists and is not replaced`, 'choose another --out')
        : err(unusable(dirname(out), error, 'choose another --out'))
    }
    try {
      save(path, { ...head, publicKey, created: this.#today(), ...(note === undefined ? {} : { note }) })
      return ok(out)
    } catch (error) {
      // a key that is not on the allow list is useless
      this.#asInvoker(() => unlinkSync(out))
      return err(unusable(this.folder, error))
    }
  }

  allowed(): Allowed {
    return readAllowed(join(this.folder, 'allowed'))
  }

  revoke(name: string): Result<void, Diagnostic> {
    const path = this.#allowedPath(name)
    try {
      if (!NAME.test(name) || !isThere(path))
        return refusal('keys.unknown', `there is no key ${name}`, 'graft keys list shows the existing keys')
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

/** @throws Error when the folder is missing or unreadable */
export function readAllowed(folder: string): Allowed {
  const read = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .slice(0, MAX_KEYS)
    .map((file) => readAllowedKey(join(folder, file)))
  return {
    keys: read.flatMap((one) => (one.ok ? [one.value] : [])),
    problems: read.flatMap((one) => (one.ok ? [] : [one.error])),
  }
}

/** What is written must be readable again: a longer text would make a key that no service accepts. */
function tooLong(texts: { readonly [K in keyof typeof LONGEST]: string | undefined }):
  Diagnostic | undefined {
  for (const name of ['note', 'endpoint'] as const) {
    const length = texts[name]?.length ?? 0
    if (length > LONGEST[name])
      return {
        code: `keys.${name}`,
        severity: 'error',
        message: `the ${name} of the key is too long`,
        expected: `at most ${LONGEST[name]} characters`,
        got: String(length),
        hint: `shorten --${name}`,
      }
  }
  return undefined
}

const save = (path: string, content: object): void => writeDurably(path, textOf(content), 0o600)
const textOf = (content: object): string => `${JSON.stringify(content, null, 2)}\n`

/** Throws when access is denied, because an inaccessible file is not a missing one. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

const keyNamesIn = (allowed: string): readonly string[] =>
  isThere(allowed)
    ? readdirSync(allowed)
        .filter((file) => file.endsWith('.json'))
        .map((file) => file.slice(0, -'.json'.length))
        .sort()
    : []

const firstProblem = (...read: readonly Result<unknown, Diagnostic>[]): string =>
  read.flatMap((each) => (each.ok ? [] : [each.error.message]))[0] ?? 'it is not the allowed key'

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const refusal = (code: string, message: string, hint: string): Result<never, Diagnostic> =>
  err({ code, severity: 'error', message, hint })

/** Silently generating a new key would lock out every client, so that deleting the file would be an attack. */
const serverLost = (path: string, clients: readonly string[]): Diagnostic => ({
  code: 'keys.server-lost',
  severity: 'error',
  message: `the service key ${path} is missing; existing clients would no longer recognise the service`,
  got: `allowed clients: ${clients.slice(0, 10).join(', ')}${clients.length > 10 ? ' …' : ''}`,
  hint: `restore the file from a backup; or ${RENEW}`,
})

const brokenServer = (problem: Diagnostic): Diagnostic =>
  problem.code === 'keys.broken'
    ? { ...problem, hint: `restore the file from a backup; or ${RENEW}` }
    : problem

const unusable = (
  folder: string,
  error: unknown,
  hint = 'run it as the user of the service, or give another --state',
): Diagnostic => ({
  code: 'keys.folder',
  severity: 'error',
  message: `${folder} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
  hint,
})

const LOCAL = { name: 'local', role: 'maintainer', note: 'this machine' } as const
const RENEW = 'graft keys server --renew generates a new one and shows what the clients need'
const MAX_KEYS = 1000
