import { err, type Result } from '#base/result.js'
import { SideProcess, type SideProblem } from '#adapters/side-process/side-process.js'
import type { Refusal } from '#console/host.js'
import type { TreeAnswer, TreeJob, TreeRequest } from './jobs.js'
import type { StoredTree } from './read-tree.js'
import type { NodeLibrary } from '#bt/library.js'
import type { TreeDoc } from '#bt/document.js'

/** A tree at the limits is checked in 0.1 s, two are compared in 0.2 s; starting the process takes as long again, ms */
const LIMIT_MS = 5_000
/** operators' jobs that may queue, and as many of the page's */
const MAX_WAITING = 4
const HEAP_MIB = 256
/** characters of drawings and comparisons in the cache, the newest of them */
const MAX_CACHED = 4_000_000

type Answered<K extends TreeAnswer['kind']> = Promise<Result<Extract<TreeAnswer, { kind: K }>, Refusal>>

/**
 * Checks, compares and draws trees in a separate process, so that the reflex loop misses no turn whatever tree is
 * sent. Comparisons and drawings are cached by the hashes of the trees, whose text never changes. Operators go
 * first: viewers of the page cannot keep them waiting.
 */
export class TreeWorker {
  readonly #side: SideProcess<TreeRequest, Result<TreeAnswer, Refusal>>
  readonly #known: Omit<TreeRequest, 'job'>
  readonly #cache = new Map<string, TreeAnswer>()
  #size = 0

  /** @param world whose trees they are */
  constructor(
    tell: (text: string) => void,
    world: { readonly library: NodeLibrary; readonly subtrees: TreeDoc['trees'] },
    limitMs: number = LIMIT_MS,
  ) {
    this.#known = { skills: world.library.skills(), subtrees: world.subtrees }
    this.#side = new SideProcess({
      program: 'program',
      caller: import.meta.url,
      limitMs,
      maxQueued: MAX_WAITING,
      heapMiB: HEAP_MIB,
      report: tell,
    })
  }

  /** Starts its process, so that the first request need not wait for it. */
  warm(): void {
    this.#side.warm()
  }

  /** @param file the name of the tree in messages */
  check(xml: string, file: string): Answered<'check'> {
    return this.#ask('check', { kind: 'check', xml, file }, 1)
  }

  diff(from: StoredTree, to: StoredTree): Answered<'diff'> {
    return this.#ask('diff', { kind: 'diff', from, to }, 1, `diff ${from.hash} ${to.hash}`)
  }

  draw(tree: StoredTree): Answered<'draw'> {
    return this.#ask('draw', { kind: 'draw', tree }, 0, `draw ${tree.hash}`)
  }

  close(): void {
    this.#side.close()
  }

  async #ask<K extends TreeAnswer['kind']>(kind: K, job: TreeJob, rank: 0 | 1, key?: string): Answered<K> {
    type Wanted = Extract<TreeAnswer, { kind: K }>
    const known = key === undefined ? undefined : this.#cache.get(key)
    if (known?.kind === kind) return { ok: true, value: known as Wanted }
    const asked = await this.#side.ask({ job, ...this.#known }, rank)
    if (!asked.ok) return err(REFUSALS[asked.error])
    if (!asked.value.ok) return asked.value
    if (key !== undefined) this.#cacheAnswer(key, asked.value.value)
    return { ok: true, value: asked.value.value as Wanted }
  }

  #cacheAnswer(key: string, answer: TreeAnswer): void {
    if (this.#cache.has(key)) return
    this.#cache.set(key, answer)
    this.#size += sizeOf(answer)
    for (const [oldest, kept] of this.#cache) {
      if (this.#size <= MAX_CACHED) return
      this.#cache.delete(oldest)
      this.#size -= sizeOf(kept)
    }
  }
}

const sizeOf = (answer: TreeAnswer): number =>
  answer.kind === 'draw' ? answer.svg.length : answer.kind === 'diff' ? 3 * answer.text.length : 0

const REFUSALS: Readonly<Record<SideProblem, Refusal>> = {
  busy: { code: 'tree.busy', message: 'too many trees are being processed', hint: 'try again in a second' },
  'too-slow': {
    code: 'tree.too-slow',
    message: `the tree is too large: processing it took more than ${LIMIT_MS / 1000} s`,
    hint: 'use a smaller tree',
  },
  ended: {
    code: 'tree.too-large',
    message: 'the process that handles trees died on this one',
    hint: 'use a smaller tree; the journal says how it died',
  },
}
