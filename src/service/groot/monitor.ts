import { randomBytes } from 'node:crypto'
import { GrootLink } from '#adapters/groot/link.js'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import type { Tree } from '#bt/engine/tree.js'
import type { NodeLibrary } from '#bt/library.js'
import { packBlackboards } from '#bt-tools/monitor/blackboards.js'
import { instanceXml } from '#bt-tools/monitor/describe/instance-xml.js'
import { BellWatch } from '#bt-tools/monitor/hooks/bell-watch.js'
import { HookGate } from '#bt-tools/monitor/hooks/gate.js'
import { MAX_NODES, shareMemory } from '#bt-tools/monitor/memory.js'
import { Probe } from '#bt-tools/monitor/probe.js'
import { DEFAULT_PORT } from '#bt-tools/monitor/protocol.js'
import { DEFAULT_SILENCE_MS } from '#bt-tools/monitor/responder.js'

export interface MonitorOptions {
  /** an IPv4 address of this machine; `*` lets the whole network in. Default 127.0.0.1 */
  readonly host?: string
  /** port of the replies; publications use the next one. Default 1667, as Groot2 expects; 0: any free pair */
  readonly port?: number
  /** lets clients stop the tree at breakpoints and replace results. Default false: they can only watch */
  readonly hooks?: boolean
  /** milliseconds of silence after which breakpoints are released. Default 5000 */
  readonly silenceMs?: number
}

/**
 * Opens the port on which Groot2, `graft bt watch` and others can watch a tree live.
 * @returns `monitor.address` when the address is taken or is not one of this machine
 */
export async function startMonitor(options: MonitorOptions = {}): Promise<Result<Monitor, Diagnostic>> {
  const { host = '127.0.0.1', port = DEFAULT_PORT, hooks = false, silenceMs = DEFAULT_SILENCE_MS } = options
  const address = host === 'localhost' ? '127.0.0.1' : host
  const program = new URL(import.meta.url.endsWith('.js') ? './thread.js' : './thread.ts', import.meta.url)
  const link = await GrootLink.open(program, { host: address, port, hooks, silenceMs })
  if (!link.ok) return err(unavailable(`tcp://${address}:${port}`, link.error))
  return ok(new Monitor(link.value, `tcp://${address}:${link.value.port}`, hooks))
}

/** One port serves all trees in turn: clients notice a new tree by its UUID. */
export class Monitor {
  /** `tcp://127.0.0.1:1667` */
  readonly address: string
  readonly #link: GrootLink
  readonly #hooks: boolean
  #leave: () => void = () => undefined

  /** Use `startMonitor` instead. */
  constructor(link: GrootLink, address: string, hooks: boolean) {
    this.address = address
    this.#link = link
    this.#hooks = hooks
  }

  /**
   * Shows this tree to clients from now on; breakpoints in the previous tree are dropped. Call it from the thread
   * that ticks the tree, between ticks.
   * @returns false when the tree has more than 65,535 nodes, which the protocol cannot number
   */
  show(tree: Tree, library: NodeLibrary): boolean {
    this.#leave()
    if (tree.nodes.length > MAX_NODES) return false
    const memory = shareMemory(tree.subtrees.flatMap(({ nodes }) => nodes.map(({ uid }) => uid)))
    const xml = instanceXml(tree.subtrees, library)
    this.#link.show({ memory, xml, uuid: uuid() }, (names) => {
      const packed = packBlackboards(tree.subtrees, names)
      return packed.ok ? packed.value : packed.error
    })
    const probe = new Probe(memory, microseconds)
    for (const node of tree.nodes) {
      if (node.status !== 'IDLE') probe.changed(node, 'IDLE', node.status)
    }
    const unobserve = tree.observe(probe)
    if (!this.#hooks) {
      this.#leave = unobserve
      return true
    }
    const bell = new BellWatch(memory)
    const gate = new HookGate(memory, {
      hit: (uid) => this.#link.hit(uid),
      wait: () => {
        const alive = bell.wait()
        this.#link.service()
        return alive
      },
    })
    for (const node of tree.nodes) node.hook = gate
    this.#leave = () => {
      unobserve()
      for (const node of tree.nodes) node.hook = undefined
    }
    return true
  }

  /** @param ms of silence after which breakpoints are released, from now on */
  patience(ms: number): void {
    this.#link.patience(ms)
  }

  /** Answers pending requests; only a program that ticks without pause needs to call it. */
  service(): void {
    this.#link.service()
  }

  async close(): Promise<void> {
    this.#leave()
    await this.#link.close()
  }
}

/** Version 4, as the reference implementation sends. */
function uuid(): Uint8Array {
  const bytes = new Uint8Array(randomBytes(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes
}

const microseconds = (): number => (performance.timeOrigin + performance.now()) * 1000

const unavailable = (address: string, reason: string): Diagnostic => ({
  code: 'monitor.address',
  severity: 'error',
  message: `cannot watch at ${address} and the port after it`,
  got: reason,
  hint:
    'another tree may be shown there: choose another port; as host use 127.0.0.1, an IPv4 address of ' +
    'this machine, or *',
})
