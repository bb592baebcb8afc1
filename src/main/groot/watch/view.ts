import type { OutlineRow } from '../../../bt/monitor/view/outline.js'
import { LiveBlock } from '../../terminal/live-block.js'
import { hasUnicode, paintFor, type Paint } from '../../terminal/paint.js'
import type { Output } from '../../terminal/view.js'
import { changeLine, pathOf, rowLine, type Look } from './lines.js'
import { WatchModel } from './model.js'
import { scroll, settle, START, type Window } from './window.js'

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

/** JSON when it was asked for, a live tree on a terminal, one line a change everywhere else. */
export function createWatchView(
  from: { readonly address: string; readonly json: boolean },
  out: WatchOutput,
  env: Readonly<Record<string, string | undefined>>,
): WatchView {
  if (from.json) return new JsonWatch(out)
  const paint = paintFor(out, env)
  const moves = out.isTTY === true && env['TERM'] !== 'dumb' && (env['CI'] ?? '') === ''
  return moves
    ? new LiveWatch(from.address, out, { paint, unicode: hasUnicode(env) })
    : new PlainWatch(from.address, out, paint)
}

class LiveWatch implements WatchView {
  readonly #address: string
  readonly #out: WatchOutput
  readonly #look: Look
  readonly #block: LiveBlock
  readonly #model = new WatchModel()
  #window: Window = START
  #trouble = 'waiting for an answer'

  constructor(address: string, out: WatchOutput, look: Look) {
    this.#address = address
    this.#out = out
    this.#look = look
    this.#block = new LiveBlock(out)
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
    this.#block.clear()
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
    this.#block.draw([`${this.#address}  ${state}`, ...shown, dim(`${hidden}q quits`)])
  }

  /** lines of the tree that fit between the first and the last line */
  #height(): number {
    return Math.max(1, (this.#out.rows ?? 24) - 3)
  }
}

class PlainWatch implements WatchView {
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

/** One JSON object a line: `tree`, `change` and `silent`, each with `t` in milliseconds. */
class JsonWatch implements WatchView {
  readonly #out: WatchOutput
  readonly #model = new WatchModel()
  #trouble = ''

  constructor(out: WatchOutput) {
    this.#out = out
  }

  tree(rows: readonly OutlineRow[], uuid: string, t: number): void {
    this.#model.show(rows)
    this.#say({ event: 'tree', t, uuid, nodes: rows })
  }

  statuses(codes: ReadonlyMap<number, number>, t: number): void {
    this.#trouble = ''
    for (const { row, from, to } of this.#model.update(codes, t)) {
      this.#say({ event: 'change', t, uid: row.uid, path: pathOf(row), id: row.id, from, to })
    }
  }

  silent(reason: string, t: number): void {
    if (reason !== this.#trouble) this.#say({ event: 'silent', t, reason })
    this.#trouble = reason
  }

  key(): void {
    // programs press no keys
  }

  close(): void {
    // every line was final
  }

  #say(event: object): void {
    this.#out.write(`${JSON.stringify(event)}\n`)
  }
}
