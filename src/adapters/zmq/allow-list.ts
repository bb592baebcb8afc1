import { mayActAs } from '../../console/ports.js'
import type { AllowedKey } from './key-files.js'
import { PURPOSES, type Purpose } from './endpoints.js'

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
