import type { StatusAlarm } from '#runtime/status/service-status.js'
import { alarmLine } from '#terminal/lines.js'
import { type Look, clockTime } from '../text/look.js'
import { wrap } from '#terminal/fit.js'

/** Open alarms first, each with the id for `alarm ack`. */
export function alarms(all: readonly StatusAlarm[], look: Look): string[] {
  if (all.length === 0) return [look.paint.good('no alarm')]
  const open = all.filter(({ acknowledged }) => acknowledged === null)
  const seen = all.filter(({ acknowledged }) => acknowledged !== null)
  return [
    ...open.flatMap((alarm) => lines(alarm, look)),
    ...(open.length === 0 ? [look.paint.good('no open alarm')] : []),
    ...seen.flatMap((alarm) => lines(alarm, look)),
  ]
}

/** What `alarm ack` has done. */
export const acknowledgedAlarm = (alarm: StatusAlarm, look: Look): string[] => [
  look.paint.good('acknowledged'),
  ...lines(alarm, look),
]

function lines({ id, at, episode, record, acknowledged }: StatusAlarm, look: Look): string[] {
  const { dim } = look.paint
  const head = `${clockTime(at)}  ${id}  episode ${episode}`
  const by = acknowledged === null ? '' : dim(`  seen by ${acknowledged.by} at ${clockTime(acknowledged.at)}`)
  const note = acknowledged === null || acknowledged.note === '' ? [] : [dim(`    "${acknowledged.note}"`)]
  return [head + by, alarmLine(record, look.paint), ...note].flatMap((line) => wrap(line, look.columns, 4))
}
