import { setImmediate, setTimeout } from 'node:timers/promises'
import { VirtualClock, type Clock } from '#base/clock.js'
import { ms } from '#base/units.js'
import type { Tree } from '#bt/engine/tree.js'
import type { TickStatus } from '#bt/status.js'

/** How the ticking ended. `ticks` counts the root's. */
export type RunOutcome =
  | { readonly kind: 'done'; readonly status: TickStatus; readonly ticks: number }
  /** as many ticks as were asked for */
  | { readonly kind: 'enough'; readonly status: TickStatus; readonly ticks: number }
  | { readonly kind: 'interrupted'; readonly ticks: number }
  /** no status could honestly describe the last tick */
  | { readonly kind: 'threw'; readonly cause: unknown; readonly ticks: number }

export interface LoopOptions {
  readonly pace: Pace
  readonly maxTicks: number
  /** starts again when the tree is done */
  readonly repeat: boolean
  readonly signal: AbortSignal
  readonly afterTick: () => void
}

/** Ticks the tree at a steady pace until it is done, then halts it. */
export async function tickLoop(tree: Tree, options: LoopOptions): Promise<RunOutcome> {
  const { pace, maxTicks, repeat, signal, afterTick } = options
  for (let ticks = 0; ;) {
    if (signal.aborted) return halted(tree, { kind: 'interrupted', ticks })
    let status: TickStatus
    try {
      status = tree.tick()
    } catch (cause) {
      return halted(tree, { kind: 'threw', cause, ticks })
    }
    ticks += 1
    afterTick()
    if (status !== 'RUNNING' && !repeat) return { kind: 'done', status, ticks }
    if (ticks >= maxTicks) return halted(tree, { kind: 'enough', status, ticks })
    await pace.next(signal)
  }
}

/** A tree that threw may throw again while it is halted: what it threw first is what matters. */
function halted(tree: Tree, outcome: RunOutcome): RunOutcome {
  try {
    tree.halt()
    return outcome
  } catch (cause) {
    return outcome.kind === 'threw' ? outcome : { kind: 'threw', cause, ticks: outcome.ticks }
  }
}

/** When the next tick is due. */
interface Pace {
  readonly clock: Clock
  next(signal: AbortSignal): Promise<void>
}

/** Real time. A tick that comes late does not make the following ones hurry. */
export class RealPace implements Pace {
  readonly clock: Clock = { now: () => ms(performance.now() - this.#start) }
  readonly #period: number
  readonly #start = performance.now()
  #due = 0

  constructor(hz: number) {
    this.#period = 1000 / hz
  }

  async next(signal: AbortSignal): Promise<void> {
    const now = this.clock.now()
    this.#due = Math.max(this.#due + this.#period, now)
    await setTimeout(this.#due - now, undefined, { signal }).catch(() => undefined)
  }
}

/** Virtual time, as fast as the machine can: the same every time. */
export class VirtualPace implements Pace {
  readonly clock = new VirtualClock()
  readonly #period: number
  #ticks = 0

  constructor(hz: number) {
    this.#period = 1000 / hz
  }

  async next(): Promise<void> {
    this.clock.advance(this.#period)
    // signals and the monitor's questions get their turn
    if (++this.#ticks % 100 === 0) await setImmediate()
  }
}
