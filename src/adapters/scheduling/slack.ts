import { setTimeout as sleep } from 'node:timers/promises'

/**
 * period of the reflex loop, and how much of it readers may use, ms: the longest request takes 4 ms, and garbage
 * collection comes on top
 */
const TURN_MS = 20
const SLACK_MS = 8
/** a reflex loop without a turn for this long is not running */
const NO_LOOP_MS = 100

/**
 * Readers are served right after a turn of the reflex loop, so that they cannot delay the next one.
 * @param sinceTurn ms since the last turn, infinite while the loop is not running
 * @returns ms until a reader may be served
 */
export const untilSlack = (sinceTurn: number): number =>
  sinceTurn < SLACK_MS || sinceTurn > NO_LOOP_MS ? 0 : Math.max(1, TURN_MS - sinceTurn)

/**
 * Resolves in a turn of the event loop of its own, when a reader may be served.
 * @param sinceTurn asked again after every wait: a turn that is late moves the slack
 */
export async function nextSlack(sinceTurn: () => number): Promise<void> {
  for (let waitMs = untilSlack(sinceTurn()); waitMs > 0; waitMs = untilSlack(sinceTurn())) await sleep(waitMs)
  await new Promise((resolve) => setImmediate(resolve))
}
