// Figures and names in readable form.

/** @param {number} ms */
export function duration(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const [minutes, hours] = [Math.floor(seconds / 60) % 60, Math.floor(seconds / 3600)]
  if (hours === 0) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`
  return hours < 48 ? `${hours} h ${minutes} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** An age, with tenths while it is small. @param {number} ms */
export const age = (ms) => (ms < 10_000 ? `${(Math.max(0, ms) / 1000).toFixed(1)} s` : duration(ms))

/** @param {number} at milliseconds since the epoch */
export const clockTime = (at) => new Date(at).toLocaleTimeString([], { hour12: false })

/**
 * A figure with so many digits behind the point, without the sign of what is rounded to nothing.
 *
 * @param {number} value @param {number} digits
 */
export const decimals = (value, digits) => value.toFixed(digits).replace(/^-(?=[0.]+$)/, '')

/** @param {number} value */
export const points = (value) => decimals(value, 1).replace('-', '−')

/** @param {number} count */
export const thousands = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ' ')

/** @param {number} bytes */
export const gibibytes = (bytes) => `${(bytes / 2 ** 30).toFixed(1)} GiB`

/** @param {string} hash */
export const short = (hash) => hash.slice(0, 12)

/** @type {Readonly<Record<import('#runtime/status/service-status.js').Activity, string>>} */
export const ACTIVITIES = {
  idle: 'idle',
  'waiting-for-arm': 'waiting for somebody to arm the robot',
  running: 'running',
  pausing: 'pausing (step in progress)',
  paused: 'paused by an operator',
  learning: 'learning from the episode',
  'waiting-for-link': 'waiting for the link',
  teleop: 'driven by an operator',
  estopped: 'emergency stop',
}

/** Beside its mode, what a robot does while an episode is under way: only in SAFE is it sure that nothing moves. */
const UNDER_WAY = {
  SAFE: 'under way, nothing moves',
  ARMED: 'about to begin',
  RUNNING: '',
  STOPPED: 'stopping',
}

/**
 * What the robot does, beside its mode.
 * @param {import('#runtime/modes.js').Mode} mode
 * @param {keyof typeof ACTIVITIES} activity
 */
export function activityInWords(mode, activity) {
  if (activity !== 'running') return ACTIVITIES[activity]
  return UNDER_WAY[mode]
}

/** A step of a tree as a person would name it. @param {string} unit such as `Holds formula=open(fridge)` */
export function stepInWords(unit) {
  const formula = /^Holds formula=(.*)$/.exec(unit)?.[1]
  return formula === undefined ? unit : `checks that ${formula}`
}

/** What stands where the service has not answered yet: that there is nothing is an answer. */
export const LOADING = 'loading…'

/** @param {number | undefined} count that have ended; undefined while nobody knows */
export function episodesInWords(count) {
  if (count === undefined) return LOADING
  if (count === 0) return 'no episode has ended yet'
  return count === 1 ? 'the last episode of all runs' : `the last ${count} episodes of all runs`
}

/**
 * What stands in the place of a picture.
 * @param {Pick<import('#runtime/status/service-status.js').CameraReport, 'state' | 'text'>} camera
 * @param {boolean} isComing whether the service has a picture, which the page is loading
 */
export function noPictureInWords({ state, text }, isComing) {
  if (state === 'off') return 'The camera is off.'
  if (isComing) return LOADING
  return text === '' ? 'No picture yet.' : text
}

/** Whether a picture is too old to be taken for what is so now. @param {number | null} ms */
export const isOldPicture = (ms) => ms !== null && ms > 3000

/** @type {Readonly<Record<import('#learning/episode.js').EndReason, string>>} */
export const END_REASONS = {
  'tree-success': 'tree succeeded',
  'tree-failure': 'tree failed',
  'home-reached': 'came home',
  'time-limit': 'time limit',
  'operator-stop': 'stopped by the operator',
  'access-lost': 'nobody could stop the robot',
  estop: 'emergency stop',
  'link-lost': 'link lost',
}

/** A time of an episode's clock. @param {number | null} t milliseconds */
export const seconds = (t) =>
  t !== null && Number.isFinite(t) ? `${(t / 1000).toFixed(1)} s` : 'a time unknown'
