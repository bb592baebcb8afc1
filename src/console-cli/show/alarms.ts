import { isOpen, type StatusAlarm } from '#runtime/status/service-status.js'
import { alarmLine } from '#terminal/lines.js'
import { type Look, clockTime } from '../text/look.js'
import { wrap } from '#terminal/fit.js'

/** Open alarms first, each with the id for `alarm ack`. */
export function alarms(all: readonly StatusAlarm[], look: Look): string[] {
  if (all.length === 0) return [look.paint.good('no alarm')]
  const open = all.filter(isOpen)
  const others = all.filter((alarm) => !isOpen(alarm))
  return [
    ...open.flatMap((alarm) => lines(alarm, look)),
    ...(open.length === 0 ? [look.paint.good('no open alarm')] : []),
    ...others.flatMap((alarm) => lines(alarm, look)),
  ]
}

/** What `alarm ack` has done. */
export const acknowledgedAlarm = (alarm: StatusAlarm, look: Look): string[] => [
  look.paint.good('acknowledged'),
  ...lines(alarm, look),
]

function lines(alarm: StatusAlarm, look: Look): string[] {
  const { id, at, episode, record, acknowledged, closed = null, last = at, count = 1 } = alarm
  const { dim } = look.paint
  const until = count > 1 ? ` to ${clockTime(last)}` : ''
  const head = `${clockTime(at)}${until}  ${id}  episode ${episode}`
  const by =
    acknowledged === null ? '' : dim(`  acknowledged by ${acknowledged.by} at ${clockTime(acknowledged.at)}`)
  const note = acknowledged === null || acknowledged.note === '' ? [] : [dim(`    "${acknowledged.note}"`)]
  const gone = closed === null ? [] : [dim(`    closed at ${clockTime(closed.at)}: ${closed.why}`)]
  return [head + by, alarmLine(record, look.paint, count), ...note, ...gone].flatMap((line) =>
    wrap(line, look.columns, 4),
  )
}
