import type { OutlineRow } from '#bt-tools/monitor/view/outline.js'
import type { Paint } from '#terminal/paint.js'
import { changeLine, pathOf } from './lines.js'
import { WatchModel } from './model.js'
import type { Output } from '#app/view.js'

/** One line of text for each change. */
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
    // there is nothing to scroll
  }

  close(): void {
    // every line was final
  }
}

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
