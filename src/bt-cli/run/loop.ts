import { setImmediate, setTimeout } from 'node:timers/promises'
import { VirtualClock, type Clock } from '#base/clock.js'
import { ms } from '#base/units.js'
import type { Tree } from '#bt/engine/tree.js'
import type { TickStatus } from '#bt/status.js'

/** How the run ended. `ticks` counts those of the root. */
export type RunOutcome =
  | { readonly kind: 'done'; readonly status: TickStatus; readonly ticks: number }
  /** the requested number of ticks was reached */
  | { readonly kind: 'enough'; readonly status: TickStatus; readonly ticks: number }
  | { readonly kind: 'interrupted'; readonly ticks: number }
  /** the last tick threw, so it has no status */
  | { readonly kind: 'threw'; readonly cause: unknown; readonly ticks: number }

export interface LoopOptions {
  readonly pace: Pace
  readonly maxTicks: number
  /** restart when the tree is done */
  readonly repeat: boolean
  readonly signal: AbortSignal
  readonly afterTick: () => void
}

/** Ticks the tree at a fixed rate until it is done, then halts it. */
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

/** A tree that threw may throw again while being halted; the first exception is the one that matters. */
function halted(tree: Tree, outcome: RunOutcome): RunOutcome {
  try {
    tree.halt()
    return outcome
  } catch (cause) {
    return outcome.kind === 'threw' ? outcome : { kind: 'threw', cause, ticks: outcome.ticks }
  }
}

/** Schedules the ticks. */
interface Pace {
  readonly clock: Clock
  next(signal: AbortSignal): Promise<void>
}

/** Real time. A late tick does not make the following ones catch up. */
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

/** Virtual time, as fast as the machine allows; deterministic. */
export class VirtualPace implements Pace {
  readonly clock = new VirtualClock()
  readonly #period: number
  #ticks = 0

  constructor(hz: number) {
    this.#period = 1000 / hz
  }

  async next(): Promise<void> {
    this.clock.advance(this.#period)
    // lets signals and the monitor's requests be handled
    if (++this.#ticks % 100 === 0) await setImmediate()
  }
}
