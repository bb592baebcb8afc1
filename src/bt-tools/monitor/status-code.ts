import type { Status } from '#bt/status.js'

/** Status codes on the wire and in log files. */
export const STATUS_CODE: Readonly<Record<Status, number>> = {
  IDLE: 0,
  RUNNING: 1,
  SUCCESS: 2,
  FAILURE: 3,
  SKIPPED: 4,
}

/** Added to the previous status code when a node goes idle: 11 = was halted, 12 = succeeded, 13 = failed. */
export const IDLE_FROM = 10

export const STATUSES: readonly Status[] = ['IDLE', 'RUNNING', 'SUCCESS', 'FAILURE', 'SKIPPED']

export const isStatus = (text: string): text is Status => Object.hasOwn(STATUS_CODE, text)

/**
 * Formats a status change like StdCoutLogger of BehaviorTree.CPP: `[12.345]: name   IDLE -> RUNNING`.
 * @param seconds since any origin
 * @param paint colours a status; no colour by default
 */
export function transitionLine(
  at: { readonly seconds: number; readonly name: string; readonly from: Status; readonly to: Status },
  paint: (status: Status, text: string) => string = (_status, text) => text,
): string {
  const name = at.name.padEnd(NAME_WIDTH)
  return `[${at.seconds.toFixed(3)}]: ${name} ${paint(at.from, at.from)} -> ${paint(at.to, at.to)}`
}

const NAME_WIDTH = 25
