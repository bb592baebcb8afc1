import type { OutlineRow } from '#bt-tools/monitor/view/outline.js'
import type { Paint } from '#terminal/paint.js'
import { changeLine, pathOf } from './lines.js'
import { WatchModel } from './model.js'
import type { Output } from '#app/view.js'

/** One line of text per change. */
export class PlainWatch implements WatchView {
  readonly #address: string
  readonly #out: WatchOutput
  readonly #paint: Paint
  readonly #model = new WatchModel()
  #trouble = ''

  constructor(address: string, out: WatchOutput, paint: Paint) {
    this.#address = address
    this.#out = out
    this.#paint = paint
  }

  tree(rows: readonly OutlineRow[]): void {
    this.#model.show(rows)
    this.#out.write(`${this.#address}: ${rows.length} nodes\n`)
  }

  statuses(codes: ReadonlyMap<number, number>, now: number): void {
    this.#trouble = ''
    for (const { row, from, to } of this.#model.update(codes, now)) {
      const line = changeLine({ seconds: now / 1000, path: pathOf(row), from, to }, this.#paint)
      this.#out.write(`${line}\n`)
    }
  }

  silent(reason: string): void {
    if (reason !== this.#trouble) this.#out.write(`${this.#address}: ${reason}\n`)
    this.#trouble = reason
  }

  key(): void {
    // nothing to scroll
  }

  close(): void {
    // nothing to clean up
  }
}

/** An output for a watched tree: terminal, log or program. Times are milliseconds since an arbitrary origin. */
export interface WatchView {
  /** from now on another tree is shown */
  tree(rows: readonly OutlineRow[], uuid: string, now: number): void
  /** @param codes status bytes by uid */
  statuses(codes: ReadonlyMap<number, number>, now: number): void
  /** no answer; called repeatedly until there is one */
  silent(reason: string, now: number): void
  key(key: string, now: number): void
  close(): void
}

export interface WatchOutput extends Output {
  readonly rows?: number
}
