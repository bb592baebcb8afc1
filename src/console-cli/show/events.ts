import type { EventOf, StatusEvent, LogLevel } from '#runtime/status/status-event.js'
import { alarmLine, editLines } from '#terminal/lines.js'
import { causesOfPatch } from '#app/command-line/run-words.js'
import { END_WORDS } from '#learning/episode.js'
import { changeInWords, describePatch, scored } from '#app/command-line/words.js'
import { sanitizeForTerminal } from '../text/sanitize-for-terminal.js'
import { wrap } from '#terminal/fit.js'
import { type Look, clockTime } from '../text/look.js'
import { ACTIVITY, known, NODE_TONE, LEVEL_TONE } from './words.js'

/**
 * One event as text lines; none for events that are drawn elsewhere or are too frequent. An event of unknown shape
 * prints nothing, rather than something wrong.
 */
export function eventLines(statusEvent: StatusEvent, look: Look): string[] {
  const safe = sanitizeForTerminal(statusEvent) as StatusEvent
  try {
    return body(safe, look).flatMap((line) => wrap(line, look.columns, 9))
  } catch {
    // the event violates the protocol; --json shows it
    return []
  }
}

/** The means to write an event's lines. */
interface Pen {
  readonly look: Look
  readonly paint: Look['paint']
  readonly time: string
}

function body(event: StatusEvent, look: Look): string[] {
  const { paint } = look
  const pen: Pen = { look, paint, time: paint.dim(clockTime(event.at)) }
  return (LINES[event.kind] as (event: StatusEvent, pen: Pen) => string[])(event, pen)
}

const LINES: { readonly [K in StatusEvent['kind']]: (event: EventOf<K>, pen: Pen) => string[] } = {
  log: (event, { look }) => [logLine(event, look)],
  mode: (event, { paint, time }) => [
    `${time} ${paint.bold(event.change.to)} (was ${event.change.from}), by ${event.change.by}`,
  ],
  activity: (event, { time }) => [
    `${time} now ${known(ACTIVITY, event.activity) ?? event.activity}` +
      `${event.why === '' ? '' : `: ${event.why}`}`,
  ],
  run: (event, { time }) => [
    `${time} run ${event.run} on ${event.field} ${event.what}` +
      `${event.why === '' ? '' : `: ${event.why}`}`,
  ],
  tree: (event, { time }) => [`${time} episode ${event.episode} runs tree ${event.hash.slice(0, 12)}`],
  node: (event, { paint, time }) => {
    const { path, node, from, to, reason } = event.event
    const tone = paint[known(NODE_TONE, to) ?? 'dim']
    const why = reason === undefined ? '' : ` (${reason})`
    return [`${time} ${path} ${node}  ${from} -> ${tone(to)}${why}`]
  },
  refusal: (event, { paint, time }) => [
    `${time} ${paint.warn('the twin refused')} ${event.refusal.command}: ${event.refusal.text}`,
  ],
  alarm: (event, { paint, time }) => [
    `${time} ${paint.warn('ALARM')} ${event.id}`,
    alarmLine(event.record, paint),
  ],
  'alarm-acknowledged': (event, { time }) => [
    `${time} alarm ${event.alarm.id} acknowledged by ${event.alarm.acknowledged?.by ?? 'somebody'}`,
  ],
  'alarm-changed': (event, { paint, time }) => {
    const change = changeInWords(event)
    if (change === undefined) return []
    const name = change.isBack ? paint.warn('ALARM') : 'alarm'
    return [`${time} ${name} ${event.alarm.id} ${change.text}`]
  },
  episode: (event, { paint, time }) => [
    `${time} ${paint.bold(`episode ${event.episode}: ${scored(event.score)}`)}` +
      `, it ${known(END_WORDS, event.endReason) ?? event.endReason}`,
  ],
  edit: ({ update, causes }, { paint }) =>
    editLines(update, describePatch(update.patch, undefined), paint, causes ?? causesOfPatch(update)),
  link: (event, { look }) => [
    logLine({ at: event.at, level: event.level, source: 'link', text: event.text }, look),
  ],
  health: (event, { paint, time }) => {
    const { id, state, text } = event.row
    const tone = state === 'ok' ? paint.good : state === 'off' ? paint.dim : paint.bad
    return [`${time} health of ${id}: ${tone(state)}${text === '' ? '' : ` (${text})`}`]
  },
  policy: (event, { time }) => [`${time} policy of ${event.field}: ${event.what}`],
  operator: (event, { time }) => [`${time} ${event.by} (${event.role}): ${event.did}`],
  step: () => [],
  pose: () => [],
  picture: () => [],
}

export interface LogLine {
  readonly at: number
  readonly level: LogLevel
  readonly source: string
  readonly text: string
}

export function logLine({ at, level, source, text }: LogLine, look: Look): string {
  const tone = look.paint[known(LEVEL_TONE, level) ?? 'bad']
  return `${look.paint.dim(clockTime(at))} ${tone(level.padEnd(5))} ${source}: ${text}`
}
