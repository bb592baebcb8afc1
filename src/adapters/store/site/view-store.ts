import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import { isLocked } from '../run-lock.js'
import { damageIn } from './database/open-database.js'
import type { ReadMode } from './database/sqlite.js'
import { viewDatabase, type DatabaseView } from './database/view-database.js'
import { markerProblem } from './folder/marker.js'
import { verifyIntegrity } from './integrity/verify-integrity.js'
import type { PageFile } from './integrity/page-file.js'
import { checksumWarnings } from './integrity/checksums-at-start.js'
import { previewPrune } from './keep/prune-order.js'
import { checkRecordings } from './keep/seal.js'
import { readKnownTime } from './keep/time-notes.js'
import { layoutOf, type Layout } from './layout.js'
import { SiteReader } from './read/reader.js'
import type { Bounds, Pruned } from './writer/jobs.js'

/** A read-only view of a store, usable while the service writes it. Writes nothing, not even SQLite's own files. */
export class StoreView extends SiteReader {
  readonly #mode: ReadMode
  readonly #files: PageFile[] = []

  private constructor(layout: Layout, { db, mode }: DatabaseView) {
    super(layout, db)
    this.#mode = mode
  }

  /** Opens a view. A store that is missing, damaged, foreign or of another version is refused with a specific error. */
  static open(dir: string): Result<StoreView, Diagnostic> {
    const layout = layoutOf(dir)
    const opened = viewDatabase(layout)
    return opened.ok ? ok(new StoreView(layout, opened.value)) : opened
  }

  /** Checks database, log and marker against their checksums and with SQLite's own check; returns what is wrong. */
  damage(): readonly string[] {
    // in a transaction, so that a running service does not checkpoint the log meanwhile
    this.db.exec('BEGIN')
    try {
      this.db.prepare('SELECT count(*) FROM meta').get()
      const damage = verifyIntegrity(this.layout, (file) => this.#files.push(file))
      const notes = checksumWarnings(this.layout).of(this.db, 'look')
      const marker = markerProblem(this.layout, this.db)
      const more = [...notes.map(({ message }) => message), ...(marker === undefined ? [] : [marker])]
      return [...damage, ...more, ...damageIn(this.db)]
    } finally {
      this.db.exec('COMMIT')
    }
  }

  /** What retention would remove, in order. */
  previewPrune(bounds: Bounds): readonly Pruned[] {
    return previewPrune(this.layout, this.db, bounds, [])
  }

  /** Checks the recordings against their checksums. */
  checkRecordings(): ReturnType<typeof checkRecordings> {
    return checkRecordings(this.layout, this.db)
  }

  /** The time by which retention measures age when the wall clock shows `wall`. */
  timeAt(wall: number): number {
    return readKnownTime(this.db, wall, 0).now(wall)
  }

  /** True when a service has started to write a store that was idle: data read since then may be inconsistent. */
  get isOvertaken(): boolean {
    return this.#mode !== 'beside' && isLocked(this.layout.dir)
  }

  close(): void {
    this.db.close()
    // only now: closing them earlier would release our locks, and a stopping service would checkpoint the log we read
    for (const file of this.#files.splice(0)) file.close()
  }
}
