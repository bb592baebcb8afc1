import { err, ok, type Result } from '../../base/result.js'
import type { TreeDoc } from '../../bt/document.js'
import type { NodeLibrary } from '../../bt/library.js'
import { parseTree } from '../../bt/xml/parse.js'
import type { Refusal } from '../../console/host.js'
import type { SiteStore } from '../../adapters/store/site/site-store.js'
import type { PolicyStatus } from '../../runtime/station/snapshot.js'
import type { EpisodeRecord } from '../../learning/episode.js'
import { readPolicy } from '../run/policy.js'
import { refused } from './operations/records.js'
import { refusalOf } from './run-desk.js'

/** Which tree drives on which field. */
export class Policies {
  readonly #store: SiteStore
  readonly #library: NodeLibrary
  readonly #initial: string

  /** @param initial file of the tree that a field begins with */
  constructor(store: SiteStore, library: NodeLibrary, initial: string) {
    this.#store = store
    this.#library = library
    this.#initial = initial
  }

  start(_field: string): Promise<Result<TreeDoc, Refusal>> {
    const read = readPolicy(this.#initial, this.#library)
    return Promise.resolve(read.ok ? read : err(refusalOf(read.error)))
  }

  stored(hash: string): Result<TreeDoc, Refusal> {
    const found = refused(this.#store.tree(hash))
    if (!found.ok) return found
    const parsed = parseTree(found.value.xml, { file: `tree ${found.value.hash}`, library: this.#library })
    return parsed.ok ? ok(parsed.value) : err(refusalOf(parsed.error))
  }

  began(_field: string, _doc: TreeDoc): Promise<void> {
    return Promise.resolve()
  }

  finished(_field: string, _doc: TreeDoc, _record: EpisodeRecord, _next: TreeDoc): void {
    // slots follow
  }

  slots(_field: string | undefined): Result<readonly PolicyStatus[], Refusal> {
    return ok([])
  }

  stage(
    _field: string,
    _xml: string,
    _by: string,
    _cause: string,
  ): Promise<Result<{ readonly hash: string }, Refusal>> {
    return Promise.resolve(err({ code: 'policy.none', message: 'not yet' }))
  }

  rollback(
    _field: string,
    _by: string,
    _to: string | undefined,
    _cause: string,
  ): Promise<Result<{ readonly hash: string }, Refusal>> {
    return Promise.resolve(err({ code: 'policy.none', message: 'not yet' }))
  }

  settled(): Promise<void> {
    return Promise.resolve()
  }
}
