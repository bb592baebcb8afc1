import type { Diagnostic } from '../../../base/diagnostic.js'
import { ok, type Result } from '../../../base/result.js'
import { damageIn, viewDatabase } from './database/open-database.js'
import { wouldGo } from './keep/order.js'
import { layoutOf } from './layout.js'
import { SiteReader } from './read/reader.js'
import type { Bounds, Pruned } from './writer/jobs.js'

/** A store that is only looked at: also while the service writes it. */
export class StoreView extends SiteReader {
  /** A store that is missing, damaged, foreign or of another version is refused by name. */
  static open(dir: string): Result<StoreView, Diagnostic> {
    const layout = layoutOf(dir)
    const opened = viewDatabase(layout)
    return opened.ok ? ok(new StoreView(layout, opened.value)) : opened
  }

  /** What SQLite's own check finds wrong. */
  damage(): readonly string[] {
    return damageIn(this.db)
  }

  /** What retention would remove, in order. */
  wouldGo(bounds: Bounds): readonly Pruned[] {
    return wouldGo(this.layout, this.db, bounds, [])
  }

  close(): void {
    this.db.close()
  }
}
