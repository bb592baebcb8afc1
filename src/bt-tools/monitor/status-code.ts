import type { Status } from '#bt/status.js'

/** Numbers of the statuses on the wire and in log files. */
export const STATUS_CODE: Readonly<Record<Status, number>> = {
  IDLE: 0,
  RUNNING: 1,
  SUCCESS: 2,
  FAILURE: 3,
  SKIPPED: 4,
}

/** A node that went idle shows this plus the code of what it was: 11 was halted, 12 succeeded, 13 failed. */
export const IDLE_FROM = 10

export const STATUSES: readonly Status[] = ['IDLE', 'RUNNING', 'SUCCESS', 'FAILURE', 'SKIPPED']

export const isStatus = (text: string): text is Status => Object.hasOwn(STATUS_CODE, text)
