import type { Frame } from '../protocol.js'

/** The meaning of a status byte from the monitor. */
export type ShownStatus =
  | 'idle'
  | 'running'
  | 'success'
  | 'failure'
  | 'skipped'
  /** idle again, after being halted while RUNNING */
  | 'was-running'
  | 'was-success'
  | 'was-failure'

/** Decodes a status byte; unknown bytes are shown as idle. */
export const shownStatus = (code: number): ShownStatus => SHOWN[code] ?? 'idle'

/** Reads the payload of a status reply: status bytes by uid. Ignores a trailing partial entry. */
export function readStatus(payload: Frame): Map<number, number> {
  const found = new Map<number, number>()
  for (let at = 0; at + 3 <= payload.length; at += 3) {
    found.set((payload[at] ?? 0) + 256 * (payload[at + 1] ?? 0), payload[at + 2] ?? 0)
  }
  return found
}

const SHOWN: Readonly<Record<number, ShownStatus>> = {
  1: 'running',
  2: 'success',
  3: 'failure',
  4: 'skipped',
  11: 'was-running',
  12: 'was-success',
  13: 'was-failure',
}
