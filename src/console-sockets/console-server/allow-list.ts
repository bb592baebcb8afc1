import { join } from 'node:path'
import { mayActAs, type Access } from '#console/ports.js'
import { PURPOSES, type Purpose } from '../endpoints.js'
import { readClientKey, type AllowedKey } from '../key-files.js'
import type { Allowed, KeyStore } from '../key-store.js'

/** Which keys may use which endpoint, and which have connected since an endpoint was opened. */
export class AllowList {
  #keys = new Map<string, AllowedKey>()
  readonly #admitted = new Map<Purpose, Set<string>>()

  /** @returns the owner's name; undefined if the key may not use this endpoint */
  admit(purpose: Purpose, publicKey: string): string | undefined {
    const key = this.#keys.get(publicKey)
    if (key === undefined || !may(key, purpose)) return undefined
    const admitted = this.#admitted.get(purpose) ?? new Set()
    this.#admitted.set(purpose, admitted.add(publicKey))
    return key.name
  }

  /** @returns endpoints with a connected key that is no longer allowed */
  replace(keys: readonly AllowedKey[]): readonly Purpose[] {
    this.#keys = new Map(keys.map((key) => [key.publicKey, key]))
    return PURPOSES.filter((purpose) =>
      [...(this.#admitted.get(purpose) ?? [])].some((publicKey) => {
        const key = this.#keys.get(publicKey)
        return key === undefined || !may(key, purpose)
      }),
    )
  }

  /** Call when an endpoint was closed, together with all its connections. */
  closed(purpose: Purpose): void {
    this.#admitted.delete(purpose)
  }
}

/** Events are for everyone with at least the viewer role. */
const may = ({ role }: AllowedKey, purpose: Purpose): boolean =>
  mayActAs(role, purpose === 'news' ? 'viewer' : purpose)

/**
 * Determines which allowed keys may stop the robot. The secret half of the key `local` exists only in one file on this
 * machine: without that file, nobody can connect with it.
 */
export function whoMayStop({ folder }: Pick<KeyStore, 'folder'>, { keys, problems }: Allowed): Access {
  const drivers = keys.filter(({ role }) => mayActAs(role, 'operator'))
  const mayStop = drivers
    .filter(({ name, publicKey }) => name !== LOCAL || isHere(folder, publicKey))
    .map(({ publicKey }) => publicKey)
  if (mayStop.length > 0) return { mayStop, why: null }
  const wrong = problems.length > 0 ? `; ${problems.map(({ message }) => message).join('; ')}` : ''
  const why =
    drivers.length > 0
      ? `the only key is that of this machine, and ${join(folder, `${LOCAL}.graft-key`)} cannot be used`
      : `${join(folder, 'allowed')} has no key of an operator or a maintainer`
  return { mayStop, why: why + wrong }
}

function isHere(folder: string, publicKey: string): boolean {
  const kept = readClientKey(join(folder, `${LOCAL}.graft-key`))
  return kept.ok && kept.value.publicKey === publicKey
}

const LOCAL = 'local'
