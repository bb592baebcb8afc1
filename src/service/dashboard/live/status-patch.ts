import type { TreeStatus } from '#runtime/status/service-status.js'
import type { PageStatus, StatusPatch } from './messages.js'

type Part = Exclude<keyof PageStatus, 'at' | 'uptimeMs' | 'seq'>

/** Parts made of ages and counters: their constant changes are worth one message a second. */
const THROTTLED: Partial<Readonly<Record<Part, (serviceStatus: PageStatus) => unknown>>> = {
  health: ({ health }) => health.map(({ id, state }) => [id, state]),
  link: ({ link }) => [link.status, link.device],
  camera: ({ camera }) => [camera.state, camera.source, camera.restarts],
  disk: ({ disk }) => disk?.state,
}
const THROTTLE_MS = 1000

/** Computes what has changed since the previous snapshot, so that a page is sent only that. */
export class StatusDiffer {
  readonly #sent = new Map<Part, { readonly value: unknown; readonly text: string; readonly at: number }>()
  #last = -Infinity

  /** @returns undefined when there is nothing to send yet; there is something at least once a second */
  next(serviceStatus: PageStatus): StatusPatch | undefined {
    const { at, uptimeMs, seq, ...parts } = serviceStatus
    const nodes = this.#statuses(serviceStatus.tree)
    const changed = (Object.keys(parts) as Part[]).filter((part) => this.#hasChanged(part, serviceStatus))
    if (changed.length === 0 && at - this.#last < THROTTLE_MS) return undefined
    this.#last = at
    const patch: StatusPatch = { at, uptimeMs, seq, ...pick(parts, changed) }
    if (nodes === undefined || !changed.includes('tree')) return patch
    const { tree: _whole, ...rest } = patch
    return { ...rest, nodes }
  }

  #hasChanged(part: Part, serviceStatus: PageStatus): boolean {
    const value = serviceStatus[part]
    const before = this.#sent.get(part)
    if (before !== undefined && before.value === value) return false
    const essence = THROTTLED[part]
    const early = essence !== undefined && before !== undefined && serviceStatus.at - before.at < THROTTLE_MS
    if (
      early &&
      JSON.stringify(essence(serviceStatus)) ===
        JSON.stringify(essence({ ...serviceStatus, [part]: before.value }))
    )
      return false
    const text = JSON.stringify(value)
    this.#sent.set(part, { value, text, at: serviceStatus.at })
    return text !== before?.text
  }

  /** The statuses that changed, when the tree is otherwise the same. */
  #statuses(tree: TreeStatus | null): StatusPatch['nodes'] {
    const before = this.#sent.get('tree')?.value as TreeStatus | null | undefined
    if (tree === null || before === null || before === undefined) return undefined
    if (tree.hash !== before.hash || tree.nodes.length !== before.nodes.length) return undefined
    return tree.nodes.flatMap(({ status }, i) =>
      status === before.nodes[i]?.status ? [] : [[i, status] as const],
    )
  }
}

const pick = (
  parts: Omit<PageStatus, 'at' | 'uptimeMs' | 'seq'>,
  names: readonly Part[],
): Partial<PageStatus> => Object.fromEntries(names.map((name) => [name, parts[name]]))
