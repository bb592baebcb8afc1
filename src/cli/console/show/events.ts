import type { StatusEvent, LogLevel } from '#runtime/status/status-event.js'
import { alarmLine, editLines } from '#terminal/lines.js'
import { sanitizeForTerminal } from '../text/sanitize-for-terminal.js'
import { fold } from '../text/fit.js'
import { type Look, clockTime } from '../text/look.js'
import { ACTIVITY, known, NODE_TONE, LEVEL_TONE } from './words.js'

/**
 * One piece of news in lines for people; none for what is drawn elsewhere or comes too often. A piece of an
 * unknown shape says nothing rather than something wrong.
 */
export function eventLines(statusEvent: StatusEvent, look: Look): string[] {
  const safe = sanitizeForTerminal(statusEvent) as StatusEvent
  try {
    return body(safe, look).flatMap((line) => fold(line, look.columns, 9))
  } catch {
    // what came is not what the protocol says; --json shows it
    return []
  }
}

function body(statusEvent: StatusEvent, look: Look): string[] {
  const { paint } = look
  const time = paint.dim(clockTime(statusEvent.at))
  switch (statusEvent.kind) {
    case 'log':
      return [logLine(statusEvent, look)]
    case 'mode':
      return [
        `${time} ${paint.bold(statusEvent.change.to)} (was ${statusEvent.change.from}), by ${statusEvent.change.by}`,
      ]
    case 'activity':
      return [
        `${time} now ${known(ACTIVITY, statusEvent.activity) ?? statusEvent.activity}` +
          `${statusEvent.why === '' ? '' : `: ${statusEvent.why}`}`,
      ]
    case 'run':
      return [
        `${time} run ${statusEvent.run} on ${statusEvent.field} ${statusEvent.what}` +
          `${statusEvent.why === '' ? '' : `: ${statusEvent.why}`}`,
      ]
    case 'tree':
      return [`${time} episode ${statusEvent.episode} runs tree ${statusEvent.hash.slice(0, 12)}`]
    case 'node': {
      const { path, node, from, to, reason } = statusEvent.event
      const tone = paint[known(NODE_TONE, to) ?? 'dim']
      const why = reason === undefined ? '' : ` (${reason})`
      return [`${time} ${path} ${node}  ${from} -> ${tone(to)}${why}`]
    }
    case 'refusal':
      return [
        `${time} ${paint.warn('the twin refused')} ${statusEvent.refusal.command}: ${statusEvent.refusal.text}`,
      ]
    case 'alarm':
      return [`${time} ${paint.warn('ALARM')} ${statusEvent.id}`, alarmLine(statusEvent.record, paint)]
    case 'alarm-acknowledged':
      return [
        `${time} alarm ${statusEvent.alarm.id} seen by ${statusEvent.alarm.acknowledged?.by ?? 'somebody'}`,
      ]
    case 'episode':
      return [
        `${time} ${paint.bold(`episode ${statusEvent.episode}: ${statusEvent.score.toFixed(1)} points`)}` +
          `, ${statusEvent.endReason}`,
      ]
    case 'edit':
      return editLines(statusEvent.update, paint)
    case 'link':
      return [
        logLine(
          { at: statusEvent.at, level: statusEvent.level, source: 'link', text: statusEvent.text },
          look,
        ),
      ]
    case 'health': {
      const { id, state, text } = statusEvent.row
      const tone = state === 'ok' ? paint.good : state === 'off' ? paint.dim : paint.bad
      return [`${time} health of ${id}: ${tone(state)}${text === '' ? '' : ` (${text})`}`]
    }
    case 'policy':
      return [`${time} policy of ${statusEvent.field}: ${statusEvent.what} ${statusEvent.hash.slice(0, 12)}`]
    case 'operator':
      return [`${time} ${statusEvent.by} (${statusEvent.role}): ${statusEvent.did}`]
    case 'step':
    case 'pose':
    case 'picture':
      return []
  }
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
