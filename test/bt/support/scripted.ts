import { CustomLeaf } from '#bt/custom/run/custom-leaf.js'
import type { NodeBuilder, NodeSite } from '#bt/node/node.js'
import type { Status, TickStatus } from '#bt/status.js'

/** What a scripted leaf answers: success, failure, running, skipped. */
export type Token = 'S' | 'F' | 'R' | 'K'

const TOKEN_STATUS: Readonly<Record<Token, TickStatus>> = {
  S: 'SUCCESS',
  F: 'FAILURE',
  R: 'RUNNING',
  K: 'SKIPPED',
}

/** A tape that leaves play: `scripted('R', 'R', 'S')`. Past its end it repeats the last token. */
export interface Tape {
  readonly calls: readonly string[]
  /** a leaf that plays it, for `NodeRegistry.node`; all places of a tree play on */
  readonly build: NodeBuilder
}

export function scripted(...tokens: readonly Token[]): Tape {
  const calls: string[] = []
  let next = 0
  const play = (call: string): TickStatus => {
    calls.push(call)
    const token = tokens[Math.min(next, tokens.length - 1)] ?? 'S'
    next += 1
    return TOKEN_STATUS[token]
  }
  return { calls, build: (site) => new ScriptedLeaf(site, play, calls) }
}

class ScriptedLeaf extends CustomLeaf<Record<never, never>, undefined> {
  readonly #play: (call: string) => TickStatus
  readonly #calls: string[]

  constructor(site: NodeSite, play: (call: string) => TickStatus, calls: string[]) {
    super(site, { id: site.def.id })
    this.#play = play
    this.#calls = calls
  }

  override halt(): void {
    if (this.status === 'RUNNING') this.#calls.push('halt')
    super.halt()
  }

  protected override tick(): Status {
    if (this.status === 'RUNNING') return this.#play('run')
    this.noteInputs()
    return this.#play('start')
  }
}
