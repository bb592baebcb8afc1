import type { AlarmRecord } from '#learning/episode.js'
import type { HealthRow } from '#runtime/health/health.js'
import type { LogLevel } from '#runtime/status/status-event.js'
import type { Stamp } from './shapes/geometry.js'
import type { LogLine } from './log-lines.js'

/** foxglove.Log */
export const logMessage = (timestamp: Stamp, { level, source, text }: LogLine): object => ({
  timestamp,
  level: LOG_LEVEL[level],
  message: text,
  name: source,
  file: '',
  line: 0,
})

/** foxglove.CompressedImage */
export const picture = (timestamp: Stamp, jpeg: Uint8Array): object => ({
  timestamp,
  frame_id: 'camera',
  data: Buffer.from(jpeg).toString('base64'),
  format: 'jpeg',
})

/** diagnostic_msgs/DiagnosticArray */
export const diagnostics = (stamp: Stamp, health: readonly HealthRow[]): object => ({
  header: { stamp, frame_id: 'base' },
  status: health.map(diagnostic),
})

/** @param acknowledgedBy '' when unacknowledged */
export function alarm(id: string, record: AlarmRecord, acknowledgedBy: string): object {
  const { reasons, mode, step, s, c, text } = record
  return { id, reasons, mode, step, s, c, text, acknowledgedBy }
}

const LOG_LEVEL: Readonly<Record<LogLevel, number>> = { debug: 1, info: 2, warn: 3, error: 4, fatal: 5 }

/** diagnostic_msgs/DiagnosticStatus: 0 ok, 1 warning, 2 error, 3 stale */
const HEALTH_LEVEL: Readonly<Record<HealthRow['state'], number>> = {
  ok: 0,
  off: 0,
  warn: 1,
  failed: 2,
  late: 3,
}

const diagnostic = ({ id, state, critical, ageMs, deadlineMs, text }: HealthRow): object => ({
  level: HEALTH_LEVEL[state],
  name: id,
  message: text === '' ? state : `${state}: ${text}`,
  hardware_id: 'graft',
  values: [
    { key: 'age', value: `${ageMs} ms` },
    { key: 'deadline', value: `${deadlineMs} ms` },
    { key: 'critical', value: String(critical) },
  ],
})
