import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#base/clock.js'
import type { RobotConnection } from '#runtime/robot-connection.js'

type Pace = (clock: Clock, advance: (period: number) => void) => RobotConnection['pace']

/**
 * The most that passes in one step, ms: an overloaded computer slows the virtual world down. Half of the firmware's
 * timeout for a silent host. The controller of a real robot would have stopped it, but that would teach nothing
 * about the tree.
 */
const MAX_STEP_MS = 100

/** Advances a simulated world by the time that has really passed. */
export const inRealTime: Pace = (clock, advance) => {
  let offset = performance.now() - clock.now()
  let next = performance.now()
  return async (period) => {
    next = Math.max(next + period, performance.now() - period)
    await sleep(Math.max(0, next - performance.now()))
    const due = Math.floor(performance.now() - offset - clock.now())
    if (due > MAX_STEP_MS) offset += due - MAX_STEP_MS
    if (due > 0) advance(Math.min(due, MAX_STEP_MS))
  }
}

/** Advances a simulated world whenever it is asked: its time stands still in between. */
export const asFastAsPossible: Pace = (clock, advance) => (period) => {
  advance(period)
  return clock.now() % YIELD_EVERY_MS === 0
    ? new Promise((resolve) => setImmediate(resolve))
    : Promise.resolve()
}

/** Virtual time runs in one long stretch; the terminal and Ctrl-C need a turn of the event loop now and then. */
const YIELD_EVERY_MS = 500
