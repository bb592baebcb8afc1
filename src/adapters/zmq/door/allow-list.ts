import { join } from 'node:path'
import { mayActAs, type Access } from '#console/ports.js'
import { PURPOSES, type Purpose } from '../endpoints.js'
import { readClientKey, type AllowedKey } from '../key-files.js'
import type { Allowed, KeyStore } from '../key-store.js'

/** Who may come in where, and who has come in since an endpoint was opened. */
export class AllowList {
  #keys = new Map<string, AllowedKey>()
  readonly #admitted = new Map<Purpose, Set<string>>()

  /** @returns the owner's name; undefined: not through this endpoint */
  admit(purpose: Purpose, publicKey: string): string | undefined {
    const key = this.#keys.get(publicKey)
    if (key === undefined || !may(key, purpose)) return undefined
    const admitted = this.#admitted.get(purpose) ?? new Set()
    this.#admitted.set(purpose, admitted.add(publicKey))
    return key.name
  }

  /** @returns endpoints at which somebody is in who may not be there any more */
  replace(keys: readonly AllowedKey[]): readonly Purpose[] {
    this.#keys = new Map(keys.map((key) => [key.publicKey, key]))
    return PURPOSES.filter((purpose) =>
      [...(this.#admitted.get(purpose) ?? [])].some((publicKey) => {
        const key = this.#keys.get(publicKey)
        return key === undefined || !may(key, purpose)
      }),
    )
  }

  /** An endpoint was closed, and all its connections with it. */
  closed(purpose: Purpose): void {
    this.#admitted.delete(purpose)
  }
}

/** News are for everybody who may look. */
const may = ({ role }: AllowedKey, purpose: Purpose): boolean =>
  mayActAs(role, purpose === 'news' ? 'viewer' : purpose)

/**
 * Who of those who are let in could stop the robot. The secret half of the key `local` lies in one file of
 * this machine and nowhere else: without that file nobody comes in with it.
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
