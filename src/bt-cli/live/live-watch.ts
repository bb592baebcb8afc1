import type { OutlineRow } from '#bt-tools/monitor/view/outline.js'
import { LiveRegion } from '#terminal/live-region.js'
import { rowLine, type Look } from './lines.js'
import { WatchModel } from './model.js'
import type { WatchOutput, WatchView } from './plain-watch.js'
import { scroll, settle, START, type Window } from './window.js'

/** Redraws the tree in place, as much of it as fits the height of the terminal. */
export class LiveWatch implements WatchView {
  readonly #address: string
  readonly #out: WatchOutput
  readonly #look: Look
  readonly #region: LiveRegion
  readonly #model = new WatchModel()
  #window: Window = START
  #trouble = 'waiting for an answer'
  #drawn = ''

  constructor(address: string, out: WatchOutput, look: Look) {
    this.#address = address
    this.#out = out
    this.#look = look
    this.#region = new LiveRegion(out)
  }

  tree(rows: readonly OutlineRow[], _uuid: string, now: number): void {
    this.#model.show(rows)
    this.#window = START
    this.#draw(now)
  }

  statuses(codes: ReadonlyMap<number, number>, now: number): void {
    this.#trouble = ''
    this.#model.update(codes, now)
    this.#draw(now)
  }

  silent(reason: string, now: number): void {
    this.#trouble = reason
    this.#draw(now)
  }

  key(key: string, now: number): void {
    this.#window = scroll(this.#window, key, this.#model.rows.length, this.#height())
    this.#draw(now)
  }

  close(): void {
    this.#region.clear()
  }

  #draw(now: number): void {
    const { rows } = this.#model
    const height = this.#height()
    this.#window = settle(this.#window, rows, height)
    const { top, follow } = this.#window
    const shown = rows.slice(top, top + height).map((row) => rowLine(row, now, this.#look))
    const below = Math.max(0, rows.length - top - height)
    const { dim, warn } = this.#look.paint
    const state = this.#trouble === '' ? dim(`${rows.length} nodes`) : warn(this.#trouble)
    const hidden =
      top + below > 0
        ? `${top} lines above, ${below} below (arrows, PgUp, PgDn${follow ? '' : ', f follows'}); `
        : ''
    const lines = [`${this.#address}  ${state}`, ...shown, dim(`${hidden}q quits`)]
    // most polls bring nothing new: skipping them avoids flicker and traffic on a slow connection
    const text = [this.#out.columns, ...lines].join('\n')
    if (text === this.#drawn) return
    this.#drawn = text
    this.#region.draw(lines)
  }

  /** number of tree lines that fit between the header and the footer */
  #height(): number {
    return Math.max(1, (this.#out.rows ?? 24) - 3)
  }
}
