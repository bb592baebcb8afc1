import { alarmCounts, stateOf, type StatusAlarm } from '#runtime/status/service-status.js'
import { alarmLine } from '#terminal/lines.js'
import { type Look, clockTime } from '../text/look.js'
import { wrap } from '#terminal/fit.js'

/** How many are in which state, and each with the id for `alarm ack`, in the order in which the service tells them. */
export function alarms(all: readonly StatusAlarm[], look: Look): string[] {
  if (all.length === 0) return [look.paint.good('no alarm')]
  return [alarmCounts(all), ...all.flatMap((alarm) => lines(alarm, look))]
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
  const head = `${clockTime(at)}${until}  ${id}  episode ${episode}  `
  const state = stateOf(alarm)
  const seen = state === 'gone' ? 'gone, acknowledged' : state
  const by =
    acknowledged === null ? state : dim(`${seen} by ${acknowledged.by} at ${clockTime(acknowledged.at)}`)
  const note = acknowledged === null || acknowledged.note === '' ? [] : [dim(`    "${acknowledged.note}"`)]
  const gone = closed === null ? [] : [dim(`    closed at ${clockTime(closed.at)}: ${closed.why}`)]
  return [head + by, alarmLine(record, look.paint, count), ...note, ...gone].flatMap((line) =>
    wrap(line, look.columns, 4),
  )
}
