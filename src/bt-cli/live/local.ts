import type { Tree } from '#bt/engine/tree.js'
import type { NodeLibrary } from '#bt/library.js'
import { instanceXml } from '#bt-tools/monitor/describe/instance-xml.js'
import { shareMemory } from '#bt-tools/monitor/memory.js'
import { Probe } from '#bt-tools/monitor/probe.js'
import { readOutline } from '#bt-tools/monitor/view/outline.js'
import { readStatus } from '#bt-tools/monitor/view/shown-status.js'
import { createWatchView } from './watch.js'
import type { WatchOutput, WatchView } from './plain-watch.js'

/** Shows a tree of this process live: call `draw` between ticks, as often as the display should refresh. */
export class LocalWatch {
  readonly #view: WatchView
  #look: () => ReadonlyMap<number, number> = () => new Map()
  #leave: () => void = () => undefined
  #shown = 0

  constructor(
    from: { readonly title: string; readonly json: boolean },
    out: WatchOutput,
    env: Readonly<Record<string, string | undefined>>,
  ) {
    this.#view = createWatchView({ address: from.title, json: from.json }, out, env)
  }

  /** @param now milliseconds since an arbitrary origin, the same for all calls */
  show(tree: Tree, library: NodeLibrary, now: number): void {
    this.#leave()
    const memory = shareMemory(tree.nodes.map(({ uid }) => uid))
    this.#leave = tree.observe(new Probe(memory, () => 0))
    this.#look = () => readStatus(memory.status)
    const rows = readOutline(instanceXml(tree.subtrees, library, { builtins: false }))
    this.#shown += 1
    this.#view.tree(rows.ok ? rows.value : [], String(this.#shown), now)
  }

  draw(now: number): void {
    this.#view.statuses(this.#look(), now)
  }

  key(key: string, now: number): void {
    this.#view.key(key, now)
  }

  close(): void {
    this.#leave()
    this.#view.close()
  }
}
