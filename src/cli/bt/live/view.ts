import type { OutlineRow } from '#bt-tools/monitor/view/outline.js'
import type { Output } from '#app/view.js'

/** Who looks at a tree: a person at a terminal, a log, or a program. Times are milliseconds since any beginning. */
export interface WatchView {
  /** another tree is shown from now on */
  tree(rows: readonly OutlineRow[], uuid: string, now: number): void
  /** @param codes status bytes by uid */
  statuses(codes: ReadonlyMap<number, number>, now: number): void
  /** nobody answers; again and again until somebody does */
  silent(reason: string, now: number): void
  key(key: string, now: number): void
  close(): void
}

export interface WatchOutput extends Output {
  readonly rows?: number
}
