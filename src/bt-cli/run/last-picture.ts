import type { Tree } from '#bt/engine/tree.js'
import type { NodeLibrary } from '#bt/library.js'
import { instanceXml } from '#bt-tools/monitor/describe/instance-xml.js'
import { shareMemory } from '#bt-tools/monitor/memory.js'
import { Probe } from '#bt-tools/monitor/probe.js'
import { readOutline } from '#bt-tools/monitor/view/outline.js'
import { readStatus } from '#bt-tools/monitor/view/shown-status.js'
import { rowLine } from '../live/lines.js'
import { WatchModel } from '../live/model.js'
import { hasUnicode, paintFor } from '#terminal/paint.js'
import type { Io } from '#terminal/io.js'

/** Remembers the last status of each node, to show after the live picture is gone. */
export class LastPicture {
  readonly #rows: WatchModel = new WatchModel()
  readonly #statuses: () => ReadonlyMap<number, number>

  constructor(tree: Tree, library: NodeLibrary) {
    const memory = shareMemory(tree.nodes.map(({ uid }) => uid))
    tree.observe(new Probe(memory, () => 0))
    this.#statuses = () => readStatus(memory.status)
    const rows = readOutline(instanceXml(tree.subtrees, library, { builtins: false }))
    this.#rows.show(rows.ok ? rows.value : [])
  }

  /** The tree with the last status of each node; a tall tree is truncated. */
  text({ out, env }: Io): string {
    this.#rows.update(this.#statuses(), 0)
    const look = { paint: paintFor(out, env), unicode: hasUnicode(env) }
    const { rows } = this.#rows
    const lines = rows.slice(0, TALLEST).map((row) => `${rowLine(row, Infinity, look)}\n`)
    const more = rows.length > TALLEST ? `… and ${rows.length - TALLEST} more nodes\n` : ''
    return `${lines.join('')}${more}`
  }
}

/** lines; more than this nobody scrolls back through */
const TALLEST = 100
