import type { OutlineRow } from '#bt-tools/monitor/view/outline.js'
import { pathOf } from './lines.js'
import { WatchModel } from './model.js'
import type { WatchOutput, WatchView } from './plain-watch.js'

/** One JSON object per line: `tree`, `change` and `silent`, each with `t` in milliseconds. */
export class JsonWatch implements WatchView {
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
    // not interactive
  }

  close(): void {
    // nothing to clean up
  }

  #say(event: object): void {
    this.#out.write(`${JSON.stringify(event)}\n`)
  }
}
