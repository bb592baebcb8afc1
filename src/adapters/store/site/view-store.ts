import type { Diagnostic } from '#base/diagnostic.js'
import { ok, type Result } from '#base/result.js'
import { isLocked } from '../run-lock.js'
import { damageIn } from './database/open-database.js'
import type { Look } from './database/sqlite.js'
import { viewDatabase, type Viewed } from './database/view-database.js'
import { markerProblem } from './folder/marker.js'
import { judge } from './integrity/judge.js'
import type { PageFile } from './integrity/page-file.js'
import { sumsNotes } from './integrity/notes.js'
import { wouldGo } from './keep/order.js'
import { checkRecordings } from './keep/seal.js'
import { readKnownTime } from './keep/time-notes.js'
import { layoutOf, type Layout } from './layout.js'
import { SiteReader } from './read/reader.js'
import type { Bounds, Pruned } from './writer/jobs.js'

/** A store that is only looked at: also while the service writes it. Writes nothing, not even SQLite's own files. */
export class StoreView extends SiteReader {
  readonly #look: Look
  readonly #files: PageFile[] = []

  private constructor(layout: Layout, { db, look }: Viewed) {
    super(layout, db)
    this.#look = look
  }

  /** A store that is missing, damaged, foreign or of another version is refused by name. */
  static open(dir: string): Result<StoreView, Diagnostic> {
    const layout = layoutOf(dir)
    const opened = viewDatabase(layout)
    return opened.ok ? ok(new StoreView(layout, opened.value)) : opened
  }

  /** What is wrong with the bytes of database, log and marker, by their checksums and by SQLite's own check. */
  damage(): readonly string[] {
    // in a transaction, so that a service that writes does not empty the log meanwhile
    this.db.exec('BEGIN')
    try {
      this.db.prepare('SELECT count(*) FROM meta').get()
      const damage = judge(this.layout, (file) => this.#files.push(file))
      const notes = sumsNotes(this.layout).of(this.db, 'look')
      const marker = markerProblem(this.layout, this.db)
      const more = [...notes.map(({ message }) => message), ...(marker === undefined ? [] : [marker])]
      return [...damage, ...more, ...damageIn(this.db)]
    } finally {
      this.db.exec('COMMIT')
    }
  }

  /** What retention would remove, in order. */
  wouldGo(bounds: Bounds): readonly Pruned[] {
    return wouldGo(this.layout, this.db, bounds, [])
  }

  /** Recordings against their checksums. */
  checkRecordings(): ReturnType<typeof checkRecordings> {
    return checkRecordings(this.layout, this.db)
  }

  /** The time by which retention counts age, when the wall clock says `wall`. */
  timeAt(wall: number): number {
    return readKnownTime(this.db, wall, 0).now(wall)
  }

  /** A service has begun to write what was still: what was read since may be neither the old nor the new. */
  get isOvertaken(): boolean {
    return this.#look !== 'beside' && isLocked(this.layout.dir)
  }

  close(): void {
    this.db.close()
    // not before: it would end our locks, and a service that stops would empty the log under us
    for (const file of this.#files.splice(0)) file.close()
  }
}
