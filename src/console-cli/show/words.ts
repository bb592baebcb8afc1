import type { LinkStatus } from '#link/link-session.js'
import type { LogLevel } from '#runtime/status/status-event.js'
import type { Activity, ServiceStatus, TreeNodeStatus } from '#runtime/status/service-status.js'
import type { HealthRow } from '#runtime/health/health.js'
import type { Paint } from '#terminal/paint.js'
import { clockTime, span } from '../text/look.js'

export type Tone = keyof Paint

/** Looks up a word sent by the robot, by own properties only: the word can be anything, even `constructor`. */
export const known = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined

export const ACTIVITY: Readonly<Record<Activity, string>> = {
  idle: 'idle',
  'waiting-for-arm': 'waiting for arm',
  running: 'running',
  pausing: 'pausing (step in progress)',
  paused: 'paused',
  learning: 'learning',
  'waiting-for-link': 'waiting for the link',
  teleop: 'driven manually',
  estopped: 'E-STOP',
}

export const NODE_TONE: Readonly<Record<TreeNodeStatus['status'], Tone>> = {
  IDLE: 'dim',
  RUNNING: 'warn',
  SUCCESS: 'good',
  FAILURE: 'bad',
  SKIPPED: 'dim',
}

export const NODE_SYMBOL: Readonly<Record<TreeNodeStatus['status'], readonly [string, string]>> = {
  IDLE: ['·', '.'],
  RUNNING: ['▶', '>'],
  SUCCESS: ['✔', '+'],
  FAILURE: ['✘', 'x'],
  SKIPPED: ['↷', '~'],
}

export const HEALTH_TONE: Readonly<Record<HealthRow['state'], Tone>> = {
  ok: 'good',
  late: 'bad',
  failed: 'bad',
  warn: 'warn',
  off: 'dim',
}

export const LEVEL_TONE: Readonly<Record<LogLevel, Tone>> = {
  debug: 'dim',
  info: 'dim',
  warn: 'warn',
  error: 'bad',
  fatal: 'bad',
}

export const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error', 'fatal']

const LINK_TONE: Readonly<Record<LinkStatus | 'none', Tone>> = {
  none: 'dim',
  connecting: 'warn',
  up: 'good',
  degraded: 'warn',
  lost: 'bad',
  refused: 'bad',
}

/** `virtual body`, `serial body on /dev/ttyACM0`; in a world what drives its robot */
export const robotText = ({ body, device, driver }: ServiceStatus['robot']): string =>
  typeof driver === 'string' ? driver : `${body} body${device === null ? '' : ` on ${device}`}`

/** How long the link had been silent when it was given up; '' for less than a second, which was not the reason. */
export const afterSilence = (silentMs: number | null): string =>
  silentMs === null || silentMs < 1000 ? '' : ` after ${span(silentMs)} of silence`

/** `up on /dev/ttyACM0`, `degraded for 0.3 s`, `LOST at 16:05:55 after 3.2 s of silence` */
export function linkText(
  { link: { status, silentMs, device, lostAt }, robot }: Pick<ServiceStatus, 'link' | 'robot'>,
  paint: Paint,
): string {
  const on = device === null || status === 'none' ? '' : ` on ${device}`
  const silence = span(silentMs ?? 0)
  const at = lostAt === undefined ? '' : ` at ${clockTime(lostAt)}`
  const since =
    status === 'lost' ? `${at}${afterSilence(silentMs)}` : status === 'degraded' ? ` for ${silence}` : on
  // a driver is asked when a run or a drive begins
  const none = typeof robot.driver === 'string' ? 'no session with the driver now' : 'not connected'
  const word = status === 'none' ? none : status === 'lost' ? 'LOST' : status
  return paint[known(LINK_TONE, status) ?? 'dim'](`${word}${since}`)
}

/** `[RUNNING F1 ep 3/10]` in words: one line on what the robot is doing. */
export function headline({ mode, activity, run, armedBy }: ServiceStatus): string {
  const what = known(ACTIVITY, activity) ?? activity
  const where = run === null ? '' : ` ${run.field} ep ${run.episode}/${run.episodes}`
  const who = armedBy === null ? '' : `, armed by ${armedBy}`
  return `${mode}${where}, ${what}${who}`
}
