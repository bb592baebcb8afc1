import type { OutlineRow } from '#bt-tools/monitor/view/outline.js'
import { shownStatus, type ShownStatus } from '#bt-tools/monitor/view/shown-status.js'

/** One line of the watched tree, with the state of its node. */
export interface WatchedRow {
  readonly row: OutlineRow
  readonly status: ShownStatus
  /** time of the last observed change; `-Infinity` before the first */
  readonly changedAt: number
}

export interface StatusChange {
  readonly row: OutlineRow
  readonly from: ShownStatus
  readonly to: ShownStatus
}

/** The observed state of a watched tree. */
export class WatchModel {
  #rows: WatchedRow[] = []

  get rows(): readonly WatchedRow[] {
    return this.#rows
  }

  /** Switches to another tree, all of whose nodes start as idle. */
  show(rows: readonly OutlineRow[]): void {
    this.#rows = rows.map((row) => ({ row, status: 'idle', changedAt: -Infinity }))
  }

  /**
   * @param codes status bytes by uid
   * @returns the changes since the last call, top to bottom
   */
  update(codes: ReadonlyMap<number, number>, now: number): StatusChange[] {
    const changes: StatusChange[] = []
    this.#rows.forEach(({ row, status }, index) => {
      const to = shownStatus(codes.get(row.uid) ?? 0)
      if (to === status) return
      changes.push({ row, from: status, to })
      this.#rows[index] = { row, status: to, changedAt: now }
    })
    return changes
  }
}
