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
