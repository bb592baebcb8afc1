import { AppendFile } from '#adapters/store/append-file.js'
import { VirtualClock } from '#base/clock.js'
import type { TraceEvent } from '#bt/trace.js'
import type { NodeLibrary } from '#bt/library.js'
import { NodeRegistry } from '#bt/engine/registry.js'
import { createTree } from '#bt/engine/tree.js'
import { BtLogWriter } from '#bt-tools/log/btlog-writer.js'
import { instanceXml } from '#bt-tools/monitor/describe/instance-xml.js'
import { parseTree } from '#bt/xml/parse.js'
import { addMocks, nodesWithoutCode } from '#app/models/mocks.js'
import { parseMock } from '#app/models/mock-spec.js'

/** A log of one tree's status changes as Groot2 reads it, written from node events. */
export class BtLogFile {
  readonly #file: AppendFile
  readonly #writer: BtLogWriter
  readonly #uids: ReadonlyMap<string, number>
  #t = 0

  private constructor(path: string, tree: BuiltTree, beginMs: number) {
    this.#file = new AppendFile(path)
    this.#uids = tree.uids
    this.#writer = new BtLogWriter({
      xml: tree.xml,
      now: () => Math.round((beginMs + this.#t) * 1000),
      write: (bytes) => void this.#file.append(bytes),
    })
  }

  /**
   * @param xml of the tree, self-contained
   * @param beginMs wall clock when the episode's clock showed 0, ms since the epoch
   * @returns undefined when the text is not a tree of this library
   */
  static open(path: string, xml: string, library: NodeLibrary, beginMs: number): BtLogFile | undefined {
    const tree = build(xml, library)
    return tree === undefined ? undefined : new BtLogFile(path, tree, beginMs)
  }

  changed({ path, t, from, to }: TraceEvent): void {
    const uid = this.#uids.get(path)
    if (uid === undefined) return
    this.#t = t
    this.#writer.changed({ uid }, from, to)
  }

  /** Ends the log. A full disk costs only the end of it. */
  async close(): Promise<Error | undefined> {
    return this.#file.close()
  }
}

interface BuiltTree {
  readonly xml: string
  readonly uids: ReadonlyMap<string, number>
}

/** Builds the tree as the engine would, for the numbers of its nodes; it is never ticked. */
function build(xml: string, library: NodeLibrary): BuiltTree | undefined {
  const parsed = parseTree(xml, { file: 'tree.xml', library })
  if (!parsed.ok) return undefined
  const registry = new NodeRegistry(library)
  const running = parseMock('running')
  if (!running.ok) return undefined
  addMocks(nodesWithoutCode(parsed.value, registry), registry, { specs: [running.value], seed: 0 })
  const tree = createTree(parsed.value, registry, { clock: new VirtualClock() })
  if (!tree.ok) return undefined
  const uids = new Map(tree.value.nodes.map(({ uid, path }) => [path as string, uid]))
  return { xml: instanceXml(tree.value.subtrees, library), uids }
}
